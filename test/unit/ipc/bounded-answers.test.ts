// S39: answers whose length a folder, a vault or a person decides keep the limit that the contract sets.
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { MOST_BACKUPS } from '../../../electron/shared/backups/backup-view.ts';
import { calls } from '../../../electron/shared/ipc-contract.ts';
import { SHOWN_DRILLS } from '../../../electron/shared/practice/drill-view.ts';
import { backupHandlers } from '../../../electron/main/backups/backups.ipc.ts';
import type { DrillResult } from '../../../electron/main/domain/drill.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import type { AllParts } from '../../../electron/main/app/handlers.ts';
import { practiceHandlers } from '../../../electron/main/practice/practice.ipc.ts';
import { createTestSession } from '../../support/test-session.ts';

describe('an answer', () => {
  it('lists the newest backups of a folder, however many lie in it', async () => {
    const found = Array.from({ length: MOST_BACKUPS + 1 }, (_, at) => ({
      id: `backup-${at}`,
      savedAtMs: -at,
      generation: 1,
      bytes: 1,
      intact: true,
    }));
    const store = { backups: () => Promise.resolve(ok(found)) };
    const { backupList } = backupHandlers({ store } as unknown as AllParts);
    const answer = await backupList(undefined);
    expect(answer).toEqual(ok(found.slice(0, MOST_BACKUPS)));
    expect(v.is(calls.backupList.output, found)).toBe(false);
  });

  it('lists the newest drills, however many a person has made', async () => {
    const session = await createTestSession();
    const drills = Array.from({ length: SHOWN_DRILLS + 1 }, (_, at) => ({
      id: `drill-${at}`,
      scenario: 'leaked_key',
      startedAtMs: at,
      endedAtMs: at,
      how: 'finished',
      credentialIds: [],
      leakedIds: [],
      leakedSecrets: [],
      tokens: 0,
      acceptedAfterMs: null,
      verifiedAfterMs: null,
      mistakes: [],
    })) as unknown as readonly DrillResult[];
    await session.vault.change({ contents: (before) => ({ ...before, drills }) });
    const vaultSession = { services: () => ok(session) };
    const { drillResults } = practiceHandlers({ vaultSession } as unknown as AllParts);
    const answer = await drillResults(undefined);
    if (!answer.ok) throw new Error(answer.failure.code);
    expect(answer.value.map(({ id }) => id)).toEqual(
      drills.slice(0, SHOWN_DRILLS).map(({ id }) => id),
    );
  });
});
