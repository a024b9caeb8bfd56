// One section of the settings: found by its title, by its words, and by what people call it otherwise.
import { useId, type ReactNode } from 'react';
import type { SettingsSection as Section } from '../../state/window-state.ts';

export const sectionId = (section: Section): string => `settings-${section}`;

export function SettingsSection(props: {
  readonly section: Section;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="settings-section" id={sectionId(props.section)} aria-labelledby={id}>
      {/* The way of the navigation beside it: it moves the focus here. */}
      <h3 id={id} tabIndex={-1}>
        {props.title}
      </h3>
      <div>{props.children}</div>
    </section>
  );
}
