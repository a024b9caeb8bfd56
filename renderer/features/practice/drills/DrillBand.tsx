// Over the whole window while a drill runs: what the alarm says, the clock, how far it is, and the two
// ways to its end.
import type { ReactNode } from 'react';
import type { AppView } from '../../../../electron/shared/views.ts';
import { DRILL_SUBJECT } from '../../../bridge/feedback.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { DrillClock } from '../../../components/DrillStrip.tsx';
import { WindowFailure } from '../../../components/Failures.tsx';
import { en } from '../../../i18n/en.ts';
import { alarmWords, drillWords as words } from './en-drill.ts';
import { usePending } from '../../../state/app-context.tsx';

const and = new Intl.ListFormat('en-GB');

export function DrillBand(props: { readonly view: AppView }): ReactNode {
  const { drill, credentials } = props.view;
  const busy = usePending('drillEnd', DRILL_SUBJECT);
  if (drill === null) return null;
  const leaked = credentials.filter(({ id }) => drill.leakedIds.includes(id));
  const names = and.format(leaked.map(({ label }) => label));
  return (
    <section className="drill-band" aria-label={words.label}>
      <div className="drill-hatch" aria-hidden="true" />
      <div className="line line-wide drill-row">
        <strong className="drill-word">{en.drill.word}</strong>
        <div className="drill-text" role="alert">
          {drill.preparing ? words.preparing : alarmWords[drill.scenario](names)}
        </div>
        {!drill.preparing && (
          <div className="drill-progress figure">
            <DrillClock sinceMs={drill.startedAtMs} />
            <output>{words.standing(drill)}</output>
          </div>
        )}
        <div className="line">
          <ActionButton name="drill_finish" look="plain" className="button-small" busy={busy} />
          <ActionButton name="drill_stop" look="plain" className="button-small" busy={busy} />
        </div>
      </div>
      <WindowFailure subject={DRILL_SUBJECT} />
    </section>
  );
}
