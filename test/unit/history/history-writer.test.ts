// Writing while the disk refuses: bounded memory, tried again, and what was lost is said.
import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { decodeEvent } from '../../../electron/main/history/event-codec.ts';
import { BEGINNING, headOf, openRow } from '../../../electron/main/history/history-keys.ts';
import {
  HistoryWriter,
  MAX_WAITING,
  RETRY_MS,
} from '../../../electron/main/history/history-writer.ts';
import type { LogFile, LogTrouble, Row } from '../../../electron/main/history/log-file.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { event } from '../../support/test-history.ts';

function createSubject() {
  const clock = createFakeClock();
  const key = SecretBytes.take(Buffer.alloc(32, 1));
  const groups: (readonly Row[])[] = [];
  const standings: (LogTrouble | null)[] = [];
  let trouble: LogTrouble | null = null;
  const log: Pick<LogFile, 'append'> = {
    append(rows): Result<void, LogTrouble> {
      if (trouble !== null) return fail(trouble);
      groups.push(rows);
      return ok();
    },
  };
  const writer = new HistoryWriter({ clock, standing: (next) => void standings.push(next) });
  const attach = (): void => writer.attach({ log: log as LogFile, key, head: BEGINNING });
  attach();
  return {
    attach,
    clock,
    writer,
    groups,
    standings,
    failWith(next: LogTrouble | null) {
      trouble = next;
    },
    /** What is durable, oldest first. */
    events() {
      let previous = BEGINNING;
      return groups.flat().map(({ seq, sealed }) => {
        const plain = openRow(key, previous, sealed);
        previous = headOf(seq, sealed);
        return plain === null ? null : decodeEvent(plain);
      });
    },
  };
}

describe('the writer of the history', () => {
  it('puts what is noted in one turn into one transaction', async () => {
    const test = createSubject();
    for (let each = 0; each < 40; each += 1) test.writer.recordEvent(event(`Desk ${each}`));
    expect(test.groups).toEqual([]);
    expect(test.writer.written()).toBe(true);
    expect(test.groups.map((rows) => rows.length)).toEqual([40]);
  });

  it('keeps what the disk refused, says so, and writes it in order when it can', async () => {
    const test = createSubject();
    test.failWith('disk_full');
    test.writer.recordEvent(event('Desk A'));
    expect(test.writer.written()).toBe(false);
    test.writer.recordEvent(event('Desk B'));
    expect(test.writer.waiting).toBe(2);
    test.failWith(null);
    await test.clock.advance(RETRY_MS);
    expect(test.events().map((each) => each?.label)).toEqual(['Desk A', 'Desk B']);
    expect(test.standings).toEqual(['disk_full', null]);
  });

  it('tries again for as long as it is refused, with one timer', async () => {
    const test = createSubject();
    test.failWith('io_error');
    test.writer.recordEvent(event('Desk A'));
    test.writer.written();
    await test.clock.advance(10 * RETRY_MS);
    expect(test.standings).toHaveLength(11);
    expect(test.clock.timers()).toBe(1);
  });

  it('bounds what waits, counts the rest, and says in the history how many are missing', async () => {
    const test = createSubject();
    test.failWith('disk_full');
    for (let each = 0; each < MAX_WAITING + 3; each += 1) test.writer.recordEvent(event('Desk'));
    test.writer.written();
    expect(test.writer.waiting).toBe(MAX_WAITING + 3);
    test.failWith(null);
    await test.clock.advance(RETRY_MS);
    test.writer.written();
    const events = test.events();
    expect(events).toHaveLength(MAX_WAITING + 1);
    expect(events.at(-1)).toMatchObject({ what: 'history_gap', by: 'app', count: 3 });
  });

  it('says how many are missing of those that came before there was a place for them', async () => {
    const test = createSubject();
    test.writer.detach();
    for (let each = 0; each < MAX_WAITING + 3; each += 1) test.writer.recordEvent(event('Desk'));
    test.attach();
    test.writer.written();
    expect(test.events().at(-1)).toMatchObject({ what: 'history_gap', by: 'app', count: 3 });
    expect(test.writer.waiting).toBe(0);
  });

  it('takes nothing once it is closed', async () => {
    const test = createSubject();
    test.writer.close();
    test.writer.recordEvent(event('Desk A'));
    expect(test.writer.written()).toBe(true);
    expect(test.groups).toEqual([]);
  });

  it('keeps what happened and when of an event that carries what is not allowed', async () => {
    const test = createSubject();
    test.writer.recordEvent({ ...event('x'.repeat(1_000)), word: 'y' });
    test.writer.written();
    expect(test.events()).toEqual([{ what: 'credential_added', atMs: 1_000, by: 'person' }]);
  });
});
