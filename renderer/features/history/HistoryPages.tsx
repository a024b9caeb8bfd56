// The events that were read and the way to earlier ones; those of one credential below its detail.
import { useEffect, type ReactNode, useCallback, useState } from 'react';
import { FullNameOf } from '../../components/FullName.tsx';
import { Button } from '../../components/Button.tsx';
import { historyWords as words, dayOf, timeOf } from './en-history.ts';
import { historyDetail } from '../../../electron/shared/history/history-sentences.ts';
import {
  type HistoryEventView,
  HISTORY_PAGE,
  type HistoryPageView,
} from '../../../electron/shared/history/history-view.ts';
import { historyTitles, type HistoryWord } from '../../../electron/shared/history/history-words.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { FailureNotice } from '../../components/Failures.tsx';
import { useApp } from '../../state/app-context.tsx';
import { LifetimesChart } from './LifetimesChart.tsx';
import { weekBegins } from './lifetimes.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import type { Answer } from '../../../electron/shared/ipc-contract.ts';

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

type Ask = (before: number | null) => Promise<Answer<HistoryPageView>>;

interface Shown {
  /** The question these events answer. */
  readonly ask: Ask | null;
  readonly search: string;
  readonly events: readonly HistoryEventView[];
  readonly next: number | null;
  /** Up to this event all were looked at, but for what is before `next`. */
  readonly total: number;
  readonly failure: Failure | null;
  readonly reading: boolean;
}

const NOTHING: Omit<Shown, 'ask' | 'search'> = {
  events: [],
  next: null,
  total: 0,
  failure: null,
  reading: true,
};

interface HistoryEvents extends Omit<Shown, 'ask'> {
  readonly earlier: () => void;
  /** Looks for new events now: not every one changes what the window shows otherwise. */
  readonly refresh: () => void;
}

/**
 * The newest page, earlier ones as they are asked for, new ones as they come. A search in main stops after a number of
 * rows, so it is asked to go on until a page is full.
 */
export function useHistory(credentialId: string | null, search: string): HistoryEvents {
  const { quietly, views } = useApp();
  const [shown, setShown] = useState<Shown>({ ...NOTHING, ask: null, search });
  const ask: Ask = useCallback(
    (before) => quietly('historyPage', { before, search, credentialId }),
    [quietly, credentialId, search],
  );

  const refresh = useCallback(() => {
    void ask(null).then((page) => {
      if (!page.ok) return;
      setShown((held) => (held.ask === ask ? withNewest(held, page.value) : held));
    });
  }, [ask]);

  useEffect(() => {
    let wanted = true;
    void readOn(ask, null, (page, reading, from) => {
      if (!wanted) return false;
      setShown((held) => {
        const begun = held.ask === ask ? held : { ...NOTHING, ask, search };
        return withPage(begun, page, reading, from);
      });
      return true;
    });
    // Something happened: what is new goes on top. Of one credential, where something happened to that.
    const about = (): unknown =>
      credentialId === null
        ? {}
        : views.current()?.credentials.find(({ id }) => id === credentialId);
    let seen = about();
    const stop = views.subscribe(() => {
      const now = about();
      if (now !== seen) refresh();
      seen = now;
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [ask, credentialId, refresh, search, views]);

  const current = shown.ask === ask ? shown : { ...shown, reading: true };
  return {
    ...current,
    refresh,
    earlier() {
      if (current.reading || current.next === null) return;
      setShown((held) => ({ ...held, reading: true }));
      void readOn(ask, current.next, (page, reading, from) => {
        setShown((held) => (held.ask === ask ? withPage(held, page, reading, from) : held));
        return true;
      });
    },
  };
}

/** Reads on from there until a page is full; `take` answers whether more is wanted. */
async function readOn(
  ask: Ask,
  before: number | null,
  take: (page: Answer<HistoryPageView>, reading: boolean, from: number | null) => boolean,
): Promise<void> {
  let from = before;
  let missing = HISTORY_PAGE;
  let goOn = true;
  while (goOn) {
    const page = await ask(from);
    missing -= page.ok ? page.value.events.length : missing;
    const next = page.ok ? page.value.next : null;
    const reading = next !== null && missing > 0;
    goOn = take(page, reading, from) && reading;
    from = next;
  }
}

function withPage(
  held: Shown,
  page: Answer<HistoryPageView>,
  reading: boolean,
  from: number | null,
): Shown {
  if (!page.ok) return { ...held, failure: page.failure, reading };
  // Asked for before the list began anew: it would not follow on what is held.
  if (held.next !== from) return held;
  const { events, next } = page.value;
  // What came since the first page is not in the list yet.
  const total = from === null ? page.value.total : held.total;
  return { ...held, events: [...held.events, ...events], next, total, failure: null, reading };
}

function withNewest(held: Shown, page: HistoryPageView): Shown {
  // A new history begins again at one; and after a night more may have come than a page holds.
  const leavesGap = page.next !== null && page.next > held.total + 1;
  if (page.total < held.total || leavesGap) {
    return { ...held, ...page, failure: null, reading: false };
  }
  const newest = held.events[0]?.seq ?? 0;
  const added = page.events.filter(({ seq }) => seq > newest);
  if (added.length === 0 && page.total === held.total) return held;
  return { ...held, events: [...added, ...held.events], total: page.total };
}
