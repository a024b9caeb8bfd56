// When the vault locks by itself. What this machine cannot report is said, not hidden, and then has no
// switch to set.
import type { ReactNode } from 'react';
import type {
  MachineView,
  SettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import { lockedWorkHours, lockMinutes } from '../../../electron/shared/words.ts';
import { Choice, Choices, SelectField } from '../../components/Field.tsx';
import {
  lockOnScreenNote,
  lockOnSuspendNote,
  protectionWords,
} from '../protection/en-protection.ts';
import { useApp } from '../../state/app-context.tsx';
import { changeSettings } from '../../actions/shared-calls.ts';

const words = protectionWords.settings;
const NEVER = 'never';

export function LockSettings(props: {
  readonly settings: SettingsView;
  readonly machine: MachineView;
}): ReactNode {
  const { settings, machine } = props;
  const { call } = useApp();
  const changeMinutes = (value: string): void => {
    const minutes = lockMinutes.find((each) => String(each) === value) ?? null;
    void changeSettings(call, { lockAfterMinutes: minutes });
  };
  const changeWork = (value: string): void => {
    const hours = lockedWorkHours.find((each) => String(each) === value) ?? 0;
    void changeSettings(call, { lockedWorkHours: hours });
  };
  const noSuspend = machine.suspend === 'silent';
  const noScreen = machine.screenLock === 'silent';
  return (
    <>
      <SelectField
        label={words.after}
        value={String(settings.lockAfterMinutes ?? NEVER)}
        onChange={(event) => changeMinutes(event.currentTarget.value)}
      >
        {lockMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {words.afterMinutes(minutes)}
          </option>
        ))}
        <option value={NEVER}>{words.never}</option>
      </SelectField>
      <SelectField
        label={words.atLock}
        hint={words.atLockNote}
        value={String(settings.lockedWorkHours)}
        onChange={(event) => changeWork(event.currentTarget.value)}
      >
        {lockedWorkHours.map((hours) => (
          <option key={hours} value={hours}>
            {words.worksFor(hours)}
          </option>
        ))}
      </SelectField>
      <Choices legend={words.also}>
        <Choice
          type="checkbox"
          label={words.suspend}
          note={noSuspend ? lockOnSuspendNote.silent : undefined}
          disabled={noSuspend}
          checked={settings.lockOnSuspend && !noSuspend}
          onChange={(event) =>
            void changeSettings(call, { lockOnSuspend: event.currentTarget.checked })
          }
        />
        <Choice
          type="checkbox"
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
