// When a token is to be revoked before the server lets it expire: an action for each choice, which the
// menu of the token and the palette both offer.
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import type { CallInput } from '../../electron/shared/ipc-contract.ts';
import { actionWords as words } from '../i18n/en-actions.ts';
import type { ActionPlace, Deed } from './action.ts';
import { onCredential, tokenWith } from './on-credential.ts';
import { leaseSaid } from '../i18n/en-said.ts';

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

/** In the order of the menu of a token. */
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
