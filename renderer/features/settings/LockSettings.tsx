// When the vault locks by itself. What this machine cannot report is said, not hidden, and then has no
// switch to set.
import type { ReactNode } from 'react';
import type {
  MachineView,
  SettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import { lockedWorkHours, lockMinutes } from '../../../electron/shared/words.ts';
import { Choice, Choices, Select } from '../../components/Field.tsx';
import {
  lockOnScreenNote,
  lockOnSuspendNote,
  protectionWords,
} from '../protection/en-protection.ts';
import { useApp } from '../../state/app-context.tsx';
import { changeSettings } from '../../actions/shared-calls.ts';

const words = protectionWords.settings;

export function LockSettings(props: {
  readonly settings: SettingsView;
  readonly machine: MachineView;
}): ReactNode {
  const { settings, machine } = props;
  const { call } = useApp();
  const noSuspend = machine.suspend === 'silent';
  const noScreen = machine.screenLock === 'silent';
  return (
    <>
      <Select
        label={words.after}
        chosen={settings.lockAfterMinutes ?? 'never'}
        options={[
          ...lockMinutes.map((each) => [each, words.afterMinutes(each)] as const),
          ['never', words.never],
        ]}
        onChoose={(minutes) =>
          void changeSettings(call, { lockAfterMinutes: minutes === 'never' ? null : minutes })
        }
      />
      <Select
        label={words.atLock}
        hint={words.atLockNote}
        chosen={settings.lockedWorkHours}
        options={lockedWorkHours.map((each) => [each, words.worksFor(each)])}
        onChoose={(hours) => void changeSettings(call, { lockedWorkHours: hours })}
      />
      <Choices legend={words.also}>
        <Choice
          label={words.suspend}
          note={noSuspend ? lockOnSuspendNote.silent : undefined}
          disabled={noSuspend}
          checked={settings.lockOnSuspend && !noSuspend}
          onChange={(event) =>
            void changeSettings(call, { lockOnSuspend: event.currentTarget.checked })
          }
        />
        <Choice
          label={words.screen}
          note={
            machine.screenLock === 'announced' ? undefined : lockOnScreenNote[machine.screenLock]
          }
          disabled={noScreen}
          checked={settings.lockOnScreenLock && !noScreen}
          onChange={(event) =>
            void changeSettings(call, { lockOnScreenLock: event.currentTarget.checked })
          }
        />
      </Choices>
    </>
  );
}
