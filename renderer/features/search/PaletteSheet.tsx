// Every action of the window by name, with its keys and, where it cannot be done, why; and every
// credential by name. The combobox pattern of WAI-ARIA: the field keeps the focus.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- options with keys and reasons are no <option>.
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Sheet, type ViewSheetProps } from '../../components/Sheet.tsx';
import { paletteWords as words } from '../../i18n/en-actions.ts';
import { isMac, shownKeys } from '../../keyboard/key-map.ts';
import { useApp } from '../../state/app-context.tsx';
import { paletteEntries, type Entry } from './palette-entries.ts';

export function PaletteSheet({ view }: ViewSheetProps): ReactNode {
  const app = useApp();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { entries, more } = paletteEntries(app, view, typed);
  const active = entries[Math.min(at, entries.length - 1)];
  const mac = isMac();
  const activeId = active === undefined ? undefined : `${id}-${active.key}`;
  useEffect(() => {
    if (activeId === undefined) return;
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const run = (entry: Entry | undefined): void => {
    if (entry === undefined || entry.refusal !== undefined) return;
    app.window.close();
    // The focus goes back to where it came from first: some actions begin there.
    setTimeout(entry.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = entries.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    }[event.key];
    if (to !== undefined) setAt(Math.max(0, to));
    else if (event.key === 'Enter') run(active);
    else return;
    event.preventDefault();
  };

  return (
    <Sheet title={words.title}>
      <div className="palette">
        <input
          type="text"
          role="combobox"
          className="input"
          aria-label={words.field}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          placeholder={words.hint}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={`${id}-list`} aria-label={words.results} className="palette-list">
          {entries.map((entry, index) => (
            <div
              key={entry.key}
              role="option"
              id={`${id}-${entry.key}`}
              tabIndex={-1}
              className="option palette-entry"
              aria-selected={entry === active}
              aria-disabled={entry.refusal !== undefined || undefined}
              onPointerMove={() => setAt(index)}
              onPointerDown={(event) => {
                event.preventDefault();
                run(entry);
              }}
            >
              <span className="palette-title wrap">
                {entry.title}{' '}
                {entry.refusal !== undefined && (
                  <span className="palette-refusal">{entry.refusal}</span>
                )}
              </span>
              <span className="palette-note cut secondary">{entry.note}</span>
              {entry.keys !== undefined && <kbd>{shownKeys(entry.keys, mac)}</kbd>}
            </div>
          ))}
        </div>
        <output className="secondary palette-more">
          {entries.length === 0 ? words.nothing : more > 0 ? words.more(more) : ''}
        </output>
      </div>
    </Sheet>
  );
}
