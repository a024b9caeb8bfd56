// A run of "Revoke everything" while it goes on and after: two rings, alarms, every token with those that stand alike
// folded, the report.
// Closing it leaves the run going; the band over the panes brings it back.
import { Info } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { STOP_SUBJECT } from '../../bridge/feedback.ts';
import { Choice } from '../../components/Field.tsx';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { StateWord } from '../../components/StateMark.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { phaseWord, stop } from './en-revoke-all.ts';
import { clockTime, elapsed, shortCountdown } from '../../i18n/time.ts';
import {
  phaseLooks,
  standingOfRun,
  type RunStanding,
  type Job,
  type Phase,
} from './run-headline.ts';
import { useApp } from '../../state/app-context.tsx';
import { revokeAllSaid } from '../../i18n/en-said.ts';
import { scopeName } from './ScopeChoice.tsx';
import { RunDrawingFigure } from './RunDrawingFigure.tsx';
import { useTimeText } from '../../components/use-time.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import { FullName } from '../../components/FullName.tsx';
import { ScopeChips } from '../../components/Chips.tsx';
import { actionTitles } from '../../i18n/en-actions.ts';
import { en } from '../../i18n/en.ts';
import { NextTry } from '../../components/Time.tsx';
import { revokeToken } from '../../actions/shared-calls.ts';

/** So many that stand alike are one line to be unfolded. */
const FOLDED_FROM = 4;
/** Of thousands that stand alike, those beyond are counted: each that is settled makes room for the next. */
const MOST_SHOWN = 50;
const NEED_SOMEBODY: ReadonlySet<Phase> = new Set(['failed', 'still_honoured', 'guided']);

/** Every token of a run: what needs somebody stands first, and unfolded. */
function RevocationJobs(props: {
  readonly run: RevocationRunView;
  readonly jobs: readonly Job[];
}): ReactNode {
  const { run, jobs } = props;
  const rowOf = (job: Job): ReactNode => (
    <li key={job.token.id} className="line stop-job" data-token={job.token.id}>
      <RevocationJob run={run} job={job} />
    </li>
  );
  return (
    <ul className="rows" aria-label={stop.jobs}>
      {[...Map.groupBy(jobs, phaseWord)].map(([word, alike]) =>
        alike.length < FOLDED_FROM ? (
          alike.map(rowOf)
        ) : (
          <Folded key={word} word={word} jobs={alike} rowOf={rowOf} />
        ),
      )}
    </ul>
  );
}

function Folded(props: {
  readonly word: string;
  readonly jobs: readonly Job[];
  readonly rowOf: (job: Job) => ReactNode;
}): ReactNode {
  const { word, jobs, rowOf } = props;
  const [first] = jobs;
  const [open, setOpen] = useState(first !== undefined && NEED_SOMEBODY.has(first.phase));
  const hidden = jobs.length - MOST_SHOWN;
  return (
    <li>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="stop-fold">
          {first !== undefined && <StateShape state={phaseLooks[first.phase][0]} />}
          {stop.folded(jobs.length, word)}
        </summary>
        {open && (
          <ul className="rows">
            {jobs.slice(0, MOST_SHOWN).map(rowOf)}
            {hidden > 0 && <li className="secondary">{stop.more(hidden)}</li>}
          </ul>
        )}
      </details>
    </li>
  );
}

/**
 * The two figures of a run, a ring each: how many were accepted, and how many shown dead, and how long each took from
 * the key press. The rings are decorative, the words carry the facts.
 */
function RevocationHeadline(props: {
  readonly run: RevocationRunView;
  readonly standing: RunStanding;
}): ReactNode {
  const { run, standing } = props;
  const { accepted, toAccept, verified, toVerify, confirmsAtMs } = standing;
  return (
    <div className="columns stop-headline">
      <Figure done={accepted} all={toAccept} afterMs={standing.acceptedAfterMs}>
        <p className="strong figure">{stop.accepted(standing)}</p>
        {standing.unanswered > 0 && <Running sinceMs={run.pressedAtMs} />}
      </Figure>
      <Figure done={verified} all={toVerify} afterMs={standing.verifiedAfterMs}>
        <p className="strong figure">{stop.verified(standing)}</p>
        {confirmsAtMs !== null && <TimeLeft endsAtMs={confirmsAtMs} />}
      </Figure>
    </div>
  );
}

function Figure(props: {
  readonly done: number;
  readonly all: number;
  readonly afterMs: number | null;
  readonly children: ReactNode;
}): ReactNode {
  const { done, all, afterMs } = props;
  return (
    <div className="line line-firm">
      <svg className="ring stop-ring" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="28" />
        <circle
          cx="32"
          cy="32"
          r="28"
          className="ring-part"
          pathLength={all}
          strokeDasharray={`${done} ${Math.max(1, all)}`}
        />
        <text x="32" y="36">{`${done}/${all}`}</text>
      </svg>
      <div className="secondary figure">
        {props.children}
        {afterMs !== null && stop.after(afterMs, done === all)}
      </div>
    </div>
  );
}

function Running(props: { readonly sinceMs: number }): ReactNode {
  const time = useTimeText((nowMs) => elapsed(props.sinceMs, nowMs));
  return <span role="timer">{stop.running(time.text)}</span>;
}

/** Nothing once it is over: then the next answer tells. */
function TimeLeft(props: { readonly endsAtMs: number }): ReactNode {
  const time = useTimeText((nowMs) => shortCountdown(props.endsAtMs, nowMs));
  return time.nextChangeAtMs !== null && <span role="timer">{stop.left(time.text)}</span>;
}

export function RevocationRunSheet(props: {
  readonly view: AppView;
  readonly run: RevocationRunView;
}): ReactNode {
  const { view, run } = props;
  const { ticker, window: store } = useApp();
  const standing = useMemo(() => standingOfRun(run, view.credentials), [run, view.credentials]);
  const { counts } = standing;
  const about = { input: { runId: run.id }, subject: STOP_SUBJECT };
  const [withNotes, setWithNotes] = useState(false);
  const queued = counts.queued + counts.retrying;
  const revokeTheRest = (): void => {
    const left = standing.jobs.filter(({ phase }) => phase === 'left_alone');
    const tokenIds = left.map(({ token }) => token.id);
    store.show({ kind: 'revoke_all', scope: { kind: 'selection', tokenIds } });
  };
  return (
    <Sheet title={stop.runTitle} wide>
      <p className="secondary">
        {stop.of(
          run.scope.kind === 'all' ? stop.everythingOfRun : scopeName(run.scope, view),
          clockTime(run.pressedAtMs, ticker.nowMs()),
          counts.queued + counts.sending > 0 ? run.width : null,
        )}
      </p>
      <RevocationHeadline run={run} standing={standing} />
      {counts.still_honoured > 0 && (
        <p className="notice notice-failure strong">{stop.alarm(counts.still_honoured)}</p>
      )}
      {counts.failed > 0 && (
        <p className="notice notice-failure strong">{stop.failed(counts.failed)}</p>
      )}
      {standing.beyond > 0 && (
        <p className="notice notice-failure strong">{stop.beyond(standing.beyond)}</p>
      )}
      {counts.left_alone > 0 && (
        <div className="notice notice-line">
          <Info className="notice-icon" size={16} aria-hidden="true" />
          <p className="notice-text">{stop.halted(counts.left_alone)}</p>
          <Button onClick={revokeTheRest}>{stop.rest(counts.left_alone)}</Button>
        </div>
      )}
      <RevocationJobs run={run} jobs={standing.jobs} />
      <RunDrawingFigure run={run} standing={standing} />
      <Choice
        label={stop.withNotes}
        checked={withNotes}
        onChange={({ currentTarget }) => setWithNotes(currentTarget.checked)}
      />
      <WindowFailure subject={STOP_SUBJECT} />
      <div className="sheet-actions">
        {!standing.ended && <span className="secondary spring">{stop.openNote}</span>}
        {queued > 0 && run.cancelledAtMs === null && (
          <CallButton {...about} call="revocationRunCancel" said={revokeAllSaid.cancelled}>
            {stop.cancel}
          </CallButton>
        )}
        <CallButton
          saves
          call="stopReport"
          input={{ runId: run.id, notes: withNotes }}
          subject={STOP_SUBJECT}
          said={revokeAllSaid.reportSaved}
        >
          {stop.report}
        </CallButton>
        <CallButton
          {...about}
          call="revocationRunClose"
          said={revokeAllSaid.putAway}
          look="primary"
          disabled={!standing.ended}
          onDone={store.close}
        >
          {stop.close}
        </CallButton>
      </div>
    </Sheet>
  );
}

/** One token of a run: where it stands, why, and what can be done about it. */
function RevocationJob(props: { readonly run: RevocationRunView; readonly job: Job }): ReactNode {
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

function Detail({ run, job }: { readonly run: RevocationRunView; readonly job: Job }): ReactNode {
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
