// After a save: a button that shows the file in its folder. Main knows which file; its path never comes here.
import type { ReactNode } from 'react';
import { en } from '../i18n/en.ts';
import { CallButton } from './CallButton.tsx';

export function ShowSaved({ saved }: { readonly saved: boolean }): ReactNode {
  return saved && <CallButton call="savedShow">{en.verbs.showSaved}</CallButton>;
}
