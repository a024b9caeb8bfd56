// Pushes the app view to the window: at once for the first change, then at most so often, and only
// when it differs from the last one. A run over thousands of tokens is some pushes a second, and their
// cost stays a small part of the event loop's time.
import * as v from 'valibot';
import type { TokenView } from '../../shared/credential-view.ts';
import { appView, type AppView } from '../../shared/views.ts';
import type { Clock } from '../domain/clock.ts';
import { toAppView, type ViewSources } from './projections.ts';
import { createTokenViews } from './token-projection.ts';

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
}

interface Built {
  readonly view: AppView;
  /** Everything but the tokens, the version and the time. */
  readonly rest: string;
  readonly tokens: readonly TokenView[];
}

export function createPublisher(ports: {
  readonly clock: Clock;
  readonly sources: () => ViewSources;
  readonly push: (view: AppView) => void;
}): Publisher {
  const { clock } = ports;
  const tokenViews = createTokenViews();
  let version = 0;
  let due = false;
  let nextAtMs = -Infinity;
  let last: Built | null = null;

  /** Checked against the strict schema, the tokens one by one as they are made. */
  function build(): Built {
    version += 1;
    const whole = toAppView(ports.sources(), version, tokenViews);
    const rest = v.parse(appView, {
      ...whole,
      credentials: whole.credentials.map((each) => ({ ...each, tokens: [] })),
    });
    const credentials = rest.credentials.map((each, index) => ({
      ...each,
      tokens: whole.credentials[index]?.tokens ?? [],
    }));
    return {
      view: { ...rest, credentials },
      rest: JSON.stringify({ ...rest, version: 0, nowMs: 0 }),
      tokens: credentials.flatMap(({ tokens }) => tokens),
    };
  }

  function pushIfDifferent(): void {
    due = false;
    const beganMs = clock.monotonicMs();
    const built = build();
    if (last === null || differs(last, built)) {
      last = built;
      ports.push(built.view);
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
    current: () => build().view,
  };
}

/** A token's view is the same object while nothing in it differs. */
function differs(last: Built, now: Built): boolean {
  return (
    last.rest !== now.rest ||
    last.tokens.length !== now.tokens.length ||
    now.tokens.some((each, index) => each !== last.tokens[index])
  );
}
