// What an authorization server says about itself (RFC 8414), read because a person asked and shown beside
// what is used. Nothing is believed: taking over how tokens are introspected is another act, of which this
// keeps what was read, in memory, until the vault is locked.
import type { MetadataView } from '../../shared/environments/metadata-view.ts';
import { introspectionAuthentications, type AccessType } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { Introspection } from '../domain/environment.ts';
import { introspectionAddress } from '../domain/gateway-address.ts';
import { PRACTICE_ENVIRONMENT_ID, type EnvironmentId } from '../domain/ids.ts';
import { checkIssuer, type Issuer } from '../domain/issuer.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { endpointOf, originsOf } from '../gateway/requests/endpoints.ts';
import type { CallName } from '../gateway/budgets.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import type { ServerMetadata } from '../gateway/responses/server-metadata.ts';
import { fromGateway } from '../tokens/issuance/call-failure.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { scanForSecrets } from '../secret-scan/secret-scan.ts';

export interface MetadataPlace {
  /** Null: an environment that is being typed and not there yet. */
  readonly id: EnvironmentId | null;
  readonly name: string;
  readonly target: GatewayTarget;
}

export interface MetadataPlan {
  readonly place: MetadataPlace;
  readonly issuer: Issuer;
}

export type IntrospectionOffer = NonNullable<MetadataView['offer']>;

export interface MetadataReadings {
  /** Where it would be asked, or why it is not: nothing leaves. */
  readonly plan: (place: MetadataPlace, issuer: string) => Result<MetadataPlan, Failure>;
  /** Addresses that the person let main ask, until the lock. */
  readonly allowed: Set<string>;
  readonly read: (plan: MetadataPlan) => Promise<Result<MetadataView, Failure>>;
  /** What that reading offered; null once another was made. */
  readonly offered: (id: EnvironmentId, readingId: string) => IntrospectionOffer | null;
}

export function createMetadataReadings(
  session: OpenSession,
  texts: UnsavedTokens,
): MetadataReadings {
  const offers = new Map<
    EnvironmentId,
    { readonly id: string; readonly offer: IntrospectionOffer }
  >();
  let isReading = false;

  async function read({ place, issuer }: MetadataPlan): Promise<Result<MetadataView, Failure>> {
    if (isReading) return fail({ code: 'already_running' });
    isReading = true;
    if (place.id !== null) offers.delete(place.id);
    try {
      const options = { signal: session.closing };
      const answer = await session.gateway.readMetadata(place.target, issuer, options);
      const result: Result<MetadataView, Failure> = answer.ok
        ? ok(viewOf(session, place, issuer, answer.value))
        : fail(fromGateway(answer.failure, session.clock.nowMs()));
      // SECURITY(S22): a server that has seen a secret or a token could write it into its document.
      const clean = await scanForSecrets(session, texts, [JSON.stringify(result)]);
      if (!clean.ok) {
        const isFound = clean.failure.code === 'evidence_not_clean';
        return isFound ? fail({ code: 'metadata_not_clean' }) : clean;
      }
      if (!result.ok) return result;
      const view = result.value;
      if (place.id !== null && view.offer !== null) {
        offers.set(place.id, { id: view.id, offer: view.offer });
      }
      return ok(view);
    } finally {
      isReading = false;
    }
  }

  return {
    plan(place, text) {
      const issuer = checkIssuer(text);
      if (!issuer.ok) return fail({ code: 'issuer_invalid' });
      return originsOf(place.target).includes(issuer.value.origin)
        ? ok({ place, issuer: issuer.value })
        : fail({ code: 'issuer_foreign', facts: { host: new URL(issuer.value.origin).host } });
    },
    allowed: new Set(),
    read,
    offered(id, readingId) {
      const kept = offers.get(id);
      return kept?.id === readingId ? kept.offer : null;
    },
  };
}

function viewOf(
  session: OpenSession,
  place: MetadataPlace,
  issuer: Issuer,
  metadata: ServerMetadata,
): MetadataView {
  const { target } = place;
  const { introspection } = target;
  const used = (
    call: CallName,
    accessType: AccessType,
    shownAs: AccessType | null = accessType,
  ) => {
    const endpoint = endpointOf(call, accessType, target);
    return endpoint.ok ? [{ accessType: shownAs, address: endpoint.value.url.href }] : [];
  };
  const row = (
    what: MetadataView['endpoints'][number]['what'],
    usedHere: ReturnType<typeof used>,
    usedAuthentication: string | null,
  ): MetadataView['endpoints'][number] => ({
    what,
    said: metadata[what].address,
    saidAuthentications: metadata[what].authentications && [...metadata[what].authentications],
    used: usedHere,
    usedAuthentication,
  });
  return {
    id: session.newId(),
    issuer: issuer.text,
    address: issuer.metadataUrl,
    readAtMs: session.clock.nowMs(),
    endpoints: [
      row('token', [...used('token', 'trader'), ...used('token', 'partner')], 'client_secret_post'),
      row('revocation', used('revoke', 'trader'), 'client_secret_post'),
      row(
        'introspection',
        used('introspection', 'trader', null),
        introspection?.authentication ?? null,
      ),
    ],
    scopes: metadata.scopes && [...metadata.scopes],
    offer: place.id === PRACTICE_ENVIRONMENT_ID ? null : offerOf(target, metadata),
  };
}

/** Null where it lies elsewhere, asks for another proof of the client, or is what is used already. */
function offerOf(
  { baseUrl, tradeUrl, introspection }: GatewayTarget,
  { introspection: { address, authentications: said } }: ServerMetadata,
): IntrospectionOffer | null {
  if (address === null || !address.startsWith(`${baseUrl}/`)) return null;
  if (`${address}/`.startsWith(`${tradeUrl}/`)) return null;
  const path = address.slice(baseUrl.length);
  if (introspectionAddress(baseUrl, path) === null) return null;
  const authentications = introspectionAuthentications.filter(
    (each) => said?.includes(each) ?? true,
  );
  const isUsed =
    introspection?.path === path && authentications.includes(introspection.authentication);
  return authentications.length === 0 || isUsed ? null : { path, authentications };
}

/** What a person chose of an offer, in the order it was offered. */
export function chosenOf(offer: IntrospectionOffer, choice: number): Introspection | null {
  const authentication = offer.authentications[choice];
  return authentication === undefined ? null : { path: offer.path, authentication };
}
