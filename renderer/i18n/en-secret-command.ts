// The words of a secret that a command prints: in the form, in the sheet that replaces a secret, and in the detail.

export const secretCommandWords = {
  source: 'Get it from your secret manager when it is needed',
  sourceNote:
    'A command of yours prints it, such as that of pass, op or vault. You confirm it first.',
  path: 'Program',
  pathHint: 'Its absolute path, such as /usr/bin/pass. No shell reads it.',
  arguments: 'Arguments',
  argumentsHint:
    'One on each line, as the program gets them. Write no secret here: they are shown on screen.',
  unfit:
    'Enter an absolute path, and at most 16 arguments and 1,500 characters in all. Then the question can show them.',
  revoking: 'For revoking',
  keep: 'Keep the secret sealed while tokens are live',
  keepNote:
    'Then revoking never depends on the secret manager. Without it, tokens cannot be revoked while the manager is locked or away.',
  fact: (command: string) => `Fetched by ${command} when needed.`,
  keeps: 'While tokens are live, it stays sealed here so that they can be revoked.',
  keepsNot: 'It is never kept here: to revoke tokens, the secret manager must answer.',
  again: 'Confirm the program again',
  set: (label: string) => `The client secret of ${label} is fetched when it is needed.`,
  reread: 'The new secret is read by the same command. Change it in the secret manager first.',
  rereadSubmit: 'Read the new secret',
} as const;
