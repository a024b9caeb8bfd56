// The events by day, newest first: time, what happened, to which credential and token, what came of it.
import type { ReactNode } from 'react';
import { historyDetail, historyTitle } from '../../../electron/shared/history/history-sentences.ts';
import type { HistoryEventView } from '../../../electron/shared/history/history-view.ts';
import type { HistoryWord } from '../../../electron/shared/history/history-words.ts';
import { dayOf, historyWords as words, timeOf } from './en-history.ts';

/** Events that leave something alive, or something unproven, behind. */
const alarming: ReadonlySet<HistoryWord> = new Set([
  'history_gap',
  'token_possibly_issued',
  'revoke_failed',
  'still_honoured',
]);

export function HistoryList(props: {
  readonly events: readonly HistoryEventView[];
  /** Each names its credential; else all are about the same. */
  readonly named: boolean;
}): ReactNode {
  const days = Map.groupBy(props.events, ({ event }) => (event === null ? '' : dayOf(event.atMs)));
  return (
    <div className="history-days">
      {[...days].map(([day, events], index) => (
        <section key={`${day} ${index}`} aria-label={day === '' ? words.later : day}>
          {day !== '' && <h3 className="history-day">{day}</h3>}
          <ol className="history-events">
            {events.map((each) => (
              <HistoryRow key={each.seq} entry={each} named={props.named} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function HistoryRow(props: {
  readonly entry: HistoryEventView;
  readonly named: boolean;
}): ReactNode {
  const { seq, event } = props.entry;
  if (event === null) {
    return (
      <li className="history-event">
        <span className="history-what secondary">{`${words.later} (${seq})`}</span>
      </li>
    );
  }
  const detail = historyDetail(event);
  const damaged = event.what === 'history_started' && event.word !== 'new';
  return (
    <li className="history-event">
      <time className="history-time" dateTime={new Date(event.atMs).toISOString()}>
        {timeOf(event.atMs)}
      </time>
      <span className={alarming.has(event.what) || damaged ? 'history-what warn' : 'history-what'}>
        {historyTitle(event.what)}
      </span>
      <span className="history-about">
        {props.named && event.label !== undefined && (
          <span className="history-label">{event.label}</span>
        )}
        {event.fingerprint !== undefined && <span className="mono">{event.fingerprint}</span>}
        {detail !== '' && <span className="secondary">{detail}</span>}
        {event.by === 'app' && <span className="secondary">{words.byApp}</span>}
      </span>
    </li>
  );
}
