// What is wrong with the history that was found: what happened, what it means, what to do, and under
// which name the damaged file is kept.
import type { ReactNode } from 'react';
import { historyDamageWords } from '../../../electron/shared/history/history-sentences.ts';
import type { HistoryDamageView } from '../../../electron/shared/history/history-view.ts';
import { Notice } from '../../components/Notice.tsx';
import { historyWords as words } from './en-history.ts';

export function DamageNotice(props: {
  readonly damage: HistoryDamageView;
  readonly onDismiss?: () => void;
}): ReactNode {
  const { kind, atSeq, keptAside } = props.damage;
  const [what, means, todo] = historyDamageWords[kind];
  return (
    <Notice failure name={words.damage} onDismiss={props.onDismiss}>
      <div role="alert">
        <p className="notice-what">{what}</p>
        <p>
          {means} {todo}
        </p>
      </div>
      {(keptAside !== null || atSeq !== null) && (
        <p className="secondary wrap">
          {atSeq !== null && words.fromEvent(atSeq)} {keptAside !== null && words.keptAs(keptAside)}
        </p>
      )}
    </Notice>
  );
}
