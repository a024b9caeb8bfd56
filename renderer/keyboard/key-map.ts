// Which keys do what (docs/interface.md, "Keyboard"): read from the list of actions, so that they cannot
// disagree. Pure: an event in, an action's name out. `/` acts only while the focus is in the list or the
// sidebar (WCAG 2.1.4).
import { actionNames, actions, type ActionName } from '../actions/actions.ts';
import { actionWords } from '../i18n/en-actions.ts';
import { shortcutWords } from '../i18n/en-shortcuts.ts';

export type KeyCommand =
  | { readonly kind: ActionName }
  | { readonly kind: 'environment'; readonly index: number };

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

export interface KeyPlace {
  /** The focus is in a field that takes text. */
  readonly inText: boolean;
  readonly inListOrSidebar: boolean;
  /** More than one row is marked: keys of one credential are about all of those then. */
  readonly several: boolean;
  readonly mac: boolean;
}

/** What a Mac calls Delete is Backspace to a page. */
const written = (key: string, mac: boolean): string =>
  ({ Del: mac ? 'Backspace' : 'Delete', Esc: 'Escape' })[key] ?? key;

function isPressed(keys: string, pressed: Pressed, mac: boolean): boolean {
  const parts = keys.split('+');
  const last = parts.at(-1) ?? '';
  const wanted = written(last, mac);
  const mod = mac ? pressed.metaKey : pressed.ctrlKey;
  const other = mac ? pressed.ctrlKey : pressed.metaKey;
  if (other || mod !== parts.includes('Mod')) return false;
  // Some layouts need Shift for a sign.
  const isSign = wanted.length === 1 && !/\p{L}/u.test(wanted);
  if (!isSign && pressed.shiftKey !== parts.includes('Shift')) return false;
  return wanted.length === 1
    ? pressed.key.toLowerCase() === wanted.toLowerCase()
    : pressed.key === wanted;
}

function counts(name: ActionName, keys: string, pressed: Pressed, place: KeyPlace): boolean {
  const { group, where, repeats } = actions[name];
  if (group === 'selection' && !place.several) return false;
  if (pressed.repeat && repeats !== true) return false;
  if (where === 'not_in_text' && place.inText) return false;
  // A character alone is text wherever text is typed.
  if (keys.length === 1 && (place.inText || !place.inListOrSidebar)) return false;
  return isPressed(keys, pressed, place.mac);
}

export function commandFor(pressed: Pressed, place: KeyPlace): KeyCommand | null {
  if (pressed.altKey) return null;
  const kind = actionNames.find((name) =>
    (actions[name].keys ?? []).some((keys) => counts(name, keys, pressed, place)),
  );
  if (kind !== undefined) return { kind };
  const digit = /^[1-9]$/.test(pressed.key) && !pressed.repeat;
  return digit && isPressed(`Mod+${pressed.key}`, pressed, place.mac)
    ? { kind: 'environment', index: Number(pressed.key) - 1 }
    : null;
}

const { named: keyWords } = shortcutWords;
type Line = readonly [what: string, keys: readonly string[]];

/** Keys of the list alone, which acts on them itself. */
const listLines: readonly Line[] = [
  [actionWords.environments, ['Mod+1', 'Mod+9']],
  [shortcutWords.lines.move, ['↑', '↓', 'Home', 'End']],
  [shortcutWords.lines.find, [keyWords.letters]],
  [shortcutWords.lines.select, [keyWords.space, 'Shift+↓', 'Mod+A']],
  [actionWords.open, ['Enter']],
];

const linesOf = (isWanted: (group: string) => boolean): readonly Line[] =>
  actionNames.flatMap((name): Line[] => {
    const { title, keys, group } = actions[name];
    return keys === undefined || !isWanted(group) ? [] : [[title, keys]];
  });

/** The sheet of shortcuts: what, and the keys. Those of several keys at once come last. */
export const shortcutLines: readonly Line[] = [
  ...linesOf((group) => group !== 'selection'),
  ...listLines,
  ...linesOf((group) => group === 'selection'),
];

export const isMac = (): boolean => navigator.userAgent.includes('Mac OS');

/** `Ctrl+Shift+Del`, or `⌘+⇧+⌫` on a Mac. */
export const shownKeys = (keys: string, mac: boolean): string =>
  mac
    ? keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Del', '⌫')
    : keys.replace('Mod', 'Ctrl');
