// The call about settings: what a person changed is laid over the settings as they are by then.
import { expect, it } from 'vitest';
import {
  DEFAULT_ALERTS,
  type AlertSettings,
} from '../../../electron/main/domain/alert-settings.ts';
import type { AllParts } from '../../../electron/main/app/handlers.ts';
import { NOT_ASKED } from '../../../electron/main/ipc/serve-contract.ts';
import { settingsHandlers } from '../../../electron/main/settings/settings.ipc.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { appView } from '../../renderer/fixtures.ts';

it('changes both ends of the quiet hours, though neither change knew of the other', async () => {
  let settings = {
    ...appView(0).settings,
    alerts: { ...DEFAULT_ALERTS, quiet: { from: 1_320, to: 420 } } satisfies AlertSettings,
  };
  const ports = {
    settings: {
      current: () => settings,
      change: (change: Partial<typeof settings>) => {
        settings = { ...settings, ...change };
        return ok();
      },
    },
    changed: () => undefined,
  } as unknown as AllParts;
  const { settingsChange } = settingsHandlers(ports);
  const before = settings.alerts;
  await settingsChange.act({ alerts: { quiet: { from: 1_110 } } }, NOT_ASKED);
  await settingsChange.act({ alerts: { quiet: { to: 30 } } }, NOT_ASKED);
  await settingsChange.act({ theme: 'dark' }, NOT_ASKED);
  expect(settings.alerts).toEqual({ ...before, quiet: { from: 1_110, to: 30 } });
});

it('says that a change was not saved', async () => {
  const failure = fail({ code: 'not_saved' } as const);
  const ports = {
    settings: { current: () => appView(0).settings, change: () => failure },
    changed: () => undefined,
  } as unknown as AllParts;
  const { settingsChange } = settingsHandlers(ports);
  expect(await settingsChange.act({ theme: 'dark' }, NOT_ASKED)).toEqual(failure);
});
