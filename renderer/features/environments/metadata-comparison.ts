// The metadata of a server beside what is used: what agrees, what differs, what nobody said. Pure.
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type {
  EndpointView,
  MetadataEndpoint,
  MetadataView,
} from '../../../electron/shared/environments/metadata-view.ts';
import { traderScopes, type AccessType } from '../../../electron/shared/words.ts';

export type MetadataVerdict =
  | 'same'
  | 'differs'
  | 'unsaid'
  /** Said, and the call is off here. */
  | 'unused';

export interface MetadataRow {
  readonly what: MetadataEndpoint | 'scopes';
  readonly kind: 'address' | 'authentication' | 'scopes';
  readonly verdict: MetadataVerdict;
  readonly said: readonly string[];
  /** Not said, and this is what RFC 8414 section 2 says that means. */
  readonly byDefault: boolean;
  readonly used: readonly { readonly accessType: AccessType | null; readonly text: string }[];
}

/** What is meant where a server names no method; of introspection nothing is. */
const DEFAULT_AUTHENTICATION = 'client_secret_basic';

/**
 * @param environment as it is now, where it is there already: introspection may have been taken over since
 * the metadata was read.
 */
export function compareMetadata(
  view: MetadataView,
  environment: EnvironmentView | null,
): readonly MetadataRow[] {
  const endpoints = view.endpoints.map((endpoint) => asItIs(endpoint, environment));
  return [...endpoints.flatMap(rowsOf), scopesRow(view.scopes)];
}

/** Whether what was offered is what is used by now. */
export function isTaken(view: MetadataView, environment: EnvironmentView | null): boolean {
  const used = environment?.introspection ?? null;
  return (
    view.offer !== null &&
    used?.path === view.offer.path &&
    view.offer.authentications.includes(used.authentication)
  );
}

function asItIs(endpoint: EndpointView, environment: EnvironmentView | null): EndpointView {
  if (endpoint.what !== 'introspection' || environment === null) return endpoint;
  const { introspection, baseUrl } = environment;
  return {
    ...endpoint,
    used:
      introspection === null ? [] : [{ accessType: null, address: baseUrl + introspection.path }],
    usedAuthentication: introspection?.authentication ?? null,
  };
}

function rowsOf(endpoint: EndpointView): readonly MetadataRow[] {
  const { what, said, used, saidAuthentications, usedAuthentication } = endpoint;
  const address: MetadataRow = {
    what,
    kind: 'address',
    said: said === null ? [] : [said],
    byDefault: false,
    used: used.map(({ accessType, address: text }) => ({ accessType, text })),
    verdict: verdictOf(
      said === null ? null : [said],
      used.map((each) => each.address),
    ),
  };
  if (said === null && saidAuthentications === null) return [address];
  const byDefault = saidAuthentications === null && what !== 'introspection';
  const methods = byDefault ? [DEFAULT_AUTHENTICATION] : saidAuthentications;
  const own = usedAuthentication === null || used.length === 0 ? [] : [usedAuthentication];
  const authentication: MetadataRow = {
    what,
    kind: 'authentication',
    said: methods ?? [],
    byDefault,
    used: own.map((text) => ({ accessType: null, text })),
    verdict: verdictOf(methods, own),
  };
  return [address, authentication];
}

function scopesRow(scopes: MetadataView['scopes']): MetadataRow {
  const isWhole = scopes !== null && traderScopes.every((scope) => scopes.includes(scope));
  return {
    what: 'scopes',
    kind: 'scopes',
    said: scopes ?? [],
    byDefault: false,
    used: traderScopes.map((text) => ({ accessType: 'trader', text })),
    verdict: scopes === null ? 'unsaid' : isWhole ? 'same' : 'differs',
  };
}

/** One of several that are used is enough: a document names one token endpoint, the service has two. */
function verdictOf(said: readonly string[] | null, used: readonly string[]): MetadataVerdict {
  if (said === null) return 'unsaid';
  if (used.length === 0) return 'unused';
  return used.some((each) => said.includes(each)) ? 'same' : 'differs';
}
