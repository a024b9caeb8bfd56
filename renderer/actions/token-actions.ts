// What can be done about a token: that of the button one stands on, or the newest of the chosen credential
// that allows it. The same words refuse wherever one looks.
import { actionWords as words, titlesNow } from '../i18n/en-actions.ts';
import { waitingFor } from '../model/activity.ts';
import { defaultScopes } from '../model/credential-scopes.ts';
import {
  type Deed,
  onCredential,
  onToken,
  tokenWith,
  unlessRemoving,
  type ActionPlace,
} from './action.ts';
import { said, leaseSaid } from '../i18n/en-said.ts';
import { getToken, checkToken } from './shared-calls.ts';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import type { CallInput } from '../../electron/shared/ipc-contract.ts';

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

/** What can be leased is neither being revoked already nor held by a program, whose end revokes it. */
function leasable(place: ActionPlace): TokenView | null {
  const token = tokenWith(place, 'revoke');
  const isFree = token?.revocation === null && token.lease?.end !== 'program';
  return isFree ? token : null;
}

const lease = (end: CallInput<'leaseSet'>['lease']): Deed =>
  onCredential(
    ({ call }, _credential, place) => {
      const token = leasable(place);
      if (token === null) return;
      const manner = { subject: token.credentialId, said: leaseSaid.saved };
      void call('leaseSet', { tokenId: token.id, lease: end }, manner);
    },
    (_credential, place) => (leasable(place) === null ? words.noToken.revoke : null),
  );

const leased = ({ credential, token }: ActionPlace): TokenView | null =>
  token === null ? (credential?.tokens.find((each) => each.lease !== null) ?? null) : token;

/** When a token is to be revoked before it expires by itself: a choice each, in the order of the menu of a token. */
export const leaseActions = {
  lease_quarter_hour: lease({ end: 'after', seconds: 900 }),
  lease_half_hour: lease({ end: 'after', seconds: 1_800 }),
  lease_hour: lease({ end: 'after', seconds: 3_600 }),
  lease_four_hours: lease({ end: 'after', seconds: 14_400 }),
  lease_at_lock: lease({ end: 'lock' }),
  lease_at_sleep: lease({ end: 'suspend' }),
  lease_at_quit: lease({ end: 'quit' }),
  lease_remove: onCredential(
    ({ call }, _credential, place) => {
      const token = leased(place);
      if (token?.lease == null) return;
      const manner = { subject: token.credentialId, said: leaseSaid.removed };
      void call('leaseRemove', { tokenId: token.id }, manner);
    },
    (_credential, place) => (leased(place)?.lease == null ? words.noLease : null),
  ),
} as const satisfies Readonly<Record<string, Deed>>;
