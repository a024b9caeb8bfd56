// Gets tokens: who may ask for one, and when. Callers asking the same share one call; a person's request is tried
// again where that helps (request-retry.ts), what nobody asked for by hand waits for its turn. How a request goes, and
// that no token is lost, is minting.ts.
import type { TraderScope } from '../../../shared/words.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { REFUSALS_STOP_AUTOMATIC, type Credential } from '../../domain/credential.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import { fail, type Result, type Outcome } from '../../domain/result.ts';
import { secretFieldToMint, type SecretField } from '../../domain/rotation.ts';
import { createBackgroundScheduler } from './background-scheduler.ts';
import { isFrozen } from '../ledger/late-arrivals.ts';
import {
  mint,
  type Following,
  type Initiator,
  type Order,
  type Replacing,
  type SecretUse,
} from './minting.ts';
import { findCredential, findTokenPlace, type OpenSession } from '../open-session.ts';
import { createSingleFlight } from './single-flight.ts';
import { createRequestRetry, type Try } from './request-retry.ts';

type Came = Outcome<TokenId>;
const byLeaver: Result<never> = fail({ code: 'cancelled_by_person' });

export class TokenRequests {
  readonly #session: OpenSession;
  readonly #flights = createSingleFlight<Result<TokenId>>(byLeaver);
  /** Automatic requests whose turn has not come yet. */
  readonly #queued = createSingleFlight<Result<TokenId>>(byLeaver);
  readonly #scheduler: ReturnType<typeof createBackgroundScheduler>;
  /** What waits for another try. */
  readonly waits: ReturnType<typeof createRequestRetry>;

  constructor(session: OpenSession) {
    this.#session = session;
    this.#scheduler = createBackgroundScheduler(session.clock);
    this.waits = createRequestRetry(session);
  }

  /**
   * Trader: at least one registered scope. Partner: none. Callers asking the same share one call. By a person
   * it is tried again where that may help: `waits` cuts that short.
   * @param caller ends it for this caller; for all where nobody else asked the same. What was sent by then is let
   * arrive and revoked at once: `ended_by_stop`.
   */
  async request(
    id: CredentialId,
    scopes: readonly TraderScope[],
    initiator: Initiator = 'user',
    caller?: AbortSignal,
  ): Came {
    const use = secretInUse(this.#session, id);
    return await this.#send(id, { use, scopes, initiator, replacing: null }, caller);
  }

  /** A trial of the secret of this name: whether it mints. What it mints is kept like any other. */
  async requestWith(field: SecretField, id: CredentialId, scopes: readonly TraderScope[]): Came {
    const use = { field, counts: false };
    return await this.#send(id, { use, scopes, initiator: 'user', replacing: null });
  }

  /** A token of its own: shares no call with another request, and replaces no token. */
  async requestApart(
    id: CredentialId,
    scopes: readonly TraderScope[],
    following: Following & { readonly left: AbortSignal },
  ): Came {
    const place = findCredential(this.#session, id);
    if (!place.ok) return place;
    const refusal = refusalBeforeSending(place.value.credential, scopes, 'user');
    if (refusal !== null) return fail(refusal);
    return await mint(this.#session, place.value, {
      use: { ...secretInUse(this.#session, id), counts: false },
      scopes: inOneOrder(scopes),
      initiator: 'user',
      replacing: null,
      following,
      left: following.left,
    });
  }

  /** A new token with the same scopes; the old one becomes superseded, and stays live. */
  async renew(tokenId: TokenId, caller?: AbortSignal): Came {
    const place = findTokenPlace(this.#session, tokenId);
    if (!place.ok) return place;
    const { credential, token } = place.value;
    return await this.request(credential.id, token.requestedScopes, 'user', caller);
  }

  /** The same by itself, in its turn; the old token stays the current one until it is handed over. */
  async replace(tokenId: TokenId, replacing: Replacing): Came {
    const place = findTokenPlace(this.#session, tokenId);
    if (!place.ok) return place;
    const { credential, token } = place.value;
    const use = secretInUse(this.#session, credential.id);
    const { requestedScopes: scopes } = token;
    return await this.#send(credential.id, { use, scopes, initiator: 'background', replacing });
  }

  async #send(id: CredentialId, order: Order, caller?: AbortSignal): Came {
    const { use, initiator } = order;
    const place = findCredential(this.#session, id);
    if (!place.ok) return place;
    const { credential, target } = place.value;
    const refusal =
      refusalBeforeSending(credential, order.scopes, initiator) ?? putOff(credential, order);
    if (refusal !== null) return fail(refusal);
    if (initiator === 'background' && isFrozen(this.#session.vault.contents(), credential)) {
      return fail({ code: 'renewals_frozen' });
    }
    const scopes = inOneOrder(order.scopes);
    const key = [id, use.field, String(use.counts), ...scopes].join(' ');
    const tryOnce =
      (nobody: AbortSignal): Try =>
      async (isLast) => {
        const now = findCredential(this.#session, id);
        if (!now.ok) return now;
        const off = putOff(now.value.credential, order);
        if (off !== null) return fail(off);
        const asked = { ...order, scopes, left: nobody, isLast };
        const result = await mint(this.#session, now.value, asked);
        this.#scheduler.saw(target.baseUrl, result);
        return result;
      };
    const fly = (): Came =>
      this.#flights.fly(
        key,
        // Renewal has a patience of its own, and a trial says what one call says.
        (nobody) =>
          initiator === 'user' && use.counts
            ? this.waits.grant(id, nobody, tryOnce(nobody))
            : tryOnce(nobody)(() => true),
        caller,
      );
    const end =
      initiator === 'user'
        ? fly()
        : this.#queued.fly(key, () => this.#scheduler.take(target.baseUrl, fly));
    return heardBy(initiator, await end);
  }
}

const inOneOrder = (scopes: readonly TraderScope[]): readonly TraderScope[] =>
  [...new Set(scopes)].toSorted();

const secretInUse = (session: OpenSession, id: CredentialId): SecretUse => ({
  field: secretFieldToMint(session.vault.contents().rotations, id),
  counts: true,
});

/** A trial of an old secret goes on: it shows whether that is dead. */
const putOff = ({ removeWhenDead }: Credential, { initiator, use }: Order): Failure | null =>
  removeWhenDead && initiator === 'user' && use.counts
    ? { code: 'in_use', facts: { about: 'deletion' } }
    : null;

export function refusalBeforeSending(
  credential: Credential,
  scopes: readonly TraderScope[],
  initiator: Initiator,
): Failure | null {
  if (initiator === 'background' && credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC) {
    return { code: 'attempts_stopped', facts: { count: credential.refusalsInARow } };
  }
  if (credential.accessType === 'partner') {
    return scopes.length === 0 ? null : { code: 'wrong_access_type' };
  }
  if (scopes.length === 0) return { code: 'scope_not_registered' };
  const foreign = scopes.filter((scope) => !credential.registeredScopes.includes(scope));
  return foreign.length === 0 ? null : { code: 'scope_not_registered', facts: { scopes: foreign } };
}

/**
 * A trigger of "Revoke everything" may end a call that a person and renewal share: each hears what it means for
 * what was asked.
 */
function heardBy<T>(initiator: Initiator, result: Result<T>): Result<T> {
  const other = initiator === 'user' ? 'renewals_frozen' : 'ended_by_stop';
  if (result.ok || result.failure.code !== other) return result;
  return fail({ code: initiator === 'user' ? 'ended_by_stop' : 'renewals_frozen' });
}
