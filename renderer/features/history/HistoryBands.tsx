// Over the window: the history is damaged, or cannot be written. The second goes by itself; the first
// stays until it was read and dismissed.
import { useState, type ReactNode } from 'react';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type {
  HistoryStandingView,
  HistoryDamageView,
} from '../../../electron/shared/history/history-view.ts';
import { Notice, Told } from '../../components/Notice.tsx';
import { historyWords as words } from './en-history.ts';
import { historyDamageWords } from '../../../electron/shared/history/history-sentences.ts';

/**
 * What is wrong with the history that was found: what happened, what it means, what to do, and under
 * which name the damaged file is kept.
 */
export function DamageNotice(props: {
  readonly damage: HistoryDamageView;
  readonly onDismiss?: () => void;
}): ReactNode {
  const { kind, atSeq, keptAside } = props.damage;
  const [what, means, todo] = historyDamageWords[kind];
  return (
    <Notice failure name={words.damage} onDismiss={props.onDismiss}>
      <Told says={[what, `${means} ${todo}`]} />
      {(keptAside !== null || atSeq !== null) && (
        <p className="secondary wrap">
          {atSeq !== null && words.fromEvent(atSeq)} {keptAside !== null && words.keptAs(keptAside)}
        </p>
      )}
    </Notice>
  );
}

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
          <Told
            says={[words.notWritten, `${failureWords(failure).what} ${failureWords(failure).todo}`]}
          />
          {waiting > 0 && <p className="secondary">{words.waiting(waiting)}</p>}
        </Notice>
      )}
    </>
  );
}
