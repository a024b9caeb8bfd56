// Whether the system starts the app at login, as the window sees it.
import * as v from 'valibot';

const states = [
  'off',
  'on',
  /** It is set, and the system does not do it until the person allows it there. */
  'held_back',
  /** Another copy of the app is set to start. */
  'other_copy',
  /** Not offered: the app runs from its source. */
  'not_installed',
  /** Not offered: what runs is gone at the next login. */
  'passing_place',
] as const;

/** What the system would do at the next login. */
export const loginStartState = v.picklist(states);
export type LoginStartState = (typeof states)[number];
