// The one closed list of actions, and the way to do one by its name.
import type { AppServices } from '../state/app-context.tsx';
import { placeOf, type Action } from './action.ts';
import { credentialActions } from './credential-actions.ts';
import { selectionActions } from './selection-actions.ts';
import { windowActions } from './window-actions.ts';

const list = { ...selectionActions, ...credentialActions, ...windowActions } as const;
export type ActionName = keyof typeof list;
export const actions: Readonly<Record<ActionName, Action>> = list;
export const actionNames = Object.keys(list) as ActionName[];

/** Answers whether it was done. */
export function runAction(app: AppServices, name: ActionName): boolean {
  const place = placeOf(app);
  const action = actions[name];
  if (place === null || (action.refusal?.(place) ?? null) !== null) return false;
  action.run(app, place);
  return true;
}
