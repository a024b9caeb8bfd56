// Keeps the app window up to date: a whole view when it asks, then what changed, at once for the first
// change and afterwards at most ten times a second. A page that nobody sees is told nothing until it asks
// again; what main itself shows of the view goes on.
import type { ViewUpdate } from '../../shared/view-update.ts';
import type { ShownView } from '../../shared/views.ts';
import type { Clock } from '../domain/clock.ts';
import { toShownView, type ViewSources } from './shown-view.ts';
import { diffView, NOTHING_SENT } from './view-diff.ts';

/** Between two looks. */
const GAP_MS = 100;
/** And this many times as long as a look takes: a run over thousands of tokens comes first. */
const GAP_PER_COST = 8;
/** But never longer: a person who sets a star among ten thousand must see it set. */
const LONGEST_GAP_MS = 2_000;

export type Publisher = ReturnType<typeof createPublisher>;

export function createPublisher(ports: {
  readonly clock: Clock;
  readonly sources: () => ViewSources;
  /** What main itself shows of the view. Also while no page follows. */
  readonly show: (view: ShownView) => void;
  readonly push: (update: ViewUpdate) => void;
}) {
  const { clock } = ports;
  /** Of the update that was sent last: no number is ever used twice. */
  let version = 0;
  /** What the page was given. */
  let given = NOTHING_SENT;
  let following = false;
  let due = false;
  let nextAtMs = -Infinity;

  function lookNow(): ShownView {
    const view = toShownView(ports.sources());
    ports.show(view);
    return view;
  }

  function push(view: ShownView): void {
    const { sent, text } = diffView(given, view);
    if (text === null) return;
    given = sent;
    version += 1;
    ports.push({ version, after: version - 1, text });
  }

  function look(): void {
    due = false;
    const beganMs = clock.monotonicMs();
    const view = lookNow();
    if (following) push(view);
    const endedMs = clock.monotonicMs();
    const gapMs = Math.max(GAP_MS, (endedMs - beganMs) * GAP_PER_COST);
    nextAtMs = endedMs + Math.min(LONGEST_GAP_MS, gapMs);
  }

  return {
    /** Something may have changed. */
    changed: (): void => {
      if (due) return;
      due = true;
      const waitMs = nextAtMs - clock.monotonicMs();
      if (waitMs > 0) clock.after(waitMs, look);
      else setImmediate(look);
    },
    /**
     * What brings a page that holds the view of this number up to date, null for none: a patch where that
     * is the last it was given, else a whole view. From now on it is told what changes.
     */
    follow(held: number | null): ViewUpdate {
      const isHeld = held === version && given !== NOTHING_SENT;
      const { sent, text } = diffView(isHeld ? given : NOTHING_SENT, lookNow());
      following = true;
      given = sent;
      // What the page holds is up to date: it hears so by a patch of nothing.
      if (text === null) return { version, after: version, text: NOTHING };
      version += 1;
      return { version, after: isHeld ? held : null, text };
    },
    /** Nobody sees the page: nothing is sent until it asks again. */
    pause(): void {
      following = false;
    },
    /** The page is gone, with all it held. */
    forget: (): void => {
      following = false;
      given = NOTHING_SENT;
    },
  };
}

const NOTHING = '{"rest":{},"order":null,"rows":[]}';
