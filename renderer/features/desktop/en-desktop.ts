// The words of what makes the window a desktop program: menus over rows and tokens, panes, what it is made of.
export const desktopWords = {
  menu: {
    ofCredential: (label: string): string => `Menu of ${label}`,
    ofToken: (fingerprint: string): string => `Menu of token ${fingerprint}`,
    ofSelection: 'Menu of the selection',
  },
  splitters: {
    sidebar: 'Width of the sidebar',
    list: 'Width of the list',
  },
  about: {
    title: 'About Strongroom',
    version: (version: string): string => `Version ${version}`,
    standIn: 'Development build: a stand-in host runs this window, not Electron.',
    rights: 'All rights reserved. No licence has been chosen.',
    newer: 'Check for a newer version',
    newest: 'You have the newest version.',
    place: 'Where the vault is…',
    notices: 'Third-party software',
    noticesNote:
      'Electron, Chromium and Argon2 have notices of their own, in files beside the program.',
    noNotices: 'This build collected no notices.',
    noText: 'The package has no licence text.',
    notice: (name: string, version: string, licence: string): string =>
      `${name} ${version}${licence === '' ? '' : `, ${licence}`}`,
  },
} as const;
