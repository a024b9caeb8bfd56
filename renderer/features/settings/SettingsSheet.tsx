// The settings, in sections with a way to each and a search over them.
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { folded } from '../../model/search-query.ts';
import type { SettingsSection as SettingsSectionName } from '../../state/window-state.ts';
import { settingsWords as words } from './en-settings.ts';
import { useSections, type Section } from './section-contents.tsx';

export function SettingsSheet(
  props: ViewSheetProps & {
    /** Brought into sight. */
    readonly section?: SettingsSectionName;
  },
): ReactNode {
  const { view, section } = props;
  const [search, setSearch] = useState('');
  const sections = useSections(view);
  const shown = sections.filter((each) => isFound(each, search));
  useEffect(() => {
    if (section !== undefined) goTo(section);
  }, [section]);
  return (
    <Sheet title={words.title} wide>
      <div className="settings">
        <div className="settings-side">
          <input
            type="search"
            className="input"
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
        <div>
          {shown.map(({ id, title, content }) => (
            <section key={id} className="section" aria-labelledby={headingId(id)}>
              {/* The way of the navigation beside it: it moves the focus here. */}
              <h3 id={headingId(id)} tabIndex={-1}>
                {title}
              </h3>
              <div>{content}</div>
            </section>
          ))}
          <output>{shown.length === 0 ? words.notFound(search.trim()) : ''}</output>
        </div>
      </div>
      <SheetFailure subject="settings" />
      <SheetFoot />
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

const headingId = (section: SettingsSectionName): string => `settings-${section}`;

function goTo(section: SettingsSectionName): void {
  const heading = document.getElementById(headingId(section));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView?.({ block: 'start' });
}
