// The events that were read and the way to earlier ones; those of one credential below its detail.
import { useEffect, type ReactNode } from 'react';
import { FullNameOf } from '../../components/FullName.tsx';
import { Button } from '../../components/Button.tsx';
import { historyWords as words, dayOf, timeOf } from './en-history.ts';
import { type HistoryEvents, useHistory } from './use-history.ts';
import { historyDetail } from '../../../electron/shared/history/history-sentences.ts';
import type { HistoryEventView } from '../../../electron/shared/history/history-view.ts';
import { historyTitles, type HistoryWord } from '../../../electron/shared/history/history-words.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { useApp } from '../../state/app-context.tsx';
import { LifetimesChart } from './LifetimesChart.tsx';
import { weekBegins } from './lifetimes.ts';

/** Events that leave something alive, or something unproven, behind. */
const alarming: ReadonlySet<HistoryWord> = new Set([
  'history_gap',
  'token_possibly_issued',
  'revoke_failed',
  'still_honoured',
]);

/** The events by day, newest first: time, what happened, to which credential and token, what came of it. */
function HistoryList(props: {
  readonly events: readonly HistoryEventView[];
  /** Each names its credential; else all are about the same. */
  readonly named: boolean;
}): ReactNode {
  const days = Map.groupBy(props.events, ({ event }) => (event === null ? '' : dayOf(event.atMs)));
  return (
    <div>
      {[...days].map(([day, events], index) => (
        <section key={`${day} ${index}`} aria-label={day === '' ? words.later : day}>
          {day !== '' && <h3 className="history-day">{day}</h3>}
          <ol>
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
      <li className="event">
        <span className="event-what secondary">{`${words.later} (${seq})`}</span>
      </li>
    );
  }
  const detail = historyDetail(event);
  const damaged = event.what === 'history_started' && event.word !== 'new';
  return (
    <li className="event">
      <time className="secondary" dateTime={new Date(event.atMs).toISOString()}>
        {timeOf(event.atMs)}
      </time>
      <span className={alarming.has(event.what) || damaged ? 'event-what warn' : 'event-what'}>
        {historyTitles[event.what]}
      </span>
      <span className="line wrap">
        {props.named && event.label !== undefined && (
          <span>
            <FullNameOf id={event.credentialId} label={event.label} />
          </span>
        )}
        {event.fingerprint !== undefined && <span className="mono">{event.fingerprint}</span>}
        {detail !== '' && <span className="secondary">{detail}</span>}
        {event.by === 'app' && <span className="secondary">{words.byApp}</span>}
      </span>
    </li>
  );
}

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

/** A key that is checked every minute has no more than this drawn. */
const MOST_DRAWN = 1_000;

export function CredentialHistory(props: { readonly credential: CredentialView }): ReactNode {
  const { id, tokens } = props.credential;
  const { ticker } = useApp();
  const history = useHistory(id, '');
  const { failure, events, next, reading, earlier } = history;
  const oldest = events.findLast(({ event }) => event !== null)?.event;
  const readFromMs = next === null ? null : (oldest?.atMs ?? null);
  const isWeekShort = readFromMs !== null && readFromMs > weekBegins(ticker.nowMs());
  useEffect(() => {
    if (isWeekShort && !reading && failure === null && events.length < MOST_DRAWN) earlier();
  });
  return (
    <div aria-busy={reading}>
      {failure !== null && <FailureNotice failure={failure} news={false} />}
      <LifetimesChart events={events} tokens={tokens} readFromMs={readFromMs} />
      <HistoryPages history={history} named={false} />
    </div>
  );
}
