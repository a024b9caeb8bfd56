// The one closed list of actions, what each is called in its place, and the way to do one by its name.
import { actionTitles, type ActionWords } from '../i18n/en-actions.ts';
import type { AppServices } from '../state/app-context.tsx';
import { placeOf, type About, type Action, type ActionPlace } from './action.ts';
import { credentialActions } from './credential-actions.ts';
import { findActions, windowActions } from './window-actions.ts';
import { leaseActions, tokenActions } from './token-actions.ts';
import { selectionActions } from './selection-actions.ts';

const deeds = {
  ...selectionActions,
  ...tokenActions,
  ...leaseActions,
  ...credentialActions,
  ...findActions,
  ...windowActions,
} as const;
export type ActionName = keyof typeof deeds;
export const actionNames = Object.keys(deeds) as ActionName[];
const titles: Readonly<Record<ActionName, ActionWords>> = actionTitles;
export const actions = Object.fromEntries(
  actionNames.map((name) => [name, { ...titles[name], ...deeds[name] }]),
) as Readonly<Record<ActionName, Action>>;

const wordsOf = (action: Action, place: ActionPlace): ActionWords =>
  action.wordsNow?.(place) ?? action;

export const titleOf = (action: Action, place: ActionPlace): string => wordsOf(action, place).title;

/** The words of its button. */
export function verbOf(action: Action, place: ActionPlace): string {
  const { title, verb = title } = wordsOf(action, place);
  return verb;
}

/** Answers whether it was done. */
export function runAction(app: AppServices, name: ActionName, about?: About): boolean {
  const place = placeOf(app, about);
  const action = actions[name];
  if (place === null || (action.refusal?.(place) ?? null) !== null) return false;
  action.run(app, place);
  return true;
}
