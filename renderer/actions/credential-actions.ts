// What can be done about the credential that is chosen. The same words refuse wherever one looks.
import type { CredentialView, TokenView } from '../../electron/shared/credential-view.ts';
import { copyText } from '../components/CopyButton.tsx';
import { actionWords as words } from '../i18n/en-actions.ts';
import { said } from '../i18n/en-said.ts';
import { unkeptWords } from '../i18n/en-unkept.ts';
import { defaultScopes } from '../model/scope-choice.ts';
import { tokenFor } from '../model/token-standing.ts';
import type { AppServices } from '../state/app-context.tsx';
import type { Sheet } from '../state/window-state.ts';
import type { Action } from './action.ts';
import { diagnose } from './diagnose.ts';

type On = (app: AppServices, credential: CredentialView) => void;

/** About one credential; `why` refuses for reasons of that credential. */
function onCredential(
  part: Omit<Action, 'group' | 'refusal' | 'run'>,
  run: On,
  why: (credential: CredentialView) => string | null = () => null,
): Action {
  return {
    ...part,
    group: 'credential',
    refusal: ({ credential, marked }) =>
      marked.length > 1
        ? words.severalMarked
        : credential === null
          ? words.chooseFirst
          : why(credential),
    run(app, { credential }) {
      if (credential !== null) run(app, credential);
    },
  };
}

/** What lasts longer than a session needs the vault. */
const unlessKept = ({ kept }: CredentialView): string | null =>
  kept ? null : unkeptWords.action.notKept;

/** Switched on, whether or not something holds it up; one that gave up can be switched on again. */
const isRenewing = (renewal: CredentialView['renewal']): boolean =>
  renewal !== null && renewal.phase !== 'ended' && renewal.phase !== 'stopped';

type Can = keyof TokenView['can'];
const tokenWith = (credential: CredentialView, can: Can): TokenView | null =>
  credential.tokens.find((token) => token.can[can]) ?? null;

/** About the newest token of the credential that allows it. */
function onToken(
  part: Omit<Action, 'group' | 'refusal' | 'run'>,
  can: Can,
  run: (app: AppServices, credential: CredentialView, token: TokenView) => void,
): Action {
  return onCredential(
    part,
    (app, credential) => {
      const token = tokenWith(credential, can);
      if (token !== null) run(app, credential, token);
    },
    (credential) => (tokenWith(credential, can) === null ? words.noToken[can] : null),
  );
}

const show =
  (kind: 'edit_credential' | 'replace_secret' | 'delete_credential'): On =>
  ({ window }, { id }) =>
    window.show({ kind, credentialId: id } satisfies Sheet);

export const credentialActions = {
  get_or_renew: onCredential(
    {
      title: words.getOrRenew,
      keys: ['Mod+Enter'],
      where: 'not_in_text',
      calls: ['tokenGet', 'tokenRenew'],
    },
    ({ commands, window }, credential) => {
      const renewable = tokenFor(credential, 'renew');
      const scopes = defaultScopes(credential);
      if (renewable !== null) void commands.renew(credential, renewable);
      else if (scopes === null) window.open(credential.id);
      else void commands.getToken(credential, scopes);
    },
  ),
  check: onToken(
    { title: words.check, keys: ['Mod+I'], where: 'not_in_text', calls: ['tokenCheck'] },
    'check',
    ({ commands, window }, credential, token) => {
      void commands.check(credential, token).then((report) => {
        if (report !== null) window.show({ kind: 'check_report', report });
      });
    },
  ),
  revoke: onToken(
    {
      title: words.revoke,
      keys: ['Del', 'then Enter'],
      where: 'not_in_text',
      calls: ['tokenRevoke'],
    },
    'revoke',
    ({ window }, _credential, token) => window.patch({ armedTokenId: token.id, pane: 'detail' }),
  ),
  stop_credential: onCredential(
    { title: words.stopCredential, calls: ['stopPreview', 'stopStart'] },
    ({ window }, { id }) =>
      window.show({ kind: 'stop_everything', scope: { kind: 'credential', credentialId: id } }),
    ({ tokens }) => (tokens.some(({ live }) => live) ? null : words.nothingLive),
  ),
  guide: onToken(
    {
      title: words.guide,
      calls: ['partnerPlanStart', 'partnerPlanStep', 'partnerPlanTryOldSecret'],
    },
    'guide',
    ({ commands, window }, _credential, token) => {
      const open = (): void => window.show({ kind: 'partner_guide', tokenId: token.id });
      if (token.partnerPlan !== null) open();
      else void commands.startPartnerPlan(token).then((begun) => begun !== null && open());
    },
  ),
  diagnose: onCredential(
    {
      title: words.diagnose,
      calls: [
        'diagnosisStart',
        'diagnosisFollow',
        'diagnosisCancel',
        'diagnosisList',
        'diagnosisEvidence',
      ],
    },
    diagnose,
  ),
  favourite: onCredential(
    { title: words.favourite, calls: ['favouriteSet'] },
    ({ commands }, credential) => void commands.setFavourite(credential, !credential.favourite),
    unlessKept,
  ),
  keep_credential: onCredential(
    { title: unkeptWords.action.keep, calls: ['credentialKeep'] },
    ({ commands }, credential) => void commands.keepCredential(credential),
    ({ kept }) => (kept ? unkeptWords.action.isKept : null),
  ),
  copy_client_id: onCredential(
    { title: words.copyClientId, keys: ['Mod+B'], where: 'not_in_text' },
    ({ feedback }, { clientId }) => {
      void copyText(clientId).then((copied) =>
        copied ? feedback.say(said.clientIdCopied) : undefined,
      );
    },
  ),
  copy_token: onToken(
    { title: words.copyToken, keys: ['Mod+Shift+C'], calls: ['tokenCopy'] },
    'copy',
    ({ commands }, credential, token) => void commands.copyToken(credential, token),
  ),
  renewal_on: onCredential(
    { title: words.renewalOn, calls: ['renewalTurnOn'] },
    ({ commands }, credential) =>
      void commands.turnRenewalOn(credential, { untilMs: null, graceSeconds: 60 }),
    (credential) =>
      unlessKept(credential) ?? (isRenewing(credential.renewal) ? words.renewalIsOn : null),
  ),
  renewal_off: onCredential(
    { title: words.renewalOff, calls: ['renewalTurnOff'] },
    ({ commands }, credential) => void commands.turnRenewalOff(credential),
    ({ renewal }) => (isRenewing(renewal) ? null : words.renewalIsOff),
  ),
  lease_at_lock: onToken(
    { title: words.leaseAtLock, calls: ['leaseSet'] },
    'revoke',
    ({ commands }, _credential, token) => void commands.setLease(token, { end: 'lock' }),
  ),
  lease_remove: onCredential(
    { title: words.leaseRemove, calls: ['leaseRemove'] },
    ({ commands }, { tokens }) => {
      const leased = tokens.find(({ lease }) => lease !== null);
      if (leased !== undefined) void commands.removeLease(leased);
    },
    ({ tokens }) => (tokens.some(({ lease }) => lease !== null) ? null : words.noLease),
  ),
  forget: onToken(
    { title: words.forget, calls: ['tokenForget'] },
    'forget',
    ({ commands }, credential, token) => void commands.forget(credential, token),
  ),
  credential_history: onCredential(
    { title: words.credentialHistory, calls: ['historyPage'] },
    ({ window }, { id }) => window.show({ kind: 'history', credentialId: id }),
    ({ kept }) => (kept ? null : unkeptWords.history),
  ),
  edit_credential: onCredential(
    { title: words.edit, calls: ['credentialEdit'] },
    show('edit_credential'),
  ),
  replace_secret: onCredential(
    { title: words.replaceSecret, calls: ['credentialReplaceSecret'] },
    show('replace_secret'),
    ({ rotation }) => (rotation === null ? null : words.rotating),
  ),
  rotate_secret: onCredential(
    {
      title: words.rotate,
      calls: [
        'rotationStart',
        'rotationTakeSecret',
        'rotationCheck',
        'rotationSay',
        'rotationEndOldTokens',
        'rotationTryOldSecret',
        'rotationFinish',
        'rotationAbandon',
      ],
    },
    ({ commands, window }, credential) => {
      const open = (): void => window.show({ kind: 'rotation', credentialId: credential.id });
      if (credential.rotation !== null) open();
      else void commands.startRotation(credential).then((begun) => begun && open());
    },
    unlessKept,
  ),
  leaked: onCredential(
    {
      title: words.leaked,
      calls: [
        'leakPlanStart',
        'leakPlanRevoke',
        'leakPlanChoose',
        'leakPlanSay',
        'leakPlanTryOldSecret',
        'leakPlanClose',
      ],
    },
    ({ commands, window }, credential) => {
      const open = (): void => window.show({ kind: 'leak_plan', credentialId: credential.id });
      if (credential.leakPlan !== null) open();
      else void commands.startLeakPlan(credential).then((begun) => begun && open());
    },
  ),
  delete_credential: onCredential(
    { title: words.delete, calls: ['credentialRemove'] },
    show('delete_credential'),
  ),
} as const satisfies Readonly<Record<string, Action>>;
