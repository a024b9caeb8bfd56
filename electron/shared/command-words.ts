// The words and keys of what the application menu and the window both offer: written once, so that menu,
// palette, buttons and the shortcut sheet never say different things.

/** The words and keys of one command. */
export interface CommandWords {
  /** In the palette and on the shortcut sheet. */
  readonly title: string;
  /** Where there is less room, in words of the title: the menu, a button. */
  readonly verb?: string;
  /** `Mod+N`: `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Where text is typed they mean something else: the window listens to them, the menu only names them. */
  readonly keysOfWindow?: true;
}

/** Every command with words that menu and window share. */
export const commandWords = {
  new_credential: { title: 'Add key', keys: ['Mod+N'] },
  new_environment: { title: 'Add environment' },
  import_credentials: { title: 'Import keys…' },
  export_vault: { title: 'Export: encrypted copy, inventory…', verb: 'Export…' },
  settings: { title: 'Settings', keys: ['Mod+,'] },
  get_or_renew: { title: 'Get token, or renew', keys: ['Mod+Enter'], keysOfWindow: true },
  check: { title: 'Check', keys: ['Mod+I'], keysOfWindow: true },
  revoke: { title: 'Revoke', keys: ['Del'], keysOfWindow: true },
  revoke_all: { title: 'Revoke everything…', keys: ['Mod+Shift+Del'] },
  lock: { title: 'Lock', keys: ['Mod+L'] },
  search: { title: 'Search', keys: ['Mod+F'] },
  palette: { title: 'Search actions', keys: ['Mod+K'] },
  // Not Mod+Y, which is Redo on Windows, nor Mod+H, which hides an app on a Mac.
  history: { title: 'History', keys: ['Mod+Shift+H'] },
  inspect_token: { title: 'Inspect a token…' },
  find_ours: {
    title: 'Is this one of ours? Search a text, file or folder…',
    verb: 'Is this one of ours?…',
    keys: ['Mod+Shift+F'],
  },
  health: { title: 'Health report: what needs attention', verb: 'Health report' },
  about: { title: 'About Strongroom' },
  shortcuts: { title: 'Keyboard shortcuts', keys: ['Mod+/'] },
} as const satisfies Readonly<Record<string, CommandWords>>;

/** A command of this list. */
export type WordedCommand = keyof typeof commandWords;
