// The metadata of an authorization server (RFC 8414) as the app window sees it: what the server says beside
// what Strongroom uses. Nothing of it is used by itself.
import * as v from 'valibot';
import { accessTypes, introspectionAuthentications } from '../words.ts';
import { id, list, text, timeMs } from '../view-parts.ts';

const metadataEndpoints = ['token', 'revocation', 'introspection'] as const;
export type MetadataEndpoint = (typeof metadataEndpoints)[number];

const address = text(2300);
/** Words of one member of the document. */
export const METADATA_WORDS = 100;
const words = list(text(100), METADATA_WORDS);

/** What a server says of itself (RFC 8414 section 2) beside what is set. */
export const metadataView = v.strictObject({
  /** Of this reading; another one makes it void. */
  id,
  issuer: text(2048),
  /** Where the document was. */
  address,
  readAtMs: timeMs,
  endpoints: list(
    v.strictObject({
      what: v.picklist(metadataEndpoints),
      /** Null: the server does not say. */
      said: v.nullable(address),
      saidAuthentications: v.nullable(words),
      /** What the calls of this environment use; none: the call is off. */
      used: list(
        v.strictObject({ accessType: v.nullable(v.picklist(accessTypes)), address }),
        accessTypes.length,
      ),
      usedAuthentication: v.nullable(text(40)),
    }),
    metadataEndpoints.length,
  ),
  scopes: v.nullable(words),
  /** How tokens could be introspected as the server says; null where nothing new can be taken over. */
  offer: v.nullable(
    v.strictObject({
      path: text(200),
      authentications: list(
        v.picklist(introspectionAuthentications),
        introspectionAuthentications.length,
      ),
    }),
  ),
});
export type MetadataView = v.InferOutput<typeof metadataView>;
/** One endpoint as the server says it. */
export type EndpointView = MetadataView['endpoints'][number];
