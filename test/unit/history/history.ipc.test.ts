// Exporting: main asks where, the file is closed to others, and the page learns a number.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { History } from '../../../electron/main/history/history.ts';
import type { AllParts } from '../../../electron/main/app/handlers.ts';
import { historyHandlers } from '../../../electron/main/history/history.ipc.ts';
import { createTestHistory, event, type TestHistory } from '../../support/test-history.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

let test: TestHistory;
let history: History;
let session: TestSession;
beforeEach(async () => {
  session = await createTestSession();
  test = createTestHistory();
  history = await test.open();
});
afterEach(() => history.close());

function handlers(chosen: string | null, open: Pick<TestSession, 'session'> = session) {
  const asked: string[] = [];
  const told: string[] = [];
  const ports = {
    dialogs: {
      chooseSave(_title: string, name: string) {
        asked.push(name);
        return Promise.resolve(chosen);
      },
    },
    vaultSession: { services: () => ok(open) },
    history: { current: () => ok(history), tell: (what: string) => void told.push(what) },
    saved: { note: () => undefined },
    nowMs: test.clock.nowMs,
  };
  return { ...historyHandlers(ports as unknown as AllParts), asked, told };
}

describe('the head of the history', () => {
  it('is what exports name', () => {
    expect(handlers(null).historyHead(undefined)).toEqual(ok({ head: history.anchor()?.head }));
  });
});

describe('exporting the history', () => {
  it('writes where the person said, for its owner alone, and notes it', async () => {
    const file = path.join(test.folder, 'export.jsonl');
    const { historyExport, asked, told } = handlers(file);
    expect(await historyExport({ format: 'json_lines' })).toEqual(ok({ events: 1 }));
    expect(asked).toEqual(['strongroom-history-2026-01-15.jsonl']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('history_started');
    expect(told).toEqual(['history_exported']);
  });

  it('writes nothing when the person named no file', async () => {
    const before = readdirSync(test.folder);
    const { historyExport, told } = handlers(null);
    expect(await historyExport({ format: 'html' })).toEqual(ok('cancelled'));
    expect(readdirSync(test.folder)).toEqual(before);
    expect(told).toEqual([]);
  });

  it.each(['json_lines', 'html'] as const)(
    'writes nothing as %s where a label held a secret of the vault',
    async (format) => {
      history.recordEvent(event(`mine: secret-of-${TRADER}`));
      await history.written();
      const before = readdirSync(test.folder);
      const { historyExport, told } = handlers(path.join(test.folder, 'export'));
      const refused = await historyExport({ format });
      expect(refused).toMatchObject({ ok: false, failure: { code: 'export_not_clean' } });
      expect(readdirSync(test.folder)).toEqual(before);
      expect(told).toEqual([]);
    },
  );

  it('writes nothing where a secret could not be compared', async () => {
    const vault = {
      ...session.session.vault,
      openRecord: () => fail({ code: 'tampered' } as const),
    };
    const file = path.join(test.folder, 'export.html');
    const { historyExport } = handlers(file, {
      ...session,
      session: { ...session.session, vault },
    });
    expect(await historyExport({ format: 'html' })).toEqual(
      fail({ code: 'export_not_clean', facts: { about: 'not compared' } }),
    );
    expect(existsSync(file)).toBe(false);
  });

  it('says when the file could not be written, and notes nothing', async () => {
    const { historyExport, told } = handlers(path.join(test.folder, 'nowhere', 'export.html'));
    expect(await historyExport({ format: 'html' })).toEqual({
      ok: false,
      failure: { code: 'not_saved' },
    });
    expect(told).toEqual([]);
  });
});
