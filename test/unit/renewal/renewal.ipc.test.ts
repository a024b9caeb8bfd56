// The call about one tag's notifications: laid over what is in the vault by then.
import { expect, it } from 'vitest';
import type { AllParts } from '../../../electron/main/app/handlers.ts';
import { renewalHandlers } from '../../../electron/main/renewal/renewal.ipc.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { createTestSession } from '../../support/test-session.ts';

it('keeps the rules of two tags that are changed at once', async () => {
  const { session, vault } = await createTestSession();
  await changeRows({ vault }, 'credentials', { tags: ['day', 'night'] });
  const ports = { vaultSession: { services: () => ok({ session }) }, nowMs: () => 0 };
  const { tagAlertSet } = renewalHandlers(ports as unknown as AllParts);
  const day = { tag: 'day', minutesBefore: [5] };
  const night = { tag: 'night', minutesBefore: [60, 15] };
  await Promise.all([tagAlertSet(day), tagAlertSet(night)]);
  expect(vault.contents().tagAlerts).toEqual([day, night]);
});
