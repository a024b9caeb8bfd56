// A run of "Revoke everything" while it goes on and after: headline, alarms, every token, the report.
// Closing it leaves the run going; the band over the panes brings it back.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a virtualised list cannot hold all its items.
import { Info } from 'lucide-react';
import { useMemo, useState, type ReactNode, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { STOP_SUBJECT } from './revoke-all-commands.ts';
import { Choice } from '../../components/Field.tsx';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { ShowSaved } from '../../components/ShowSaved.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { stop } from './en-revoke-all.ts';
import { clockTime, elapsed } from '../../i18n/time.ts';
import { standingOfRun, type RunStanding, type Job } from './run-headline.ts';
import { useApp } from '../../state/app-context.tsx';
import { scopeName } from './scope-names.ts';
import { RunDrawingFigure } from './RunDrawingFigure.tsx';
import { useTimeText } from '../../clock/use-time.ts';
import { RevocationJob } from './RevocationJob.tsx';

const ROW_PX = 52;

/**
 * Every token of a run, virtualised: what needs somebody stands first.
 */
function RevocationJobs(props: {
  readonly run: RevocationRunView;
  readonly jobs: readonly Job[];
}): ReactNode {
  const { run, jobs } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler.
  const rows = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    // In a narrow window the words of a row take several lines.
    measureElement: (row) => (row as HTMLElement).offsetHeight || ROW_PX,
    getItemKey: (index) => jobs[index]?.token.id ?? index,
    overscan: 6,
    initialRect: { width: 600, height: 400 },
  });
  return (
    // The region scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="stop-jobs" role="list" aria-label={stop.jobs} tabIndex={0}>
      <div role="presentation" className="list-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const job = jobs[item.index];
          if (job === undefined) return null;
          return (
            <div
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              role="listitem"
              aria-setsize={jobs.length}
              aria-posinset={item.index + 1}
              className="list-slot stop-job"
              data-token={job.token.id}
              style={{ transform: `translateY(${item.start}px)`, minHeight: ROW_PX }}
            >
              <RevocationJob run={run} job={job} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * The two figures of a run: how long from the key press to the last acceptance, and to the last proof
 * of death. While they are open the time runs; the bar is decorative, the words carry the facts.
 */
function RevocationHeadline(props: {
  readonly run: RevocationRunView;
  readonly standing: RunStanding;
}): ReactNode {
  const { run, standing } = props;
  return (
    <div className="stop-headline">
      <Figure
        words={stop.accepted(standing)}
        done={standing.accepted}
        all={standing.toAccept}
        afterMs={standing.acceptedAfterMs}
        pressedAtMs={run.pressedAtMs}
        running={standing.unanswered > 0}
      />
      <Figure
        words={stop.verified(standing)}
        done={standing.verified}
        all={standing.toVerify}
        afterMs={standing.verifiedAfterMs}
        pressedAtMs={run.pressedAtMs}
        running={standing.accepted > 0 && standing.verified < standing.toVerify}
      />
    </div>
  );
}

function Figure(props: {
  readonly words: string;
  readonly done: number;
  readonly all: number;
  readonly afterMs: number | null;
  readonly pressedAtMs: number;
  readonly running: boolean;
}): ReactNode {
  const part = props.all === 0 ? 0 : props.done / props.all;
  return (
    <div className="stop-headline-part">
      <p className="stop-figure figure">{props.words}</p>
      <p className="secondary figure">
        {props.afterMs !== null && stop.after(props.afterMs, props.done === props.all)}
        {props.afterMs === null && props.running && <Running sinceMs={props.pressedAtMs} />}{' '}
      </p>
      <span className="lifetime-bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${part})` }} />
      </span>
    </div>
  );
}

function Running(props: { readonly sinceMs: number }): ReactNode {
  const time = useTimeText((nowMs) => elapsed(props.sinceMs, nowMs));
  return <span role="timer">{stop.running(time.text)}</span>;
}

export function RevocationRunSheet(props: {
  readonly view: AppView;
  readonly run: RevocationRunView;
  readonly onClose: () => void;
}): ReactNode {
  const { view, run, onClose } = props;
  const { commands, ticker, window: store } = useApp();
  const standing = useMemo(() => standingOfRun(run, view.credentials), [run, view.credentials]);
  const { counts } = standing;
  const [saved, setSaved] = useState(false);
  const [withNotes, setWithNotes] = useState(false);
  const queued = counts.queued + counts.retrying;
  const revokeTheRest = (): void => {
    const left = standing.jobs.filter(({ phase }) => phase === 'left_alone');
    const tokenIds = left.map(({ token }) => token.id);
    store.show({ kind: 'revoke_all', scope: { kind: 'selection', tokenIds } });
  };
  return (
    <Sheet title={stop.runTitle} onClose={onClose} wide>
      <p className="secondary stop-about">
        {stop.of(
          run.scope.kind === 'all' ? stop.everythingOfRun : scopeName(run.scope, view),
          clockTime(run.pressedAtMs, ticker.nowMs()),
          counts.queued + counts.sending > 0 ? run.width : null,
        )}
      </p>
      <RevocationHeadline run={run} standing={standing} />
      {counts.still_honoured > 0 && (
        <p className="notice notice-failure stop-alarm">{stop.alarm(counts.still_honoured)}</p>
      )}
      {counts.failed > 0 && (
        <p className="notice notice-failure stop-alarm">{stop.failed(counts.failed)}</p>
      )}
      {standing.beyond > 0 && (
        <p className="notice notice-failure stop-alarm">{stop.beyond(standing.beyond)}</p>
      )}
      {counts.left_alone > 0 && (
        <div className="notice stop-halted">
          <Info className="notice-icon" size={16} aria-hidden="true" />
          <p className="notice-text">{stop.halted(counts.left_alone)}</p>
          <Button onClick={revokeTheRest}>{stop.rest(counts.left_alone)}</Button>
        </div>
      )}
      <RevocationJobs run={run} jobs={standing.jobs} />
      <RunDrawingFigure run={run} standing={standing} />
      <Choice
        type="checkbox"
        label={stop.withNotes}
        checked={withNotes}
        onChange={({ currentTarget }) => setWithNotes(currentTarget.checked)}
      />
      <WindowFailure subject={STOP_SUBJECT} />
      <div className="sheet-actions">
        {!standing.ended && <span className="secondary spring">{stop.openNote}</span>}
        {queued > 0 && run.cancelledAtMs === null && (
          <Button onClick={() => void commands.revocationRunCancel(run.id)}>{stop.cancel}</Button>
        )}
        <Button onClick={() => void commands.stopReport(run.id, withNotes).then(setSaved)}>
          {stop.report}
        </Button>
        <ShowSaved saved={saved} />
        <Button
          look="primary"
          disabled={!standing.ended}
          onClick={() => {
            void commands.revocationRunClose(run.id).then((closed) => closed && onClose());
          }}
        >
          {stop.close}
        </Button>
      </div>
    </Sheet>
  );
}
