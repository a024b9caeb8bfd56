// The words of the settings.

export const settingsWords = {
  title: 'Settings',
  search: 'Search settings',
  sections: 'Sections',
  notFound: (typed: string) => `No section is about “${typed}”.`,
  vault: 'Vault',
  /** Other words that a section is looked for by. */
  also: {
    appearance: 'theme light dark system colour pause live times countdown',
    locking: 'lock automatic minutes idle sleep suspend screen timeout session revoke',
    notifications: 'alerts notify quiet hours expiry before tags names',
    tokens: 'copy clipboard token allow',
    programs: 'bot command line script exec hand out token listen socket door',
    screenshots: 'capture screenshot sharing screen protection',
    closing: 'tray background quit exit window',
    keystore: 'keyring keychain unlock password touch',
    vault: 'passphrase password recovery key backups restore protects data key',
  },
  theme: 'Appearance',
  themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
  pauseTimes: 'Pause live times',
  pauseTimesNote: 'Shows when a token ends, and no countdown.',
  close: 'Closing the window',
  keepInTray: 'Keep running in the tray',
  keepInTrayNote:
    'Off: closing the window locks the vault and quits. On: the vault stays as it is, and still locks by itself.',
  copy: 'Access tokens',
  copyTokens: 'Allow copying tokens',
  copyNote:
    'Off unless you need it. Whatever reads the clipboard can use a copied token until it expires. Each copy is asked about. The clipboard is cleared after 20 seconds if unchanged, and on lock and quit. GNOME under Wayland keeps it until this window has the focus, after you quit too. The window says so.',
} as const;
