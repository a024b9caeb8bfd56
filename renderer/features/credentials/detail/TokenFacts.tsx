// What is known about a token beyond its state, one quiet line each; oddities in plain words, never
// hidden.
import type { ReactNode } from 'react';
import type { TokenView } from '../../../../electron/shared/credentials/credential-view.ts';
import { controlWords, provenBy } from '../../../../electron/shared/tokens/evidence-words.ts';
import { failureSentence } from '../../../../electron/shared/failures/failure-words.ts';
import { Ago, NextTry, TimeLeft, Until } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { leaseWords } from '../../renewal/en-renewal.ts';
import { clockTime } from '../../../i18n/time.ts';
import { useApp, useView } from '../../../state/app-context.tsx';
import { anomalyWords, quarantineWords, stateMeans } from '../../../i18n/en-states.ts';
import { handOutWords } from '../../../i18n/en-hand-out.ts';
import { isBeingEnded, provenDeath } from '../../../model/token-standing.ts';

/** A clock this little off was merely put right since (tokens/expiry-book). */
const CLOCK_CORRECTION_MS = 60_000;

/**
 * What the times of a token say about the clock of this machine (docs/oauth-cases.md, cases 112 and 114).
 * @returns `behind` where it shows a time before the token was asked for, and its end is unknown by that;
 * `set` where it was set back meanwhile: main counts the end on the clock that cannot be set. Null otherwise.
 */
export function clockDoubt(token: TokenView): 'behind' | 'set' | null {
  const { live, sentAtMs, lifetimeSeconds, expiresAtMs } = token;
  if (!live || lifetimeSeconds === null) return null;
  if (expiresAtMs === null) return 'behind';
  return sentAtMs + lifetimeSeconds * 1000 - expiresAtMs > CLOCK_CORRECTION_MS ? 'set' : null;
}

/** Which program holds a token, and since when. */
function UsedBy(props: { readonly tokenId: string }): ReactNode {
  const { ticker } = useApp();
  const used = useView(({ handOut }) =>
    handOut.programs.find(({ tokenId }) => tokenId === props.tokenId),
  );
  if (used === undefined) return null;
  return <li>{handOutWords.usedBy(used.program, clockTime(used.sinceMs, ticker.nowMs()))}</li>;
}

/** States whose meaning is said in full beside the word: nobody should have to guess. */
const EXPLAINED = new Set<TokenView['state']>([
  'possibly_issued',
  'quarantined',
  'refused',
  'unclear',
  'superseded',
  'revoke_failed',
  'propagating',
  'confirming',
  'still_honoured',
  'not_verifiable',
  'needs_you',
  'forgotten',
]);

export function TokenFacts({ token }: { readonly token: TokenView }): ReactNode {
  const { lastCheck, revocation, partnerPlan } = token;
  const doubt = clockDoubt(token);
  const proven = token.state === 'verified';
  const verifying =
    !proven && revocation !== null && revocation.acceptedAtMs !== null && token.verifiable;
  return (
    <ul className="secondary">
      {EXPLAINED.has(token.state) && <li>{stateMeans[token.state]}</li>}
      <UsedBy tokenId={token.id} />
      {token.lease !== null && <LeaseFact lease={token.lease} />}
      {token.quarantine !== null && <li>{quarantineWords[token.quarantine]}</li>}
      {doubt !== null && <li className="warn">{en.token.clock[doubt]}</li>}
      {token.unsaved && <li className="warn">{en.detail.unsaved}</li>}
      <li>
        <Ago atMs={token.sentAtMs} say={en.token.got} />
        {lastCheck !== null && (
          <>
            {' · '}
            <Ago
              atMs={lastCheck.atMs}
              say={(when) => en.token.checked(en.outcome[lastCheck.outcome], when)}
            />
          </>
        )}
        {verifying && ` · ${en.token.refusals(revocation)}`}
        {!proven && partnerPlan !== null && ` · ${en.token.refusals(partnerPlan)}`}
      </li>
      {lastCheck !== null && lastCheck.control !== null && (
        <li>{controlWords[lastCheck.control]}</li>
      )}
      {revocation !== null && revocation.acceptedAtMs === null && (
        <li>
          {en.token.attempts(revocation.attempts)}
          {revocation.nextAttemptAtMs !== null && (
            <>
              {' · '}
              <NextTry atMs={revocation.nextAttemptAtMs} say={en.token.nextAttempt} />
            </>
          )}
        </li>
      )}
      {revocation !== null && revocation.failure !== null && (
        <li className="warn">{failureSentence(revocation.failure)}</li>
      )}
      {token.anomalies.map((anomaly) => (
        <li key={anomaly} className={anomaly === 'scope_wider' ? 'warn' : undefined}>
          {anomalyWords[anomaly]}
          {anomaly.startsWith('expires_in') && token.expiresInRaw !== null && (
            <span className="mono"> {en.token.raw(token.expiresInRaw)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function LeaseFact(props: { readonly lease: NonNullable<TokenView['lease']> }): ReactNode {
  const { end, endsAtMs } = props.lease;
  const { ticker } = useApp();
  if (end !== 'after') return <li>{leaseWords.facts[end]}</li>;
  return endsAtMs !== null && <li>{leaseWords.fact(clockTime(endsAtMs, ticker.nowMs()))}</li>;
}

/**
 * How long a token has left and until when; of one whose end was asked for, when it would expire by itself; of a
 * dead one, what proved it.
 */
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
