// What can be done about a token: that of the button one stands on, or the newest of the chosen credential
// that allows it. The same words refuse wherever one looks.
import { actionWords as words, titlesNow } from '../i18n/en-actions.ts';
import { waitingFor } from '../model/activity.ts';
import { defaultScopes } from '../model/credential-scopes.ts';
import type { Deed } from './action.ts';
import { onCredential, onToken, tokenWith, unlessRemoving } from './on-credential.ts';
import { said } from '../i18n/en-said.ts';
import { getToken, checkToken } from './shared-calls.ts';

export const tokenActions = {
  get_or_renew: {
    ...onCredential(({ call, window }, credential, place) => {
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
    }, unlessRemoving),
    wordsNow(place) {
      if (place.credential?.leakPlan != null) return titlesNow.getAnyway;
      return tokenWith(place, 'renew') === null ? null : titlesNow.renew;
    },
    where: 'not_in_text',
    can: 'renew',
  },
  try_now: onCredential(
    ({ call }, { id }) => void call('tokenTryNow', { credentialId: id }),
    (credential) => (waitingFor(credential) === null ? words.nothingWaits : null),
  ),
  stop_asking: onCredential(
    ({ call }, { id }) => void call('tokenStopAsking', { credentialId: id }),
    ({ activities }) => {
      const asked = activities.filter(({ call }) => call === 'token');
      if (asked.length === 0) return words.nothingAsked;
      return asked.every(({ isLeft }) => isLeft) ? words.stopsAlready : null;
    },
  ),
  another_token: onCredential(
    ({ window }) => window.patch({ pane: 'detail', tab: 'tokens', part: 'another_token' }),
    (credential, place) =>
      unlessRemoving(credential) ?? (tokenWith(place, 'renew') === null ? words.getsOne : null),
  ),
  check: {
    ...onToken('check', ({ call, window }, credential, token) => {
      void checkToken(call, credential, token).then((report) => {
        if (report !== null) window.show({ kind: 'check_report', report });
      });
    }),
    where: 'not_in_text',
  },
  revoke: {
    ...onToken('revoke', ({ window }, _credential, token) =>
      window.patch({ armedTokenId: token.id, pane: 'detail', tab: 'tokens' }),
    ),
    where: 'not_in_text',
  },
  guide: onToken('guide', ({ window }, _credential, token) =>
    window.show({ kind: 'partner_guide', tokenId: token.id }),
  ),
  copy_token: onToken(
    'copy',
    ({ call }, { id }, token) =>
      void call('tokenCopy', { tokenId: token.id }, { subject: id, said: said.tokenCopied }),
  ),
  forget: {
    ...onToken(
      'forget',
      ({ call }, { id, label }, token) =>
        void call(
          'tokenForget',
          { tokenId: token.id },
          { subject: id, said: (how) => said.forgotten(label, how) },
        ),
    ),
    wordsNow: ({ token }) => (token?.unreplaced === true ? titlesNow.dismiss : null),
  },
} as const satisfies Readonly<Record<string, Deed>>;
