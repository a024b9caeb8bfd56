// The events that were read, and the way to earlier ones.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { historyWords as words } from './en-history.ts';
import { HistoryList } from './HistoryList.tsx';
import type { HistoryEvents } from './use-history.ts';

export function HistoryPages(props: {
  readonly history: HistoryEvents;
  /** Each names its credential; else all are about the same. */
  readonly named: boolean;
}): ReactNode {
  const { events, next, reading, failure, search, earlier } = props.history;
  return (
    <>
      <HistoryList events={events} named={props.named} />
      {events.length === 0 && failure === null && !reading && (
        <p className="history-end secondary">
          {search === '' ? words.none : words.noMatch(search)}
        </p>
      )}
      {next !== null && events.length > 0 && (
        <div className="history-end">
          <Button look="quiet" busy={reading} onClick={earlier}>
            {words.earlier}
          </Button>
        </div>
      )}
    </>
  );
}
