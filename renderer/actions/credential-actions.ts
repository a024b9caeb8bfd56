// What can be done about the credential that is chosen. The same words refuse wherever one looks.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { copyText } from './copy-text.ts';
import { notesWords, webPageWords } from '../i18n/en-notes.ts';
import { actionWords as words } from '../i18n/en-actions.ts';
import { said } from '../i18n/en-said.ts';
import { isRenewing, isSwitchedOn } from '../model/renewal-standing.ts';
import { replacedAlive } from '../model/token-standing.ts';
import type { AppServices } from '../state/app-context.tsx';
import { startDiagnosis, turnRenewalOff } from './shared-calls.ts';
import type { CredentialField, CredentialSheetKind } from '../state/window-state.ts';
import type { Action } from './action.ts';
import { onCredential } from './on-credential.ts';

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
const { verbs } = words;

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
    { title: words.stopCredential },
    ({ window }, { id }) =>
      window.show({ kind: 'revoke_all', scope: { kind: 'credential', credentialId: id } }),
    ({ tokens }) => (tokens.some(({ live }) => live) ? null : words.nothingLive),
  ),
  revoke_replaced: onCredential(
    { title: words.revokeReplaced },
    ({ window }, credential) => {
      const tokenIds = replacedAlive(credential).map(({ id }) => id);
      window.show({ kind: 'revoke_all', scope: { kind: 'selection', tokenIds } });
    },
    (credential) => (replacedAlive(credential).length === 0 ? words.noneReplaced : null),
  ),
  diagnose: onCredential(
    {
      title: words.diagnose,
      verb: verbs.diagnose,
    },
    diagnose,
  ),
  favourite: onCredential(
    { title: words.favourite, verb: verbs.favourite },
    ({ call }, { id, favourite }) =>
      void call('favouriteSet', { credentialId: id, favourite: !favourite }),
  ),
  copy_client_id: onCredential(
    { title: words.copyClientId, keys: ['Mod+B'], where: 'not_in_text' },
    ({ feedback }, { clientId }) => {
      if (copyText(clientId)) feedback.say(said.clientIdCopied);
    },
  ),
  renewal_on: onCredential(
    {
      title: words.renewalOn,
      titleNow: ({ credential }) =>
        isRenewing(credential?.renewal ?? null) ? words.renewalChange : words.renewalOn,
      verb: ({ credential }) =>
        isRenewing(credential?.renewal ?? null) ? verbs.change : words.renewalOn,
    },
    ({ window }) => window.patch({ pane: 'detail', tab: 'tokens', part: 'renewal' }),
  ),
  renewal_off: onCredential(
    { title: words.renewalOff, verb: verbs.switchOff },
    ({ call }, credential) => void turnRenewalOff(call, credential),
    ({ renewal }) => (isSwitchedOn(renewal) ? null : words.renewalIsOff),
  ),
  credential_history: onCredential({ title: words.credentialHistory }, ({ window }) =>
    window.patch({ pane: 'detail', tab: 'history' }),
  ),
  edit_credential: onCredential({ title: words.edit, verb: verbs.edit }, ({ window }, { id }) =>
    window.show({ kind: 'edit_credential', credentialId: id }),
  ),
  edit_owner: onCredential({ title: words.editOwner }, showForm('owner')),
  edit_scopes: onCredential({ title: words.editScopes }, showForm('scopes')),
  edit_notes: onCredential({ title: notesWords.edit }, show('notes')),
  edit_web_page: onCredential({ title: webPageWords.edit }, show('web_page')),
  open_web_page: onCredential(
    { title: webPageWords.open },
    ({ call }, { id }) =>
      void call('credentialWebPageOpen', { credentialId: id }, { said: webPageWords.opened }),
    ({ webPage }) => (webPage === '' ? webPageWords.none : null),
  ),
  secret_end: onCredential({ title: words.secretEnd }, show('secret_end')),
  replace_secret: onCredential(
    { title: words.replaceSecret },
    show('replace_secret'),
    ({ rotation }) => (rotation === null ? null : words.rotating),
  ),
  rotate_secret: onCredential(
    {
      title: words.rotate,
      titleNow: ({ credential }) =>
        credential?.rotation == null ? words.rotate : words.rotateGoOn,
      verb: ({ credential }) => (credential?.rotation == null ? words.rotate : verbs.goOn),
    },
    show('rotation'),
  ),
  leaked: onCredential(
    {
      title: words.leaked,
      also: words.also.leaked,
      titleNow: ({ credential }) =>
        credential?.leakPlan == null ? words.leaked : words.leakedGoOn,
      verb: ({ credential }) => (credential?.leakPlan == null ? words.leaked : verbs.goOnPlan),
    },
    show('leak_plan'),
  ),
  delete_credential: onCredential({ title: words.delete }, show('delete_credential')),
} as const satisfies Readonly<Record<string, Action>>;
