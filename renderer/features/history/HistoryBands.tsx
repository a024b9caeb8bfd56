// Over the window: the history is damaged, or cannot be written. The second goes by itself; the first
// stays until it was read and dismissed.
import { useState, type ReactNode } from 'react';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { HistoryStandingView } from '../../../electron/shared/history/history-view.ts';
import { Notice } from '../../components/Notice.tsx';
import { historyWords as words } from './en-history.ts';
import { DamageNotice } from './DamageNotice.tsx';

export function HistoryBands(props: { readonly standing: HistoryStandingView | null }): ReactNode {
  const { standing } = props;
  const [read, setRead] = useState<string | null>(null);
  if (standing === null) return null;
  const { damage, failure, waiting } = standing;
  const found = JSON.stringify(damage);
  return (
    <>
      {damage !== null && read !== found && (
        <DamageNotice damage={damage} onDismiss={() => setRead(found)} />
      )}
      {failure !== null && (
        <Notice failure name={words.notWritten}>
          <div role="alert">
            <p className="notice-what">{words.notWritten}</p>
            <p>
              {failureWords(failure).what} {failureWords(failure).todo}
            </p>
          </div>
          {waiting > 0 && <p className="secondary">{words.waiting(waiting)}</p>}
        </Notice>
      )}
    </>
  );
}
