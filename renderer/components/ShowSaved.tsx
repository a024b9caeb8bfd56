// After a save: a button that shows the file in its folder. Main knows which file; its path never comes here.
import type { ReactNode } from 'react';
import { en } from '../i18n/en.ts';
import { useApp } from '../state/app-context.tsx';
import { Button } from './Button.tsx';

export function ShowSaved({ saved }: { readonly saved: boolean }): ReactNode {
  const { call } = useApp();
  if (!saved) return null;
  return <Button onClick={() => void call('savedShow')}>{en.verbs.showSaved}</Button>;
}
