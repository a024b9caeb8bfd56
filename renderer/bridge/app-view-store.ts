// The one view that main keeps up to date: asked for once, then patched in the order of the numbers.
// Where a number is missing, the whole is asked for anew; while nobody sees the window, nothing comes.
// A question that main refuses, fails at or leaves unanswered is asked again, and the window is told why.
// Nothing is derived or added here, and nothing of it is ever written anywhere.
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import type { ViewPatch, ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { Sight } from '../clock/ticker.ts';
import { createStore, type Store } from './create-store.ts';
import { askUntilAnswered, windowAfter, type After, type NoAnswer } from './ask-until-answered.ts';

export interface AppViewStore extends Store<AppView | null> {
  /** Why main's view has been lacking for seconds; null while it is there or may still come. */
  readonly lacking: Store<NoAnswer | null>;
  /** Asks main for what the window lacks. */
  readonly askAgain: () => void;
  /** Starts listening; the answer stops. */
  readonly start: () => () => void;
}

export function createAppViewStore(
  bridge: Pick<Bridge, 'viewCurrent' | 'viewPause' | 'onViewChanged'>,
  sight: Sight,
  after: After = windowAfter,
): AppViewStore {
  const store = createStore<AppView | null>(null);
  const lacking = createStore<NoAnswer | null>(null);
  /** The highest number that main has told of. */
  let newest = 0;
  const question = askUntilAnswered({
    ask,
    after,
    lasting: (why) => lacking.change(() => why),
  });

  const held = (): number | null => store.current()?.version ?? null;

  function take(update: ViewUpdate): void {
    newest = Math.max(newest, update.version);
    store.change((view) => applyUpdate(view, update) ?? view);
    if (held() !== newest && !question.isAsking()) question.askNow();
  }

  async function ask(): Promise<NoAnswer | null> {
    const answer = await bridge.viewCurrent({ held: held() });
    if (!answer.ok) return answer.failure.code === 'not_allowed' ? 'refused' : 'failed';
    take(answer.value);
    return held() === newest ? null : 'failed';
  }

  function sightChanged(): void {
    // Even if an answer is on its way: main may have paused since it was asked.
    if (!sight.isHidden()) return question.askNow();
    // Unanswered it costs main some work; the window lacks nothing.
    bridge.viewPause().catch(() => undefined);
    return undefined;
  }

  return {
    ...store,
    lacking,
    askAgain: question.askNow,
    start() {
      const stops = [
        bridge.onViewChanged(take),
        sight.onShownChange(sightChanged),
        () => question.stop(),
      ];
      question.askNow();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/**
 * The view after `update`. What did not change stays the same object, so that nothing of it repaints. Null
 * where the update is older than what is held or a patch for another view: never a wrong view.
 */
export function applyUpdate(held: AppView | null, update: ViewUpdate): AppView | null {
  const { version, after, text } = update;
  if (held !== null && version <= held.version) return null;
  const before = after === null ? null : held;
  if (before?.version !== (after ?? undefined)) return null;
  const { rest, order, rows } = JSON.parse(text) as ViewPatch;
  const known = new Map(before?.credentials.map((each) => [each.id, each]));
  for (const row of rows) known.set(row.id, row);
  const isSame = order === null && rows.length === 0;
  const ids = order ?? before?.credentials.map(({ id }) => id) ?? [];
  const listed = ids.map((id) => known.get(id)).filter((each) => each !== undefined);
  if (listed.length < ids.length) return null;
  const credentials = isSame && before !== null ? before.credentials : listed;
  // A whole view brings every part of the rest.
  return { ...(before as AppView), ...rest, version, credentials };
}
