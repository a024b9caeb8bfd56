// Everything that works while the vault is open: how it is made.
import { describe, expect, it } from 'vitest';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { quietSession } from '../../support/quiet-session.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';

describe('opening a session', () => {
  it('goes on without practice where that does not start in time', async () => {
    const clock = createFakeClock();
    let isOpen = false;
    const opening = quietSession({
      vault: createMemoryVault(NO_CONTENTS),
      gateway: createScriptedGateway(clock),
      clock,
      beforeResuming: () => new Promise<never>(() => undefined),
    }).then(() => {
      isOpen = true;
    });
    await clock.advance(14_999);
    expect(isOpen).toBe(false);
    await clock.advance(1);
    await opening;
    expect(isOpen).toBe(true);
  });
});

describe('closing a session', () => {
  it('waits for the call that is under way before the keys go', async () => {
    const { session, close, clock } = await createTestSession();
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const activity = {
      call: 'check',
      credentialId: TRADER,
      tokenId: null,
      startedAtMs: 0,
    } as const;
    const calling = session.activities.during(activity, () => answer);
    expect(session.activities.count()).toBe(1);
    let isClosed = false;
    const closing = close().then(() => {
      isClosed = true;
    });
    await clock.advance(1_000);
    expect(isClosed).toBe(false);
    resolve();
    await calling;
    expect(session.activities.count()).toBe(0);
    await clock.advance(1_000);
    await closing;
    expect(isClosed).toBe(true);
  });
});
