// The few settings there are: how it looks, when it locks, what may leave it. Each protecting one says
// what this machine can do; main asks before one of them is weakened.
import type { ReactNode } from 'react';
import type {
  MachineView,
  SettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import { themes } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { Part } from '../../components/Part.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/SheetFailure.tsx';
import { en } from '../../i18n/en.ts';
import { captureNote, protectionWords } from '../protection/en-protection.ts';
import { vaultKeysWords } from '../unlock/en-vault-keys.ts';
import { backupWords } from '../backups/en-backups.ts';
import { sheets } from '../../i18n/en-sheets.ts';
import { useApp } from '../../state/app-context.tsx';
import { alertWords } from '../alerts/en-alerts.ts';
import { AlertSettings } from './AlertSettings.tsx';
import { LockSettings } from './LockSettings.tsx';

const words = sheets.settings;

export function SettingsSheet(props: {
  readonly settings: SettingsView;
  readonly machine: MachineView;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { settings, machine, onClose } = props;
  const { commands, window: store } = useApp();
  const capturable = machine.capture === 'none';
  return (
    <Sheet title={words.title} onClose={onClose} wide>
      <Part title={words.theme}>
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
      </Part>
      <Part title={protectionWords.settings.locking}>
        <LockSettings settings={settings} machine={machine} />
      </Part>
      <Part title={alertWords.title}>
        <AlertSettings alerts={settings.alerts} />
      </Part>
      <Part title={words.copy}>
        <Choices legend={words.copy} titled>
          <Choice
            type="checkbox"
            label={words.copyTokens}
            note={words.copyNote}
            checked={settings.copyTokens}
            onChange={(event) =>
              void commands.changeSettings({ copyTokens: event.currentTarget.checked })
            }
          />
        </Choices>
      </Part>
      <Part title={protectionWords.settings.capture}>
        <Choices legend={protectionWords.settings.capture} titled>
          <Choice
            type="checkbox"
            label={protectionWords.settings.contentProtection}
            note={captureNote[machine.capture]}
            disabled={capturable}
            checked={settings.contentProtection && !capturable}
            onChange={(event) =>
              void commands.changeSettings({ contentProtection: event.currentTarget.checked })
            }
          />
        </Choices>
      </Part>
      <Part title={words.close}>
        <Choices legend={words.close} titled>
          <Choice
            type="checkbox"
            label={words.keepInTray}
            note={words.keepInTrayNote}
            checked={settings.keepInTray}
            onChange={(event) =>
              void commands.changeSettings({ keepInTray: event.currentTarget.checked })
            }
          />
        </Choices>
      </Part>
      {props.children}
      <SheetFailure subject="settings" />
      <div className="sheet-actions">
        <Button look="quiet" onClick={() => store.show({ kind: 'vault_keys' })}>
          {vaultKeysWords.open}
        </Button>
        <Button look="quiet" onClick={() => store.show({ kind: 'protection' })}>
          {protectionWords.settings.page}
        </Button>
        <Button look="quiet" onClick={() => store.show({ kind: 'backups' })}>
          {backupWords.open}
        </Button>
        <Button look="primary" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}
