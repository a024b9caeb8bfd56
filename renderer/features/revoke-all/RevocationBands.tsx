// A run that is going on, over every screen: found again after it was left, and read out as it goes.
import { Square } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { spoken, stop } from './en-revoke-all.ts';
import { newsBetween, standingOfRun, type RunStanding } from './run-headline.ts';
import { useApp } from '../../state/app-context.tsx';

export function RevocationBands({ view }: { readonly view: AppView }): ReactNode {
  return view.revocationRuns.map((run) => <RevocationBand key={run.id} run={run} view={view} />);
}

function RevocationBand(props: {
  readonly run: RevocationRunView;
  readonly view: AppView;
}): ReactNode {
  const { run, view } = props;
  const { window: store } = useApp();
  const standing = useMemo(() => standingOfRun(run, view.credentials), [run, view.credentials]);
  const alarm = standing.counts.still_honoured + standing.counts.failed > 0;
  return (
    <section
      className="line stop-band"
      data-alarm={alarm ? '' : undefined}
      aria-label={stop.runTitle}
    >
      <Square size={14} fill="currentColor" aria-hidden="true" />
      <p className="line line-wide figure">
        <strong>{stop.accepted(standing)}</strong>
        <span>{stop.verified(standing)}</span>
        {standing.beyond > 0 && <strong>{stop.beyond(standing.beyond)}</strong>}
        {standing.counts.left_alone > 0 && (
          <strong>{stop.halted(standing.counts.left_alone)}</strong>
        )}
        {alarm && (
          <strong>
            {standing.counts.failed > 0 && stop.failed(standing.counts.failed)}{' '}
            {standing.counts.still_honoured > 0 && stop.alarm(standing.counts.still_honoured)}
          </strong>
        )}
      </p>
      <ActionButton
        name="show_run"
        look="plain"
        className="button-small"
        run={() => store.show({ kind: 'revocation_run', runId: run.id })}
      />
      <RunAnnouncer standing={standing} />
    </section>
  );
}

/** Read out: the start, every quarter, each failure, the end; never each token. */
function RunAnnouncer({ standing }: { readonly standing: RunStanding }): ReactNode {
  const before = useRef<RunStanding | null>(null);
  const [said, setSaid] = useState({ text: '', alarm: false });
  useEffect(() => {
    const news = newsBetween(before.current, standing);
    before.current = standing;
    if (news !== null)
      setSaid({ text: spoken(standing), alarm: news === 'failed' || news === 'ended' });
  }, [standing]);
  return (
    <span className="visually-hidden">
      <output>{said.alarm ? '' : said.text}</output>
      <span role="alert">{said.alarm ? said.text : ''}</span>
    </span>
  );
}
