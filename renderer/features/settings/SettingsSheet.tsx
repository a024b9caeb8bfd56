// The few settings there are: how it looks, and whether access tokens may be copied at all.
import type { ReactNode } from 'react';
import type { SettingsView } from '../../../electron/shared/views.ts';
import { themes } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { en } from '../../i18n/en.ts';
import { sheets } from '../../i18n/en-sheets.ts';
import { useApp } from '../../state/app-context.tsx';

const words = sheets.settings;

export function SettingsSheet(props: {
  readonly settings: SettingsView;
  readonly onClose: () => void;
}): ReactNode {
  const { settings, onClose } = props;
  const { commands } = useApp();
  return (
    <Sheet title={words.title} onClose={onClose}>
      <Choices legend={words.theme}>
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
      <Choices legend={words.copy}>
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
      <WindowFailure subject="settings" />
      <div className="sheet-actions">
        <Button look="primary" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}
