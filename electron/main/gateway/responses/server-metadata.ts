// Reads the metadata of an authorization server (RFC 8414 section 2) out of an answer and judges it: the
// issuer that was asked, https alone, the environment's own origins alone. A document that fails in one
// point is not believed in any (case 109). `signed_metadata` is ignored, as section 2.1 allows.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { METADATA_WORDS } from '../../../shared/environments/metadata-view.ts';
import { checkGatewayAddress } from '../../domain/gateway-address.ts';
import { issuerDifference, type Issuer, type IssuerDifference } from '../../domain/issuer.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { originsOf } from '../requests/endpoints.ts';
import type { GatewayTarget } from '../call-target.ts';
import { scanJsonObject, type JsonMember } from './json-scan.ts';
import { decodeJsonString } from './json-string.ts';
import { plainWords } from '../redaction/server-words.ts';

/** What the server says of one endpoint; addresses as a connection would use them. */
interface SaidEndpoint {
  readonly address: string | null;
  /** How a client may prove itself there; null where it does not say. */
  readonly authentications: readonly string[] | null;
}

/** What a server says of itself (RFC 8414 section 2). */
export interface ServerMetadata {
  readonly token: SaidEndpoint;
  readonly revocation: SaidEndpoint;
  readonly introspection: SaidEndpoint;
  /** Null where it does not say. */
  readonly scopes: readonly string[] | null;
}

interface MetadataTrouble {
  readonly code: GatewayFailureCode;
  /** The member it is about, or what was found in it. Plain text. */
  readonly about: string;
}

type Read<T> = Result<T, MetadataTrouble>;

const ENDPOINTS = ['token', 'revocation', 'introspection'] as const;
const WANTED = new Set([
  'issuer',
  'scopes_supported',
  ...ENDPOINTS.flatMap((name) => [`${name}_endpoint`, `${name}_endpoint_auth_methods_supported`]),
]);
/** scope-token of RFC 6749 section 3.3; names of methods (RFC 7591 section 2) are plainer still. */
const WORD = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

const differences: Readonly<Record<IssuerDifference, string>> = {
  capitals: 'capital and small letters',
  slash: 'the slash at its end',
  scheme: 'the scheme',
  host: 'the host',
  port: 'the port',
  path: 'the path',
  writing: 'the way it is written',
};

/**
 * The document, or the first point in which it cannot be believed (RFC 8414 section 3.3). The body stays
 * the caller's to wipe.
 */
export function readServerMetadata(
  body: Buffer,
  issuer: Issuer,
  target: GatewayTarget,
): Read<ServerMetadata> {
  const scan = scanJsonObject(body, WANTED);
  if (scan.kind === 'invalid') return fail({ code: 'metadata_not_json', about: '' });
  if (scan.kind === 'other') return invalid('the whole document');
  const { members } = scan;
  // Of two equal names parsers keep one or the other: neither is what the server says.
  const twice = members.find(({ name }, at) =>
    members.some((other, otherAt) => otherAt < at && other.name === name),
  );
  if (twice !== undefined) return invalid(twice.name);

  const named = textOf(body, members, 'issuer');
  if (!named.ok) return named;
  if (named.value === null) return invalid('issuer');
  const difference = issuerDifference(issuer.text, named.value);
  if (difference !== null) {
    const shown = plainWords(Buffer.from(named.value), []) ?? '';
    const about = `${shown.slice(0, 200)} (not the same: ${differences[difference]})`;
    return fail({ code: 'metadata_other_issuer', about });
  }

  const said: Partial<Record<(typeof ENDPOINTS)[number], SaidEndpoint>> = {};
  for (const name of ENDPOINTS) {
    const endpoint = endpointOf(body, members, name, target);
    if (!endpoint.ok) return endpoint;
    said[name] = endpoint.value;
  }
  const scopes = wordsOf(body, members, 'scopes_supported');
  if (!scopes.ok) return scopes;
  return ok({
    token: said.token ?? NOTHING,
    revocation: said.revocation ?? NOTHING,
    introspection: said.introspection ?? NOTHING,
    scopes: scopes.value,
  });
}

const NOTHING: SaidEndpoint = { address: null, authentications: null };
const invalid = (about: string): Result<never, MetadataTrouble> =>
  fail({ code: 'metadata_invalid', about });

function endpointOf(
  body: Buffer,
  members: readonly JsonMember[],
  name: string,
  target: GatewayTarget,
): Read<SaidEndpoint> {
  const member = `${name}_endpoint`;
  const text = textOf(body, members, member);
  if (!text.ok) return text;
  const authentications = wordsOf(body, members, `${member}_auth_methods_supported`);
  if (!authentications.ok) return authentications;
  if (text.value === null) return ok({ address: null, authentications: authentications.value });
  const checked = checkGatewayAddress(text.value);
  if (!checked.ok) {
    return checked.failure === 'not_https'
      ? fail({ code: 'metadata_not_https', about: member })
      : invalid(member);
  }
  const { origin, host, href } = new URL(text.value);
  // SECURITY(S10): a document never makes another host one of ours (case 110).
  if (!originsOf(target).includes(origin)) {
    return fail({ code: 'metadata_foreign', about: `${host.slice(0, 240)} (${member})` });
  }
  return ok({ address: href, authentications: authentications.value });
}

/** Null where it is not there. */
function textOf(body: Buffer, members: readonly JsonMember[], name: string): Read<string | null> {
  const member = members.find((each) => each.name === name);
  if (member === undefined) return ok(null);
  if (member.kind !== 'string') return invalid(name);
  return ok(decodeJsonString(body, member.start, member.end).toString('utf8'));
}

/** A list of names, as RFC 8414 has it: a single text in its place is no list, an empty one says nothing. */
function wordsOf(
  body: Buffer,
  members: readonly JsonMember[],
  name: string,
): Read<readonly string[] | null> {
  const member = members.find((each) => each.name === name);
  if (member === undefined) return ok(null);
  if (member.kind !== 'array') return invalid(name);
  const list: unknown = JSON.parse(body.toString('utf8', member.start, member.end));
  const isFit =
    Array.isArray(list) &&
    list.length <= METADATA_WORDS &&
    list.every((each): each is string => typeof each === 'string' && WORD.test(each));
  if (!isFit) return invalid(name);
  return ok(list.length === 0 ? null : [...new Set(list)]);
}
