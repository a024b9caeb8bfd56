// What is known about a token beyond its state, one quiet line each; oddities in plain words, never
// hidden.
import type { ReactNode } from 'react';
import type { TokenView } from '../../../../electron/shared/credentials/credential-view.ts';
import { controlWords } from '../../../../electron/shared/tokens/evidence-words.ts';
import { failureSentence } from '../../../../electron/shared/failures/failure-words.ts';
import { Ago, NextTry } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { leaseWords } from '../../renewal/en-renewal.ts';
import { clockTime } from '../../../i18n/time.ts';
import { clockDoubt } from './clock-doubt.ts';
import { UsedBy } from './UsedBy.tsx';
import { useApp } from '../../../state/app-context.tsx';
import { anomalyWords, quarantineWords, stateMeans } from '../../../i18n/en-states.ts';

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

export function TokenFacts(props: { readonly token: TokenView }): ReactNode {
  const { token } = props;
  const { lastCheck, revocation, partnerPlan } = token;
  const doubt = clockDoubt(token);
  const proven = token.state === 'verified';
  const verifying =
    !proven && revocation !== null && revocation.acceptedAtMs !== null && token.verifiable;
  return (
    <ul className="token-facts secondary">
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
