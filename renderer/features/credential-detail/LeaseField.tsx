// A token's lease: when it is to be revoked before the server lets it expire. One choice, done at once.
import type { ReactNode } from 'react';
import type { TokenView } from '../../../electron/shared/credential-view.ts';
import { leaseWords as words } from '../../i18n/en-renewal.ts';
import { clockTime } from '../../i18n/time.ts';
import { useApp } from '../../state/app-context.tsx';

const NONE = 'none';
const SET = 'set';
const afterSeconds = [900, 1_800, 3_600, 14_400] as const;
const events = ['lock', 'suspend', 'quit'] as const;

export function LeaseField(props: { readonly token: TokenView }): ReactNode {
  const { token } = props;
  const { lease } = token;
  const { commands, ticker } = useApp();
  const choose = (value: string): void => {
    const event = events.find((each) => each === value);
    const seconds = afterSeconds.find((each) => String(each) === value);
    if (value === NONE) void commands.removeLease(token);
    else if (event !== undefined) void commands.setLease(token, { end: event });
    else if (seconds !== undefined) void commands.setLease(token, { end: 'after', seconds });
  };
  const chosen = lease === null ? NONE : lease.end === 'after' ? SET : lease.end;
  return (
    <select
      className="lease-field"
      aria-label={words.label(token.fingerprint)}
      value={chosen}
      onChange={({ currentTarget: { value } }) => choose(value)}
    >
      <option value={NONE}>{lease === null ? words.none : words.keep}</option>
      {lease?.endsAtMs != null && (
        <option value={SET}>{words.set(clockTime(lease.endsAtMs, ticker.nowMs()))}</option>
      )}
      {afterSeconds.map((seconds) => (
        <option key={seconds} value={seconds}>
          {words.after(seconds)}
        </option>
      ))}
      {events.map((event) => (
        <option key={event} value={event}>
          {words.events[event]}
        </option>
      ))}
    </select>
  );
}
