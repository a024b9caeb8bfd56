// What can be done about the credential that is chosen. The same words refuse wherever one looks.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { copyText } from './copy-text.ts';
import { webPageWords } from '../i18n/en-notes.ts';
import { actionWords as words, titlesNow } from '../i18n/en-actions.ts';
import { said } from '../i18n/en-said.ts';
import { isRenewing, isSwitchedOn } from '../model/activity.ts';
import { replacedAlive } from '../model/token-standing.ts';
import type { AppServices } from '../state/app-context.tsx';
import { startDiagnosis, turnRenewalOff } from './shared-calls.ts';
import type { CredentialField, CredentialSheetKind } from '../state/window-state.ts';
import { type Deed, onCredential } from './action.ts';

/**
 * Begins the diagnosis of a credential and shows it: one press for a Trader, while a Partner is told
 * first that the token asked for cannot be revoked.
 */
function diagnose(app: AppServices, credential: CredentialView): void {
  const { id: credentialId, accessType, registeredScopes } = credential;
  if (accessType === 'partner')
    return app.window.show({ kind: 'diagnosis', credentialId, run: null });
  void startDiagnosis(app, credential, registeredScopes).then((run) => {
    if (run !== null) app.window.show({ kind: 'diagnosis', credentialId, run });
  });
}

type On = (app: AppServices, credential: CredentialView) => void;

const show =
  (kind: CredentialSheetKind): On =>
  ({ window }, { id: credentialId }) =>
    window.show({ kind, credentialId });

const showForm =
  (at: CredentialField): On =>
  ({ window }, { id }) =>
    window.show({ kind: 'edit_credential', credentialId: id, at });

export const credentialActions = {
  stop_credential: onCredential(
    ({ window }, { id }) =>
      window.show({ kind: 'revoke_all', scope: { kind: 'credential', credentialId: id } }),
    ({ tokens }) => (tokens.some(({ live }) => live) ? null : words.nothingLive),
  ),
  revoke_replaced: onCredential(
    ({ window }, credential) => {
      const tokenIds = replacedAlive(credential).map(({ id }) => id);
      window.show({ kind: 'revoke_all', scope: { kind: 'selection', tokenIds } });
    },
    (credential) => (replacedAlive(credential).length === 0 ? words.noneReplaced : null),
  ),
  diagnose: onCredential(diagnose),
  favourite: onCredential(
    ({ call }, { id, favourite }) =>
      void call('favouriteSet', { credentialId: id, favourite: !favourite }),
  ),
  copy_client_id: {
    ...onCredential(({ feedback }, { clientId }) => {
      if (copyText(clientId)) feedback.say(said.clientIdCopied);
    }),
    where: 'not_in_text',
  },
  renewal_on: {
    ...onCredential(({ window }) =>
      window.patch({ pane: 'detail', tab: 'tokens', part: 'renewal' }),
    ),
    wordsNow: ({ credential }) =>
      isRenewing(credential?.renewal ?? null) ? titlesNow.renewalChange : null,
  },
  renewal_off: onCredential(
    ({ call }, credential) => void turnRenewalOff(call, credential),
    ({ renewal }) => (isSwitchedOn(renewal) ? null : words.renewalIsOff),
  ),
  credential_history: onCredential(({ window }) =>
    window.patch({ pane: 'detail', tab: 'history' }),
  ),
  edit_credential: onCredential(({ window }, { id }) =>
    window.show({ kind: 'edit_credential', credentialId: id }),
  ),
  edit_owner: onCredential(showForm('ownerAccount')),
  edit_scopes: onCredential(showForm('scopes')),
  edit_notes: onCredential(show('notes')),
  edit_web_page: onCredential(show('web_page')),
  open_web_page: onCredential(
    ({ call }, { id }) =>
      void call('credentialWebPageOpen', { credentialId: id }, { said: webPageWords.opened }),
    ({ webPage }) => (webPage === '' ? webPageWords.none : null),
  ),
  secret_end: onCredential(show('secret_end')),
  replace_secret: onCredential(show('replace_secret'), ({ rotation }) =>
    rotation === null ? null : words.rotating,
  ),
  rotate_secret: {
    ...onCredential(show('rotation')),
    wordsNow: ({ credential }) => (credential?.rotation == null ? null : titlesNow.rotateGoOn),
  },
  leaked: {
    ...onCredential(show('leak_plan')),
    wordsNow: ({ credential }) => (credential?.leakPlan == null ? null : titlesNow.leakedGoOn),
  },
  delete_credential: onCredential(show('delete_credential')),
} as const satisfies Readonly<Record<string, Deed>>;
