// The word over every sheet while a drill runs, hatched: nobody may take practice for earnest, nor
// earnest for practice.
import type { ReactNode } from 'react';
import { useTimeText } from './use-time.ts';
import { en } from '../i18n/en.ts';
import { elapsed } from '../i18n/time.ts';
import { useView } from '../state/app-context.tsx';

export function DrillStrip(): ReactNode {
  const drill = useView((view) => view.drill);
  if (drill === null || drill === undefined) return null;
  return (
    <p className="line line-apart drill-strip">
      <strong>{en.drill.word}</strong>
      {!drill.preparing && <DrillClock sinceMs={drill.startedAtMs} />}
    </p>
  );
}

export function DrillClock(props: { readonly sinceMs: number }): ReactNode {
  const time = useTimeText((nowMs) => elapsed(props.sinceMs, nowMs));
  return (
    <span className="figure" role="timer">
      {time.text}
      <span className="visually-hidden"> {en.drill.clock}</span>
    </span>
  );
}
