// A token's lease: when it is to be revoked before the server lets it expire. One choice, done at once, in
// the words of the palette.
import type { ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { placeOf } from '../../actions/action.ts';
import { actions, runAction, verbOf } from '../../actions/actions.ts';
import { leaseChoices } from '../../actions/lease-actions.ts';
import { leaseWords as words } from './en-renewal.ts';
import { clockTime } from '../../i18n/time.ts';
import { useApp } from '../../state/app-context.tsx';

const NONE = 'lease_remove';
const SET = 'set';
const chosenBy = {
  lock: 'lease_at_lock',
  suspend: 'lease_at_sleep',
  quit: 'lease_at_quit',
  after: SET,
  program: SET,
} as const;

export function LeaseField(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
}): ReactNode {
  const { token } = props;
  const { lease } = token;
  const app = useApp();
  const place = placeOf(app, props);
  if (place === null) return null;
  const choose = (value: string): void => {
    const name = ([NONE, ...leaseChoices] as const).find((each) => each === value);
    if (name !== undefined) runAction(app, name, props);
  };
  return (
    <select
      className="lease-field"
      disabled={lease?.end === 'program'}
      aria-label={words.label(token.fingerprint)}
      value={lease === null ? NONE : chosenBy[lease.end]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    >
      <option value={NONE}>
        {lease === null ? words.none : verbOf(actions.lease_remove, place)}
      </option>
      {lease?.endsAtMs != null && (
        <option value={SET}>{words.set(clockTime(lease.endsAtMs, app.ticker.nowMs()))}</option>
      )}
      {lease?.end === 'program' && <option value={SET}>{words.program}</option>}
      {leaseChoices.map((name) => (
        <option key={name} value={name}>
          {verbOf(actions[name], place)}
        </option>
      ))}
    </select>
  );
}
