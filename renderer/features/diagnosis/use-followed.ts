// Follows a diagnosis in main until it has ended, and says so once.
import { useEffect, useState } from 'react';
import type { DiagnosisView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { diagnosisNews } from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { diagnosisSaid } from './en-said-diagnosis.ts';
import { useApp } from '../../state/app-context.tsx';

/** Asks main for what is newer until it has ended. */
export function useFollowed(
  first: DiagnosisView | null,
): [DiagnosisView | null, (view: DiagnosisView | null) => void] {
  const { commands, feedback } = useApp();
  const [view, setView] = useState(first);
  useEffect(() => {
    if (view === null || view.endedAtMs !== null) return undefined;
    let wanted = true;
    void commands.followDiagnosis(view).then((newer) => {
      if (!wanted || newer === null) return;
      setView(newer);
      if (newer.endedAtMs !== null) {
        feedback.say(diagnosisSaid.ended(newer.label, diagnosisNews(newer)));
      }
    });
    return () => {
      wanted = false;
    };
  }, [commands, feedback, view]);
  return [view, setView];
}
