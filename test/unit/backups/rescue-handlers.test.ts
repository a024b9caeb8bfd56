// Opening a vault again that something else changed on disk: a lock by hand, which asks as any other does.
import { expect, it } from 'vitest';
import type { HandlerPorts } from '../../../electron/main/ipc/handler-ports.ts';
import { createRescueHandlers } from '../../../electron/main/backups/rescue-handlers.ts';
import { ok } from '../../../electron/main/domain/result.ts';

async function reopened(leaves: boolean) {
  const steps: string[] = [];
  const step = <T>(name: string, answer: T) => {
    steps.push(name);
    return Promise.resolve(answer);
  };
  const ports = {
    exitGuard: { lock: () => step('asked to lock', leaves) },
    vaultSession: {
      lock: () => step('locked unasked', undefined),
      unlock: () => step('unlocked', ok('done')),
    },
  };
  const { vaultReopen } = createRescueHandlers(ports as unknown as HandlerPorts);
  return { answer: await vaultReopen(undefined), steps };
}

it('asks before tokens that are not kept are left behind', async () => {
  expect(await reopened(true)).toEqual({
    answer: ok('done'),
    steps: ['asked to lock', 'unlocked'],
  });
});

it('leaves the vault open where the person stays', async () => {
  expect(await reopened(false)).toEqual({ answer: ok('cancelled'), steps: ['asked to lock'] });
});
