// One token of a run: where it stands, why, and what can be done about it.
import type { ReactNode } from 'react';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { FullName } from '../../components/FullName.tsx';
import { Button } from '../../components/Button.tsx';
import { ScopeChips } from '../../components/Chips.tsx';
import { actionTitles } from '../../i18n/en-actions.ts';
import { en } from '../../i18n/en.ts';
import { NextTry } from '../../components/Time.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { StateWord } from '../../components/StateMark.tsx';
import { phaseWord, stop } from './en-revoke-all.ts';
import { phaseLooks, type Job } from './run-headline.ts';
import { useApp } from '../../state/app-context.tsx';
import { revokeToken } from '../../actions/shared-calls.ts';

export function RevocationJob(props: {
  readonly run: RevocationRunView;
  readonly job: Job;
}): ReactNode {
  const { job } = props;
  const { token, credential, phase } = job;
  const { call, window: store } = useApp();
  const [state] = phaseLooks[phase];
  return (
    <>
      <StateShape state={state} />
      <div className="stop-job-what">
        <p className="line wrap">
          <span className="stop-job-label strong">
            <FullName of={credential} />
          </span>
          <span className="mono secondary">{token.fingerprint}</span>
          <ScopeChips scopes={token.grantedScopes ?? token.requestedScopes} />
        </p>
        <p className="secondary wrap">
          <Detail {...props} />
        </p>
      </div>
      <StateWord state={state} token={token} word={phaseWord(job)} />
      {(phase === 'failed' || phase === 'retrying' || phase === 'left_alone') && (
        <Button className="button-small" onClick={() => void revokeToken(call, credential, token)}>
          {phase === 'left_alone' ? actionTitles.revoke.title : stop.tryNow}
        </Button>
      )}
      {phase === 'guided' && (
        <Button
          className="button-small"
          onClick={() => store.show({ kind: 'partner_guide', tokenId: token.id })}
        >
          {stop.steps}
        </Button>
      )}
    </>
  );
}

function Detail(props: { readonly run: RevocationRunView; readonly job: Job }): ReactNode {
  const { run, job } = props;
  const { revocation } = job.token;
  if (revocation === null) return job.phase === 'left_alone' ? stop.leftAlone : null;
  const { acceptedAtMs, verifiedAtMs, nextAttemptAtMs, failure } = revocation;
  const since = (atMs: number): number => Math.max(0, atMs - run.pressedAtMs);
  switch (job.phase) {
    case 'failed':
    case 'retrying':
      return (
        <>
          {failure !== null && failureWords(failure).what}
          {nextAttemptAtMs !== null && (
            <>
              {' '}
              <NextTry atMs={nextAttemptAtMs} say={en.nextTry} />
            </>
          )}
        </>
      );
    case 'propagating':
    case 'confirming':
    case 'still_honoured':
      return acceptedAtMs === null
        ? null
        : stop.acceptedRefused(since(acceptedAtMs), revocation.refusals);
    case 'not_verifiable':
      return acceptedAtMs === null ? null : stop.acceptedUnproven(since(acceptedAtMs));
    case 'verified':
      return verifiedAtMs === null
        ? null
        : stop.verifiedAfter(since(verifiedAtMs), { ...revocation, verifiedAtMs });
    case 'queued':
    case 'sending':
    case 'guided':
    case 'expired':
    case 'left_alone':
      return null;
  }
}
