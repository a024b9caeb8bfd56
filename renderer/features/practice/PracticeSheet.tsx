// The practice gateway's controls and the ledger of what it was asked. Polled only while open.
import { useEffect, useState, type ReactNode } from 'react';
import type { PracticeView } from '../../../electron/shared/practice/practice-view.ts';
import { KindStrip } from '../../components/Chips.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { practiceWords as words } from './en-practice.ts';
import { useApp } from '../../state/app-context.tsx';
import { PracticeControls } from './PracticeControls.tsx';
import { RequestLedger } from './RequestLedger.tsx';

const POLL_MS = 2000;

export function PracticeSheet(props: { readonly onClose: () => void }): ReactNode {
  const { commands } = useApp();
  const [practice, setPractice] = useState<PracticeView | null>(null);
  useEffect(() => {
    let open = true;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const now = await commands.practice();
      if (open && now !== null) setPractice(now);
    };
    void ask();
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, [commands]);
  return (
    <Sheet title={words.title} onClose={props.onClose} wide strip={<KindStrip kind="practice" />}>
      <p>
        {words.lead}{' '}
        {practice !== null && <strong>{practice.running ? words.running : words.stopped}</strong>}
      </p>
      {practice !== null && (
        <>
          <PracticeControls practice={practice} onChanged={setPractice} />
          <WindowFailure subject="practice" />
          <RequestLedger ledger={practice.ledger} />
        </>
      )}
    </Sheet>
  );
}
