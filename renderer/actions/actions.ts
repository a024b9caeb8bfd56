// The one closed list of actions, what each is called in its place, and the way to do one by its name.
import type { AppServices } from '../state/app-context.tsx';
import { placeOf, type About, type Action, type ActionPlace } from './action.ts';
import { credentialActions } from './credential-actions.ts';
import { findActions } from './find-actions.ts';
import { leaseActions } from './lease-actions.ts';
import { selectionActions } from './selection-actions.ts';
import { tokenActions } from './token-actions.ts';
import { windowActions } from './window-actions.ts';

const list = {
  ...selectionActions,
  ...tokenActions,
  ...leaseActions,
  ...credentialActions,
  ...findActions,
  ...windowActions,
} as const;
export type ActionName = keyof typeof list;
export const actions: Readonly<Record<ActionName, Action>> = list;
export const actionNames = Object.keys(list) as ActionName[];

export const titleOf = ({ title, titleNow }: Action, place: ActionPlace): string =>
  titleNow?.(place) ?? title;

/** The words of its button. */
export function verbOf(action: Action, place: ActionPlace): string {
  const { verb } = action;
  return (typeof verb === 'function' ? verb(place) : verb) ?? titleOf(action, place);
}

/** Answers whether it was done. */
export function runAction(app: AppServices, name: ActionName, about?: About): boolean {
  const place = placeOf(app, about);
  const action = actions[name];
  if (place === null || (action.refusal?.(place) ?? null) !== null) return false;
  action.run(app, place);
  return true;
}
