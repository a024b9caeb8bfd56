// Everything that works while the vault is open: how it is made.
import { describe, expect, it } from 'vitest';
import { openSession } from '../../../electron/main/session/session-services.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/store/vault.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';

describe('opening a session', () => {
  it('goes on without practice where that does not start in time', async () => {
    const clock = createFakeClock();
    let isOpen = false;
    const opening = openSession({
      vault: createMemoryVault(NO_CONTENTS),
      gateway: createScriptedGateway(clock),
      clock,
      targetOf: () => null,
      changed: () => undefined,
      recordEvent: () => undefined,
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
