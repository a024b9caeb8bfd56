// Gets tokens: who may ask for one, and when. Callers asking the same share one call; a person's request is tried
// again where that helps (request-retry.ts), what nobody asked for by hand waits for its turn. How a request goes, and
// that no token is lost, is minting.ts.
import type { TraderScope } from '../../../shared/words.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { Credential } from '../../domain/credential.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import { secretFieldToMint, type SecretField } from '../../domain/rotation.ts';
import { createBackgroundScheduler } from './background-scheduler.ts';
import { isFrozen } from '../ledger/late-arrivals.ts';
import { mint, type Following, type Order, type Replacing, type SecretUse } from './minting.ts';
import { findCredential, findTokenPlace, type OpenSession } from '../open-session.ts';
import { heardBy, refusalBeforeSending, type Initiator } from './token-request-rules.ts';
import { createSingleFlight } from './single-flight.ts';
import { createRequestRetry, type Try, type RequestRetry } from './request-retry.ts';

export interface TokenRequests {
  /**
   * Trader: at least one registered scope. Partner: none. Callers asking the same share one call. By a person
   * it is tried again where that may help: `waits` cuts that short.
   * @param caller ends it for this caller; for all where nobody else asked the same. What was sent by then is let
   * arrive and revoked at once: `ended_by_stop`.
   */
  readonly request: (
    credentialId: CredentialId,
    scopes: readonly TraderScope[],
    initiator?: Initiator,
    caller?: AbortSignal,
  ) => Promise<Result<TokenId, Failure>>;
  /** A trial of the secret of this name: whether it mints. What it mints is kept like any other. */
  readonly requestWith: (
    field: SecretField,
    credentialId: CredentialId,
    scopes: readonly TraderScope[],
  ) => Promise<Result<TokenId, Failure>>;
  /** A token of its own: shares no call with another request, and replaces no token. */
  readonly requestApart: (
    credentialId: CredentialId,
    scopes: readonly TraderScope[],
    following: Following & { readonly left: AbortSignal },
  ) => Promise<Result<TokenId, Failure>>;
  /** A new token with the same scopes; the old one becomes superseded, and stays live. */
  readonly renew: (tokenId: TokenId, caller?: AbortSignal) => Promise<Result<TokenId, Failure>>;
  /** The same by itself, in its turn; the old token stays the current one until it is handed over. */
  readonly replace: (tokenId: TokenId, replacing: Replacing) => Promise<Result<TokenId, Failure>>;
  /** What waits for another try. */
  readonly waits: Pick<RequestRetry, 'tryNow' | 'giveUp' | 'reevaluate'>;
}

export function createTokenRequests(session: OpenSession): TokenRequests {
  const byLeaver: Result<never, Failure> = fail({ code: 'cancelled_by_person' });
  const flights = createSingleFlight<Result<TokenId, Failure>>(byLeaver);
  /** Automatic requests whose turn has not come yet. */
  const queued = createSingleFlight<Result<TokenId, Failure>>(byLeaver);
  const scheduler = createBackgroundScheduler(session.clock);
  const requestRetry = createRequestRetry(session);

  const inUse = (id: CredentialId): SecretUse => ({
    field: secretFieldToMint(session.vault.contents().rotations, id),
    counts: true,
  });

  async function send(
    credentialId: CredentialId,
    order: Order,
    caller?: AbortSignal,
  ): Promise<Result<TokenId, Failure>> {
    const { scopes, use, initiator } = order;
    const place = findCredential(session, credentialId);
    if (!place.ok) return place;
    const refusal = refusalBeforeSending(place.value.credential, scopes, initiator);
    if (refusal !== null) return fail(refusal);
    // A trial of an old secret goes on: it shows whether that is dead.
    const putsOff = ({ removeWhenDead }: Credential): boolean =>
      removeWhenDead && initiator === 'user' && use.counts;
    if (putsOff(place.value.credential))
      return fail({ code: 'in_use', facts: { about: 'deletion' } });
    if (initiator === 'background' && isFrozen(session.vault.contents(), place.value.credential)) {
      return fail({ code: 'renewals_frozen' });
    }
    const ordered = [...new Set(scopes)].toSorted();
    const key = [credentialId, use.field, String(use.counts), ...ordered].join(' ');
    const { baseUrl } = place.value.target;
    const tryOnce =
      (nobody: AbortSignal): Try =>
      async (isLast) => {
        const now = findCredential(session, credentialId);
        if (!now.ok) return now;
        if (putsOff(now.value.credential))
          return fail({ code: 'in_use', facts: { about: 'deletion' } });
        const result = await mint(session, now.value, {
          ...order,
          scopes: ordered,
          left: nobody,
          isLast,
        });
        scheduler.saw(baseUrl, result);
        return result;
      };
    const fly = (): Promise<Result<TokenId, Failure>> =>
      flights.fly(
        key,
        // Renewal has a patience of its own, and a trial says what one call says.
        (nobody) =>
          initiator === 'user' && use.counts
            ? requestRetry.grant(credentialId, nobody, tryOnce(nobody))
            : tryOnce(nobody)(() => true),
        caller,
      );
    const end = initiator === 'user' ? fly() : queued.fly(key, () => scheduler.take(baseUrl, fly));
    return heardBy(initiator, await end);
  }

  const request: TokenRequests['request'] = (credentialId, scopes, initiator = 'user', caller) =>
    send(credentialId, { use: inUse(credentialId), scopes, initiator, replacing: null }, caller);

  return {
    request,
    requestWith: (field, credentialId, scopes) =>
      send(credentialId, {
        use: { field, counts: false },
        scopes,
        initiator: 'user',
        replacing: null,
      }),
    async requestApart(credentialId, scopes, following) {
      const place = findCredential(session, credentialId);
      if (!place.ok) return place;
      const refusal = refusalBeforeSending(place.value.credential, scopes, 'user');
      if (refusal !== null) return fail(refusal);
      const use = { ...inUse(credentialId), counts: false };
      const ordered = [...new Set(scopes)].toSorted();
      return await mint(session, place.value, {
        use,
        scopes: ordered,
        initiator: 'user',
        replacing: null,
        following,
        left: following.left,
      });
    },
    async renew(tokenId, caller) {
      const place = findTokenPlace(session, tokenId);
      if (!place.ok) return place;
      const { credential, token } = place.value;
      return await request(credential.id, token.requestedScopes, 'user', caller);
    },
    async replace(tokenId, replacing) {
      const place = findTokenPlace(session, tokenId);
      if (!place.ok) return place;
      const { credential, token } = place.value;
      const { requestedScopes: scopes } = token;
      const use = inUse(credential.id);
      return await send(credential.id, { use, scopes, initiator: 'background', replacing });
    },
    waits: requestRetry,
  };
}
