// The words of the plan for a leaked key, per access type (docs/service.md 5.8, 5.9).
import { counted } from '../../../electron/shared/counts.ts';

export const leakWords = {
  mark: 'Leaked',
  notice: (over: boolean) =>
    over
      ? 'This key leaked: the plan is done and can be closed.'
      : 'This key leaked: the plan is not finished.',
  title: (label: string) => `${label} leaked`,
  lead: {
    trader:
      'People with this secret can get tokens that nobody here has seen. Revoke what is known, then replace or delete the key.',
    partner:
      'People with this key can get tokens that nobody here has seen. Replace the key; Strongroom proves that the old one is refused.',
  },
  begin: 'Start the plan',
  beginNote:
    'Nothing has been done yet. Starting notes in the history that this key leaked. It stays under “Needs attention” until the plan is done.',
  revoke: {
    title: 'Revoke its tokens',
    note: 'Revokes every token of this key in the vault.',
    submit: (n: number) => `Revoke ${counted(n, 'token')}…`,
  },
  worthless: {
    title: 'Replace or delete the key',
    question: 'How?',
    rotate: 'Rotate the secret',
    rotateNote: 'The client stays. Tokens that others already got may work for up to 24 hours.',
    remove: 'Delete the client',
    removeNote:
      'Ends its tokens too, also those nobody here has seen. Every program that uses the client stops.',
    openRotation: 'Open the rotation…',
    rotated: 'The secret was rotated, and the old one destroyed here.',
  },
  key: { title: 'Revoke or regenerate the key' },
  /** What the person says was done in the web app. */
  elsewhere: {
    delete_client: {
      label: 'I deleted the client in the web app',
      note: 'Only you can know this. What it should have ended is asked about from then on.',
      practice: 'Practice: delete the client',
    },
    revoke_key: {
      label: 'I revoked or regenerated the key in the web app',
      note: 'Only you can know this. Every token of it is asked about from then on.',
      practice: 'Practice: revoke the key',
    },
  },
  rotate: {
    title: 'Rotate the secret',
    note: 'A regenerated key comes with a new secret. The rotation takes it and checks it.',
  },
  secret: {
    title: 'Prove that the leaked secret is refused',
    note: 'Asks for a token with it. If it still works, that issues one more token.',
    byRotation: 'The rotation proves it, in its step 4.',
    submit: 'Try the leaked secret…',
    later: 'First replace or delete the key, in the step before.',
    verdict: {
      refused: 'The server refused it:',
      still_mints:
        'It still works, and one more token was just issued. It has to be replaced first.',
      unclear: 'The server’s answer said neither that it works nor that it does not.',
    },
  },
  tokens: {
    title: 'Prove that its tokens are refused',
    note: 'Strongroom asks with each token until the server has refused it again and again.',
  },
  over: 'The leaked secret is refused, and nothing known of it is left to stop.',
  overUnproven: 'What no call can prove ends at the latest when it expires.',
  close: 'Close the plan',
  closeEarly: 'Stop tracking this leak…',
} as const;
