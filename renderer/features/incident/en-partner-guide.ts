// The words of the guide that stops a Partner token.
import { refusedInARow } from '../../../electron/shared/tokens/evidence-words.ts';

export const partnerGuideWords = {
  title: 'Stop a Partner token',
  lead: 'The service documents no way to revoke a Partner token. You stop it in the web app; Strongroom then checks that it is really dead.',
  begin: 'Start the steps',
  beginNote:
    'Nothing has been done yet. Starting marks the token as waiting until it is confirmed dead or has expired.',
  steps: 'In the web app',
  practiceNote: 'Practice has no web app. This does there what you would do in it.',
  practiceRevoke: 'Revoke the practice key',
  verify: 'Then make sure',
  checkRefused: 'Check that the token is refused',
  checkLater: 'First revoke or regenerate the key: then Strongroom asks with the token by itself.',
  asksByItself: 'Strongroom keeps asking with the token until it is confirmed dead.',
  refusals: (seen: Parameters<typeof refusedInARow>[0]) => `So far ${refusedInARow(seen)}.`,
  trySecret: 'Try the old secret',
  trySecretNote:
    'Asks for a token with the stored secret. If it still works, that issues one more token.',
  trySecretLater: 'First rotate the secret.',
  secretOutcome: {
    refused: 'The old secret is refused.',
    still_mints:
      'The old secret still works and has just issued one more token. Rotate it in the web app.',
    unclear: 'The server did not say whether the old secret works. Try again later.',
  },
  replace: 'Store the new secret',
  replaceNote: 'Last of all, so that the old one could be tried.',
} as const;
