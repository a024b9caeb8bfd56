// Which keys do what (interface.md, "Keyboard"), for what exists so far. Pure: an event in, a command
// out. `/` acts only while the focus is in the list or the sidebar (WCAG 2.1.4).

export type KeyCommand =
  | { readonly kind: 'search' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'new_credential' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'environment'; readonly index: number }
  | { readonly kind: 'pane'; readonly step: 1 | -1 }
  | { readonly kind: 'get_or_renew' }
  | { readonly kind: 'check' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'copy_client_id' }
  | { readonly kind: 'copy_token' }
  | { readonly kind: 'close' };

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
  readonly mac: boolean;
}

export function commandFor(pressed: Pressed, place: KeyPlace): KeyCommand | null {
  if (pressed.altKey) return null;
  const mod = place.mac ? pressed.metaKey : pressed.ctrlKey;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  if (pressed.key === 'F6') return { kind: 'pane', step: pressed.shiftKey ? -1 : 1 };
  if (mod) return withModifier(key, pressed, place);
  if (pressed.ctrlKey || pressed.metaKey) return null;
  if (key === 'Escape') return { kind: 'close' };
  if (key === 'Delete' && !place.inText && !pressed.repeat) return { kind: 'revoke' };
  if (key === '/' && place.inListOrSidebar && !place.inText) return { kind: 'search' };
  return null;
}

function withModifier(key: string, pressed: Pressed, place: KeyPlace): KeyCommand | null {
  if (pressed.repeat) return null;
  if (pressed.shiftKey && key === 'c') return { kind: 'copy_token' };
  if (key === '/') return { kind: 'shortcuts' };
  if (pressed.shiftKey) return null;
  switch (key) {
    case 'f':
      return { kind: 'search' };
    case 'l':
      return { kind: 'lock' };
    case 'n':
      return { kind: 'new_credential' };
    case ',':
      return { kind: 'settings' };
    case 'Enter':
      return place.inText ? null : { kind: 'get_or_renew' };
    case 'i':
      return place.inText ? null : { kind: 'check' };
    case 'b':
      return place.inText ? null : { kind: 'copy_client_id' };
    default:
      return /^[1-9]$/.test(key) ? { kind: 'environment', index: Number(key) - 1 } : null;
  }
}

/** The sheet of shortcuts: what, and the keys. `Mod` is Ctrl, or Cmd on a Mac. */
export const shortcutLines: readonly (readonly [what: string, keys: readonly string[]])[] = [
  ['Search', ['Mod+F', '/']],
  ['Lock', ['Mod+L']],
  ['Add credential', ['Mod+N']],
  ['Settings', ['Mod+,']],
  ['Environment 1 to 9', ['Mod+1', 'Mod+9']],
  ['Next, previous pane', ['F6', 'Shift+F6']],
  ['Move in the list', ['↑', '↓', 'Home', 'End']],
  ['Find by first letters, in the list', ['A to Z']],
  ['Open', ['Enter']],
  ['Get token, or renew', ['Mod+Enter']],
  ['Check', ['Mod+I']],
  ['Revoke', ['Del', 'then Enter']],
  ['Copy client id', ['Mod+B']],
  ['Copy access token, where allowed', ['Mod+Shift+C']],
  ['Keyboard shortcuts', ['Mod+/']],
  ['Close, clear', ['Esc']],
];
