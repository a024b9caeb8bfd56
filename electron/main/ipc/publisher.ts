// Keeps the app window up to date: a whole view when it asks, then what changed, at once for the first
// change and afterwards at most so often. A page that nobody sees is told nothing until it asks again.
// A run over thousands of tokens is some pushes a second, and their cost stays a small part of the event
// loop's time.
import type { ViewUpdate } from '../../shared/view-update.ts';
import type { AppView } from '../../shared/views.ts';
import type { Clock } from '../domain/clock.ts';
import { createShownCredentials } from '../credentials/credential-projection.ts';
import { toCachedProjection, type ViewSources } from './projections.ts';
import { viewOf, type CachedProjection } from './projection-cache.ts';
import { differ, patchUpdate, wholeUpdate } from './view-diff.ts';

/** Between two pushes. */
const GAP_MS = 100;
/** And this many times as long as a push takes. */
const GAP_PER_COST = 8;
/** But never longer: a person who sets a star among ten thousand must see it set. */
const LONGEST_GAP_MS = 2_000;

export interface Publisher {
  /** Something may have changed. */
  readonly changed: () => void;
  /** The view as it is now. */
  readonly current: () => AppView;
  /**
   * What brings a page that holds the view of this number up to date, null for none: a patch where that
   * is the last it was given, else a whole view. From now on it is told what changes.
   */
  readonly follow: (held: number | null) => ViewUpdate;
  /** Nobody sees the page: nothing is sent until it asks again. */
  readonly pause: () => void;
  /** The page is gone, with all it held. */
  readonly forget: () => void;
}

export function createPublisher(ports: {
  readonly clock: Clock;
  readonly sources: () => ViewSources;
  /** The view differs from the last one. Also while no page follows. */
  readonly differs: (view: CachedProjection) => void;
  readonly push: (update: ViewUpdate) => void;
}): Publisher {
  const { clock } = ports;
  const credentials = createShownCredentials();
  let latest: CachedProjection | null = null;
  /** What the page was given last. While it follows, that is the latest. */
  let given: CachedProjection | null = null;
  let following = false;
  let due = false;
  let nextAtMs = -Infinity;

  /** The view as it is now; with a number of its own where it differs from the latest. */
  function reevaluate(): CachedProjection {
    const built = toCachedProjection(ports.sources(), (latest?.version ?? 0) + 1, credentials);
    if (latest !== null && !differ(latest, built)) return latest;
    latest = built;
    ports.differs(built);
    return built;
  }

  function pushIfDifferent(): void {
    due = false;
    const beganMs = clock.monotonicMs();
    const now = reevaluate();
    if (following && given !== null && now !== given) {
      const update = patchUpdate(given, now);
      given = now;
      ports.push(update);
    }
    const endedMs = clock.monotonicMs();
    const gapMs = Math.max(GAP_MS, (endedMs - beganMs) * GAP_PER_COST);
    nextAtMs = endedMs + Math.min(LONGEST_GAP_MS, gapMs);
  }

  return {
    changed() {
      if (due) return;
      due = true;
      const waitMs = nextAtMs - clock.monotonicMs();
      if (waitMs > 0) clock.after(waitMs, pushIfDifferent);
      else setImmediate(pushIfDifferent);
    },
    current: () => viewOf(reevaluate()),
    follow(held) {
      const now = reevaluate();
      const update =
        given !== null && given.version === held ? patchUpdate(given, now) : wholeUpdate(now);
      given = now;
      following = true;
      return update;
    },
    pause() {
      following = false;
    },
    forget() {
      following = false;
      given = null;
    },
  };
}
