// The settings, in sections with a way to each and a search over them. Each protecting one says what this machine
// can do; main asks before one of them is weakened.
import { useEffect, useState, type ChangeEvent, type ReactNode } from 'react';
import type { CallInput } from '../../../electron/shared/ipc-contract.ts';
import type {
  MachineView,
  SettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import { themes } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { captureNote, protectionWords } from '../protection/en-protection.ts';
import { keystoreWords } from '../unlock/en-locked.ts';
import { vaultKeysWords } from '../unlock/en-vault-keys.ts';
import { backupWords } from '../backups/en-backups.ts';
import { folded } from '../../model/search-query.ts';
import { useApp } from '../../state/app-context.tsx';
import type { SettingsSection as SettingsSectionName } from '../../state/window-state.ts';
import { alertWords } from '../alerts/en-alerts.ts';
import { handOutWords } from '../hand-out/en-hand-out.ts';
import { AlertSettings } from './AlertSettings.tsx';
import { HandOutSetting } from './HandOutSetting.tsx';
import { loginStartWords } from './en-login-start.ts';
import { LockSettings } from './LockSettings.tsx';
import { settingsWords as words } from './en-settings.ts';
import { sectionId, SettingsSection } from './SettingsSection.tsx';

interface Section {
  readonly id: SettingsSectionName;
  readonly title: string;
  /** Other words that it is looked for by. */
  readonly also: string;
  readonly content: ReactNode;
}

export function SettingsSheet(props: {
  readonly settings: SettingsView;
  readonly machine: MachineView;
  /** Brought into sight. */
  readonly section: SettingsSectionName | undefined;
  readonly onClose: () => void;
  /** How the vault is opened by the system's keystore. */
  readonly children?: ReactNode;
}): ReactNode {
  const { settings, machine, section, onClose } = props;
  const { commands, window: store } = useApp();
  const [search, setSearch] = useState('');
  const capturable = machine.capture === 'none';
  const { loginStart } = machine;
  const check = (change: (checked: boolean) => CallInput<'settingsChange'>) => ({
    onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
      void commands.changeSettings(change(checked)),
  });
  const sections: readonly Section[] = [
    {
      id: 'appearance',
      title: words.theme,
      also: words.also.appearance,
      content: (
        <Choices legend={words.theme} titled inline>
          {themes.map((theme) => (
            <Choice
              key={theme}
              type="radio"
              name="theme"
              label={words.themes[theme]}
              checked={settings.theme === theme}
              onChange={() => void commands.changeSettings({ theme })}
            />
          ))}
        </Choices>
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
      id: 'tokens',
      title: words.copy,
      also: words.also.tokens,
      content: (
        <Choices legend={words.copy} titled>
          <Choice
            type="checkbox"
            label={words.copyTokens}
            note={words.copyNote}
            checked={settings.copyTokens}
            {...check((copyTokens) => ({ copyTokens }))}
          />
        </Choices>
      ),
    },
    {
      id: 'programs',
      title: handOutWords.title,
      also: words.also.programs,
      content: <HandOutSetting on={settings.handOutTokens} system={machine.system} />,
    },
    {
      id: 'screenshots',
      title: protectionWords.settings.capture,
      also: words.also.screenshots,
      content: (
        <Choices legend={protectionWords.settings.capture} titled>
          <Choice
            type="checkbox"
            label={protectionWords.settings.contentProtection}
            note={captureNote[machine.capture]}
            disabled={capturable}
            checked={settings.contentProtection && !capturable}
            {...check((contentProtection) => ({ contentProtection }))}
          />
        </Choices>
      ),
    },
    {
      id: 'closing',
      title: words.close,
      also: words.also.closing,
      content: (
        <Choices legend={words.close} titled>
          <Choice
            type="checkbox"
            label={words.keepInTray}
            note={words.keepInTrayNote}
            checked={settings.keepInTray}
            {...check((keepInTray) => ({ keepInTray }))}
          />
        </Choices>
      ),
    },
    {
      id: 'login',
      title: loginStartWords.title,
      also: loginStartWords.also,
      content: (
        <Choices legend={loginStartWords.title} titled>
          <Choice
            type="checkbox"
            label={loginStartWords.label}
            note={loginStartWords.notes[loginStart]}
            disabled={loginStart === 'not_installed' || loginStart === 'passing_place'}
            checked={loginStart === 'on' || loginStart === 'held_back'}
            onChange={({ currentTarget: { checked } }) => void commands.setLoginStart(checked)}
          />
        </Choices>
      ),
    },
    {
      id: 'keystore',
      title: keystoreWords.title,
      also: words.also.keystore,
      content: props.children,
    },
    {
      id: 'vault',
      title: words.vault,
      also: words.also.vault,
      content: (
        <div className="field-row">
          <Button onClick={() => store.show({ kind: 'vault_keys' })}>{vaultKeysWords.open}</Button>
          <Button onClick={() => store.show({ kind: 'backups' })}>{backupWords.open}</Button>
          <Button onClick={() => store.show({ kind: 'protection' })}>
            {protectionWords.settings.page}
          </Button>
        </div>
      ),
    },
  ];
  const shown = sections.filter((each) => isFound(each, search));
  useEffect(() => {
    if (section !== undefined) goTo(section);
  }, [section]);
  return (
    <Sheet title={words.title} onClose={onClose} wide>
      <div className="settings">
        <div className="settings-side">
          <input
            type="search"
            className="settings-search"
            aria-label={words.search}
            placeholder={words.search}
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <nav aria-label={words.sections}>
            <ul>
              {shown.map(({ id, title }) => (
                <li key={id}>
                  <Button look="quiet" onClick={() => goTo(id)}>
                    {title}
                  </Button>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="settings-sections">
          {shown.map(({ id, title, content }) => (
            <SettingsSection key={id} section={id} title={title}>
              {content}
            </SettingsSection>
          ))}
          <output>{shown.length === 0 ? words.notFound(search.trim()) : ''}</output>
        </div>
      </div>
      <SheetFailure subject="settings" />
      <div className="sheet-actions">
        <Button look="primary" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}

/** By the beginnings of words: `not` finds notifications, and nothing that cannot. */
function isFound({ title, also }: Section, search: string): boolean {
  const text = ` ${folded(`${title} ${also}`)}`;
  return folded(search)
    .split(/\s+/u)
    .filter(Boolean)
    .every((wanted) => text.includes(` ${wanted}`));
}

function goTo(section: SettingsSectionName): void {
  const heading = document.querySelector<HTMLElement>(`#${sectionId(section)} h3`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView?.({ block: 'start' });
}
