// A run of "Revoke everything" while it goes on and after: headline, alarms, every token, the report.
// Closing it leaves the run going; the band over the panes brings it back.
import { Info } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { STOP_SUBJECT } from './revoke-all-commands.ts';
import { Choice } from '../../components/Field.tsx';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { ShowSaved } from '../../components/ShowSaved.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { stop } from './en-revoke-all.ts';
import { clockTime } from '../../i18n/time.ts';
import { standingOfRun } from './run-headline.ts';
import { useApp } from '../../state/app-context.tsx';
import { scopeName } from './scope-names.ts';
import { RevocationHeadline } from './RevocationHeadline.tsx';
import { RevocationJobs } from './RevocationJobs.tsx';
import { RunDrawingFigure } from './RunDrawingFigure.tsx';

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
