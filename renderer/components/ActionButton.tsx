// A button for one of the window's actions: its words, its keys and what it does are the list's own.
import type { ReactNode } from 'react';
import { actions, runAction, type ActionName } from '../actions/actions.ts';
import { isMac, shownKeys } from '../keyboard/key-map.ts';
import { useApp } from '../state/app-context.tsx';
import { Button } from './Button.tsx';

export function ActionButton(props: {
  readonly name: ActionName;
  readonly icon: ReactNode;
  /** The icon alone, its words for a screen reader and on hover. */
  readonly small?: boolean;
}): ReactNode {
  const { name, icon, small = false } = props;
  const app = useApp();
  const { title, keys } = actions[name];
  const hint = keys?.[0] === undefined ? title : `${title} (${shownKeys(keys[0], isMac())})`;
  return (
    <Button
      look={small ? 'icon' : 'quiet'}
      aria-label={small ? title : undefined}
      title={hint}
      onClick={() => runAction(app, name)}
    >
      {icon}
      {small ? null : title}
    </Button>
  );
}
