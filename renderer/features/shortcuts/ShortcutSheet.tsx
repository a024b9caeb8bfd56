// Every key of the window on one sheet.
import type { ReactNode } from 'react';
import { Sheet } from '../../components/Sheet.tsx';
import { shortcutWords } from '../../i18n/en-shortcuts.ts';
import { isMac, shortcutLines, shownKeys } from '../../keyboard/key-map.ts';

export function ShortcutSheet(): ReactNode {
  const mac = isMac();
  return (
    <Sheet title={shortcutWords.title} wide toRead>
      <dl className="shortcuts">
        {shortcutLines.map(([what, keys]) => (
          <div key={what} className="line line-apart">
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{shownKeys(key, mac)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
