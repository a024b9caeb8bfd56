// How long a token has left and until when; of one whose end was asked for, when it would expire by itself; of a
// dead one, what proved it.
import type { ReactNode } from 'react';
import type { TokenView } from '../../../../electron/shared/credentials/credential-view.ts';
import { provenBy } from '../../../../electron/shared/tokens/evidence-words.ts';
import { TimeLeft, Until } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { clockTime } from '../../../i18n/time.ts';
import { isBeingEnded, provenDeath } from '../../../model/token-standing.ts';
import { useApp } from '../../../state/app-context.tsx';

export function TokenEnd(props: {
  readonly token: TokenView;
  /** Of the countdown. */
  readonly className: string;
}): ReactNode {
  const { token } = props;
  const { expiresAtMs } = token;
  const { ticker } = useApp();
  const proof = provenDeath(token);
  if (proof !== null) return <span>{provenBy(proof)}</span>;
  if (isBeingEnded(token)) {
    if (expiresAtMs === null) return null;
    const nowMs = ticker.nowMs();
    const say = expiresAtMs > nowMs ? en.token.wouldExpire : en.token.wouldHaveExpired;
    return <span className="secondary">{say(clockTime(expiresAtMs, nowMs))}</span>;
  }
  const isOver = token.state === 'expired';
  if (expiresAtMs === null) {
    return token.live ? <span className="secondary">{en.token.expiryUnknown}</span> : null;
  }
  if (!token.live && !isOver) return null;
  const say = token.live ? en.token.until : en.token.was;
  return (
    <>
      <strong className={props.className}>
        <TimeLeft expiresAtMs={expiresAtMs} timer short={isOver} paused={say} />
      </strong>
      <Until atMs={expiresAtMs} say={say} />
    </>
  );
}
