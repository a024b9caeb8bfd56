// What the sections of the settings hold. Each protecting one says what this machine can do; main asks before one of
// them is weakened.
import { type ReactNode, useEffect, useState } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { themes, lockedWorkHours, lockMinutes } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices, Radios, Select } from '../../components/Field.tsx';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { SETTINGS_SUBJECT } from '../../bridge/feedback.ts';
import { changeSettings } from '../../actions/shared-calls.ts';
import type { SettingsSection as SettingsSectionName } from '../../state/window-state.ts';
import { alertWords } from '../alerts/en-alerts.ts';
import { backupWords } from '../backups/en-backups.ts';
import { handOutWords } from '../../i18n/en-hand-out.ts';
import {
  captureNote,
  protectionWords,
  lockOnScreenNote,
  lockOnSuspendNote,
} from '../protection/en-protection.ts';
import { keystoreWords } from '../unlock/en-locked.ts';
import { vaultKeysWords } from '../unlock/en-vault-keys.ts';
import { AlertSettings } from './AlertSettings.tsx';
import { loginStartWords } from './en-login-start.ts';
import { settingsWords as words } from './en-settings.ts';
import { HandOutSetting } from '../../components/HandOutSetting.tsx';
import type {
  MachineView,
  SettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import { CallButton } from '../../components/CallButton.tsx';

export interface Section {
  readonly id: SettingsSectionName;
  readonly title: string;
  /** Other words that it is looked for by. */
  readonly also: string;
  readonly content: ReactNode;
}

export function useSections(view: AppView): readonly Section[] {
  const { settings, machine } = view;
  const { call } = useApp();
  const capturable = machine.capture === 'none';
  return [
    {
      id: 'appearance',
      title: words.theme,
      also: words.also.appearance,
      content: (
        <>
          <ThemeSetting theme={settings.theme} />
          <PausedTimes />
        </>
      ),
    },
    {
      id: 'locking',
      title: protectionWords.settings.locking,
      also: words.also.locking,
      content: <LockSettings settings={settings} machine={machine} />,
    },
    {
      id: 'notifications',
      title: alertWords.title,
      also: words.also.notifications,
      content: <AlertSettings alerts={settings.alerts} />,
    },
    {
      ...switched({
        title: words.copy,
        label: words.copyTokens,
        note: words.copyNote,
        checked: settings.copyTokens,
        onChange: (copyTokens) => void changeSettings(call, { copyTokens }),
      }),
      id: 'tokens',
      also: words.also.tokens,
    },
    {
      id: 'programs',
      title: handOutWords.title,
      also: words.also.programs,
      content: <HandOutSetting />,
    },
    {
      ...switched({
        title: protectionWords.settings.capture,
        label: protectionWords.settings.contentProtection,
        note: captureNote[machine.capture],
        disabled: capturable,
        checked: settings.contentProtection && !capturable,
        onChange: (contentProtection) => void changeSettings(call, { contentProtection }),
      }),
      id: 'screenshots',
      also: words.also.screenshots,
    },
    {
      ...switched({
        title: words.close,
        label: words.keepInTray,
        note: words.keepInTrayNote,
        checked: settings.keepInTray,
        onChange: (keepInTray) => void changeSettings(call, { keepInTray }),
      }),
      id: 'closing',
      also: words.also.closing,
    },
    {
      ...switched({
        title: loginStartWords.title,
        label: loginStartWords.label,
        note: loginStartWords.notes[machine.loginStart],
        disabled: ['not_installed', 'passing_place'].includes(machine.loginStart),
        checked: ['on', 'held_back'].includes(machine.loginStart),
        onChange: (checked) =>
          void call(
            'loginStartSet',
            { on: checked },
            { subject: SETTINGS_SUBJECT, said: loginStartWords.set(checked) },
          ),
      }),
      id: 'login',
      also: loginStartWords.also,
    },
    ...(view.inMemory ? [] : vaultSections(view)),
  ];
}

/** Of a vault that has a file. */
const vaultSections = (view: AppView): readonly Section[] => [
  {
    id: 'keystore',
    title: keystoreWords.title,
    also: words.also.keystore,
    content: <KeystoreSection view={view} />,
  },
  { id: 'vault', title: words.vault, also: words.also.vault, content: <VaultPages /> },
];

/** A section that is one switch. */
function switched(of: {
  readonly title: string;
  readonly label: string;
  readonly note: string;
  readonly disabled?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}): Pick<Section, 'title' | 'content'> {
  const { title, onChange, ...choice } = of;
  const content = (
    <Choices legend={title} titled>
      <Choice {...choice} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </Choices>
  );
  return { title, content };
}

/** Live times move by themselves; whoever is kept from reading by that stops them (WCAG 2.2.2). */
function PausedTimes(): ReactNode {
  const { window: store } = useApp();
  const paused = useWindow((state) => state.paused);
  return (
    <Choice
      name="paused"
      label={words.pauseTimes}
      note={words.pauseTimesNote}
      checked={paused}
      onChange={() => store.patch({ paused: !paused })}
    />
  );
}

function ThemeSetting({ theme: chosen }: Pick<AppView['settings'], 'theme'>): ReactNode {
  const { call } = useApp();
  return (
    <Radios
      legend={words.theme}
      titled
      inline
      options={themes.map((theme) => [theme, words.themes[theme]])}
      chosen={chosen}
      onChoose={(theme) => void changeSettings(call, { theme })}
    />
  );
}

function VaultPages(): ReactNode {
  const { window: store } = useApp();
  return (
    <div className="actions">
      <Button onClick={() => store.show({ kind: 'vault_keys' })}>{vaultKeysWords.open}</Button>
      <Button onClick={() => store.show({ kind: 'backups' })}>{backupWords.open}</Button>
      <Button onClick={() => store.show({ kind: 'protection' })}>
        {protectionWords.settings.page}
      </Button>
    </div>
  );
}

const lockWords = protectionWords.settings;

/** What this machine cannot report is said, not hidden, and then has no switch to set. */
function LockSettings(props: {
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
        label={lockWords.after}
        chosen={settings.lockAfterMinutes ?? 'never'}
        options={[
          ...lockMinutes.map((each) => [each, lockWords.afterMinutes(each)] as const),
          ['never', lockWords.never],
        ]}
        onChoose={(minutes) =>
          void changeSettings(call, { lockAfterMinutes: minutes === 'never' ? null : minutes })
        }
      />
      <Select
        label={lockWords.atLock}
        hint={lockWords.atLockNote}
        chosen={settings.lockedWorkHours}
        options={lockedWorkHours.map((each) => [each, lockWords.worksFor(each)])}
        onChoose={(hours) => void changeSettings(call, { lockedWorkHours: hours })}
      />
      <Choices legend={lockWords.also}>
        <Choice
          label={lockWords.suspend}
          note={noSuspend ? lockOnSuspendNote.silent : undefined}
          disabled={noSuspend}
          checked={settings.lockOnSuspend && !noSuspend}
          onChange={(event) =>
            void changeSettings(call, { lockOnSuspend: event.currentTarget.checked })
          }
        />
        <Choice
          label={lockWords.screen}
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

/**
 * Opening with the system's keystore, in the settings: on or off, what it is good for, or why it is
 * refused here. Main judges the keystore by what it seals.
 */
function KeystoreSection(props: { readonly view: AppView }): ReactNode {
  const { openVault, standInHost } = props.view;
  const { quietly } = useApp();
  /** Undefined until main has looked. */
  const [refusal, setRefusal] = useState<Failure | null | undefined>(undefined);
  useEffect(() => {
    void quietly('keystoreCurrent').then((found) =>
      setRefusal(found.ok ? found.value.refusal : found.failure),
    );
  }, [quietly]);
  const on = openVault?.slots.includes('os') ?? false;
  const refused = refusal === null || refusal === undefined ? null : failureWords(refusal);
  return (
    <>
      <p className="secondary">{keystoreWords.honest}</p>
      <p>{on ? keystoreWords.on : keystoreWords.off}</p>
      {refused !== null && (
        <p>
          {refused.what} {refused.means} {standInHost ? keystoreWords.standIn : refused.todo}
        </p>
      )}
      {(on || refusal === null) && (
        <CallButton
          call="keystoreUnlockChange"
          input={{ on: !on }}
          subject={SETTINGS_SUBJECT}
          said={on ? keystoreWords.turnedOff : keystoreWords.turnedOn}
        >
          {on ? keystoreWords.turnOff : keystoreWords.turnOn}
        </CallButton>
      )}
    </>
  );
}
