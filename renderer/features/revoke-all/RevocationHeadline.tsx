// The two figures of a run: how long from the key press to the last acceptance, and to the last proof
// of death. While they are open the time runs; the bar is decorative, the words carry the facts.
import type { ReactNode } from 'react';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { useTimeText } from '../../clock/use-time-text.ts';
import { stop } from './en-revoke-all.ts';
import { elapsed } from '../../i18n/time.ts';
import type { RunStanding } from './run-headline.ts';

export function RevocationHeadline(props: {
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
