// A history of 100,000 events: verified whole, searched to its beginning and exported, while the event
// loop goes on turning. Times are not judged here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportText } from '../../electron/main/history/export-text.ts';
import type { History } from '../../electron/main/history/history.ts';
import { createTestHistory, event, type TestHistory } from '../support/test-history.ts';

const EVENTS = 100_000;
const GROUP = 4_000;
const everything = { before: null, limit: 100, search: '', credentialId: null };
/** Rows that may be handled in one turn of the event loop: far more than 6 ms' worth. */
const MOST_ROWS_A_TURN = 10_000;

let test: TestHistory;
let history: History;
beforeAll(async () => {
  test = createTestHistory();
  history = await test.open();
  // With the history's own first event there are exactly so many.
  for (let noted = 1; noted < EVENTS;) {
    for (let each = 0; each < GROUP && noted < EVENTS; each += 1, noted += 1) {
      history.recordEvent(event(noted === 1 ? 'The first desk' : 'Another desk'));
    }
    await history.written();
  }
});
afterAll(async () => {
  await history.close();
  test.remove();
});

/** Turns of the event loop while `work` runs. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  await work();
  running = false;
  return turns;
}

describe('a history of 100,000 events', () => {
  it('is verified whole while the event loop turns', async () => {
    const turns = await turnsDuring(async () => {
      const verdict = await history.verify();
      expect(verdict).toEqual({ ok: true, value: { events: EVENTS, damage: null } });
    });
    expect(turns).toBeGreaterThan(EVENTS / MOST_ROWS_A_TURN);
  });

  it('is searched to its first desk, in bounded steps', async () => {
    let steps = 0;
    let before: number | null = null;
    const found: number[] = [];
    const turns = await turnsDuring(async () => {
      do {
        const page = await history.page({ ...everything, before, search: 'the first desk' });
        if (!page.ok) throw new Error(page.failure.code);
        found.push(...page.value.events.map(({ seq }) => seq));
        before = page.value.next;
        steps += 1;
      } while (before !== null);
    });
    expect(found).toEqual([2]);
    expect(steps).toBe(10);
    expect(turns).toBeGreaterThan(EVENTS / MOST_ROWS_A_TURN);
  });

  it('is exported whole', async () => {
    const exported = await exportText(history, 'json_lines', 0);
    expect(exported.ok && exported.value.events).toBe(EVENTS);
  });
});
