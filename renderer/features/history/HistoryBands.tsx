// Over the window: the history is damaged, or cannot be written. The second goes by itself; the first
// stays until it was read and dismissed.
import { TriangleAlert, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { failureWords } from '../../../electron/shared/failure-words.ts';
import type { HistoryStandingView } from '../../../electron/shared/history-view.ts';
import { Button } from '../../components/Button.tsx';
import { historyWords as words } from '../../i18n/en-history.ts';
import { en } from '../../i18n/en.ts';
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
        <DamageNotice damage={damage}>
          <Button
            look="icon"
            aria-label={en.verbs.dismiss}
            title={en.verbs.dismiss}
            onClick={() => setRead(found)}
          >
            <X size={14} aria-hidden="true" />
          </Button>
        </DamageNotice>
      )}
      {failure !== null && (
        <section className="notice notice-failure" aria-label={words.notWritten}>
          <TriangleAlert className="notice-icon" size={16} aria-hidden="true" />
          <div className="notice-text">
            <div role="alert">
              <p className="notice-what">{words.notWritten}</p>
              <p>
                {failureWords(failure).what} {failureWords(failure).todo}
              </p>
            </div>
            {waiting > 0 && <p className="secondary">{words.waiting(waiting)}</p>}
          </div>
        </section>
      )}
    </>
  );
}
