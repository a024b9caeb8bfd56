// What can be done about a token: that of the button one stands on, or the newest of the chosen credential
// that allows it. The same words refuse wherever one looks.
import { actionWords as words } from '../i18n/en-actions.ts';
import { shortcutWords } from '../i18n/en-shortcuts.ts';
import { waitingFor } from '../model/activity.ts';
import { defaultScopes } from '../model/credential-scopes.ts';
import type { Action, ActionPlace } from './action.ts';
import { onCredential, onToken, tokenWith, unlessRemoving } from './on-credential.ts';
import { said } from '../i18n/en-said.ts';
import { getToken, checkToken } from './shared-calls.ts';

const { verbs } = words;

const isLeaked = ({ credential }: ActionPlace): boolean => credential?.leakPlan != null;

export const tokenActions = {
  get_or_renew: {
    ...onCredential(
      {
        title: words.getOrRenew,
        titleNow: (place) => (isLeaked(place) ? verbs.getAnyway : words.getOrRenew),
        verb: (place) => {
          if (isLeaked(place)) return verbs.getAnyway;
          return tokenWith(place, 'renew') === null ? verbs.getToken : verbs.renew;
        },
        keys: ['Mod+Enter'],
        where: 'not_in_text',
      },
      ({ call, window }, credential, place) => {
        const renewable = tokenWith(place, 'renew');
        const scopes = defaultScopes(credential);
        if (renewable !== null) {
          void call(
            'tokenRenew',
            { tokenId: renewable.id },
            { subject: credential.id, said: said.tokenRenewed(credential.label) },
          );
        } else if (scopes === null) {
          window.show(null);
          window.open(credential.id);
        } else void getToken(call, credential, scopes);
      },
      unlessRemoving,
    ),
    can: 'renew',
  },
  try_now: onCredential(
    { title: words.tryNow, verb: verbs.tryNow },
    ({ call }, { id }) => void call('tokenTryNow', { credentialId: id }),
    (credential) => (waitingFor(credential) === null ? words.nothingWaits : null),
  ),
  stop_asking: onCredential(
    { title: words.stopAsking, verb: verbs.stopAsking },
    ({ call }, { id }) => void call('tokenStopAsking', { credentialId: id }),
    ({ activities }) => {
      const asked = activities.filter(({ call }) => call === 'token');
      if (asked.length === 0) return words.nothingAsked;
      return asked.every(({ isLeft }) => isLeft) ? words.stopsAlready : null;
    },
  ),
  another_token: onCredential(
    { title: words.anotherToken, verb: verbs.getToken },
    ({ window }) => window.patch({ pane: 'detail', tab: 'tokens', part: 'another_token' }),
    (credential, place) =>
      unlessRemoving(credential) ?? (tokenWith(place, 'renew') === null ? words.getsOne : null),
  ),
  check: onToken(
    {
      title: words.check,
      also: words.also.check,
      keys: ['Mod+I'],
      where: 'not_in_text',
    },
    'check',
    ({ call, window }, credential, token) => {
      void checkToken(call, credential, token).then((report) => {
        if (report !== null) window.show({ kind: 'check_report', report });
      });
    },
  ),
  revoke: onToken(
    {
      title: words.revoke,
      keys: ['Del', shortcutWords.named.thenEnter],
      where: 'not_in_text',
    },
    'revoke',
    ({ window }, _credential, token) =>
      window.patch({ armedTokenId: token.id, pane: 'detail', tab: 'tokens' }),
  ),
  guide: onToken(
    {
      title: words.guide,
      verb: verbs.guide,
    },
    'guide',
    ({ window }, _credential, token) => window.show({ kind: 'partner_guide', tokenId: token.id }),
  ),
  copy_token: onToken(
    { title: words.copyToken, verb: verbs.copy, keys: ['Mod+Shift+C'] },
    'copy',
    ({ call }, { id }, token) =>
      void call('tokenCopy', { tokenId: token.id }, { subject: id, said: said.tokenCopied }),
  ),
  forget: onToken(
    {
      title: words.forget,
      titleNow: ({ token }) => (token?.unreplaced === true ? verbs.dismiss : words.forget),
      verb: (place) => (place.token?.unreplaced === true ? verbs.dismiss : verbs.forget),
    },
    'forget',
    ({ call }, { id, label }, token) =>
      void call(
        'tokenForget',
        { tokenId: token.id },
        { subject: id, said: (how) => said.forgotten(label, how) },
      ),
  ),
} as const satisfies Readonly<Record<string, Action>>;
