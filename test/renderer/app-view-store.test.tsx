// The window's view under everything that can happen on the way: lost, late and overtaken updates, a
// window out of sight, an answer that fails. What counts: at rest it is what main shows.
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { patchUpdate, wholeUpdate } from '../support/shown-views.ts';
import type { Answer } from '../../electron/shared/ipc-contract.ts';
import type { ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { createAppViewStore } from '../../renderer/bridge/app-view-store.ts';
import { appView, credential } from './fixtures.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

const viewAt = (version: number): AppView =>
  appView(NOW, {
    version,
    unprovenAtLock: version,
    credentials: [
      credential(NOW, { id: 'same', label: 'Same' }),
      credential(NOW, { id: `c-${version % 3}`, label: `Desk ${version}` }),
    ],
  });

/** A main process whose messages the test delivers by hand. */
function lab() {
  let view = viewAt(1);
  let given: AppView | null = null;
  let following = false;
  let hidden = false;
  let shownChanged: () => void = () => {};
  let listener: (update: ViewUpdate) => void = () => {};
  const events: ViewUpdate[] = [];
  const answers: (() => void)[] = [];
  const asked: (number | null)[] = [];
  let failing = false;
  const clock = createFakeClock();
  const bridge: Parameters<typeof createAppViewStore>[0] = {
    viewCurrent({ held }) {
      asked.push(held);
      const update = given?.version === held ? patchUpdate(given, view) : wholeUpdate(view);
      if (!failing) {
        given = view;
        following = true;
      }
      const answer: Answer<ViewUpdate> = failing
        ? { ok: false, failure: { code: 'internal_error' } }
        : { ok: true, value: update };
      return new Promise((resolve) => {
        answers.push(() => resolve(answer));
      });
    },
    viewPause() {
      following = false;
      return Promise.resolve({ ok: true, value: 'done' });
    },
    onViewChanged(next) {
      listener = next;
      return () => {};
    },
  };
  const sight = {
    isHidden: () => hidden,
    onShownChange(next: () => void) {
      shownChanged = next;
      return () => {};
    },
  };
  const store = createAppViewStore(bridge, sight, clock.after);
  const stop = store.start();
  return {
    stop,
    store,
    clock,
    asked,
    events,
    main: () => view,
    change() {
      view = viewAt(view.version + 1);
      if (following && given !== null) {
        events.push(patchUpdate(given, view));
        given = view;
      }
    },
    deliver() {
      const update = events.shift();
      if (update !== undefined) listener(update);
    },
    answer: () => answers.shift()?.(),
    lose: () => events.shift(),
    show(value: boolean) {
      hidden = !value;
      shownChanged();
    },
    fail(value: boolean) {
      failing = value;
    },
    async rest() {
      // What is asked again is asked after a pause.
      for (let round = 0; round < 20; round += 1) {
        while (events.length + answers.length > 0) {
          this.deliver();
          this.answer();
          await settle();
        }
        if (clock.timers() > 0) await clock.advance(200);
      }
    },
  };
}

describe('the view of the window', () => {
  it('asks again where a patch overtook the whole view it is for', async () => {
    const desk = lab();
    desk.change();
    desk.deliver();
    desk.answer();
    await desk.rest();
    expect(desk.store.current()).toEqual(desk.main());
    expect(desk.asked).toEqual([null, 1]);
  });

  it('asks for the whole anew where a number is missing', async () => {
    const desk = lab();
    await desk.rest();
    desk.change();
    desk.lose();
    desk.change();
    desk.deliver();
    expect(desk.asked).toEqual([null, 1]);
    await desk.rest();
    expect(desk.store.current()).toEqual(desk.main());
  });

  it('ignores an update older than the view it holds', async () => {
    const desk = lab();
    await desk.rest();
    desk.change();
    const [late] = desk.events;
    desk.change();
    await desk.rest();
    const shown = desk.store.current();
    if (late !== undefined) desk.events.push(late);
    desk.deliver();
    expect(desk.store.current()).toBe(shown);
    expect(desk.asked).toHaveLength(1);
  });

  it('is told nothing while nobody sees it, and asks with what it holds when it is seen', async () => {
    const desk = lab();
    await desk.rest();
    desk.show(false);
    desk.change();
    desk.change();
    expect(desk.events).toEqual([]);
    desk.show(true);
    expect(desk.asked).toEqual([null, 1]);
    await desk.rest();
    expect(desk.store.current()).toEqual(desk.main());
  });

  it('asks again after an answer that failed, though nothing more is pushed', async () => {
    const desk = lab();
    await desk.rest();
    desk.change();
    desk.lose();
    desk.fail(true);
    desk.change();
    await desk.rest();
    desk.fail(false);
    await desk.clock.advance(100);
    await desk.rest();
    expect(desk.store.current()).toEqual(desk.main());
  });

  it('leaves nothing running once nobody listens', async () => {
    const desk = lab();
    desk.stop();
    expect(desk.clock.timers()).toBe(0);
  });

  it('ends with what main shows, in whatever order things happen', async () => {
    const step = fc.constantFrom(
      'change',
      'deliver',
      'answer',
      'lose',
      'hide',
      'show',
      'change',
      'deliver',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const desk = lab();
        for (const each of steps) {
          if (each === 'hide' || each === 'show') desk.show(each === 'show');
          else desk[each]();
          await settle();
          const shown = desk.store.current();
          expect(shown).toEqual(shown && viewAt(shown.version));
        }
        // At last the window is seen, and one more change is not lost.
        desk.show(true);
        desk.change();
        await desk.rest();
        expect(desk.store.current()).toEqual(desk.main());
      }),
      { numRuns: 150 },
    );
  });
});
