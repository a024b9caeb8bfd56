// What the sheets say about credentials that are not kept: the form, the settings, deleting one.

export const ephemeralSheetWords = {
  form: {
    title: 'Try a credential',
    legend: 'How long it stays',
    keep: 'Keep it in the vault',
    keepNote: 'Sealed, and in the backups of the vault.',
    session: 'Only for this session; nothing is written',
    sessionNote:
      'It, its secret and its tokens are in memory only, neither in the history nor in a backup, and gone at lock and at quit. ' +
      'After a crash nothing here knows of a token that was issued: it lives until it expires.',
    submit: 'Try it',
    tried: (label: string) => `${label} is here until you lock. Nothing of it is written.`,
  },
  deleteLead: (label: string) =>
    `Takes ${label}, its secret and its tokens out of memory. The credential itself stays valid on the server.`,
  setting: {
    legend: 'Credentials that are not kept',
    label: 'Revoke their tokens when the vault locks by itself',
    note: 'As far as a few seconds allow. When you lock or quit yourself, you are asked.',
  },
} as const;
