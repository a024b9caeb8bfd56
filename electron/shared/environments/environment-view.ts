// Environments as the app window sees them, and what is told of an address or authority before one
// is added.
import * as v from 'valibot';
import {
  environmentKinds,
  introspectionAuthentications,
  proxyModes,
  proxyProtocols,
} from '../words.ts';
import { count, id, text, timeMs } from '../view-parts.ts';

/** One environment: never the password of its proxy. */
export const environmentView = v.strictObject({
  id,
  name: text(80),
  kind: v.picklist(environmentKinds),
  /** The practice gateway that ships in the app: cannot be changed or removed. */
  builtIn: v.boolean(),
  /** As shown: host in punycode. Empty while the built-in gateway is not running. */
  baseUrl: text(2048),
  tradeUrl: text(2048),
  authority: v.nullable(
    v.strictObject({ subject: text(300), validToMs: timeMs, fingerprint: text(100) }),
  ),
  /** Where tokens are introspected (RFC 7662), below the base address; null: off. */
  introspection: v.nullable(
    v.strictObject({ path: text(200), authentication: v.picklist(introspectionAuthentications) }),
  ),
  /** A client secret of it is to be replaced at this age; null: no rule. */
  rotateAfterDays: v.nullable(count),
  /** How its calls leave this machine. Host and port are null unless a person named a proxy. */
  proxy: v.strictObject({
    mode: v.picklist(proxyModes),
    /** Absent: HTTP. */
    protocol: v.optional(v.picklist(proxyProtocols)),
    host: v.nullable(text(300)),
    port: v.nullable(count),
    userName: v.nullable(text(200)),
    /** Both of its addresses are on this machine, and no system sends such calls through a proxy. */
    loopback: v.boolean(),
  }),
  credentials: count,
});
export type EnvironmentView = v.InferOutput<typeof environmentView>;

/** What would become of an address, or why it is refused. */
export const addressCheckView = v.strictObject({
  /** The exact address that will be used, or null when refused. */
  normalised: v.nullable(text(2048)),
  reason: v.nullable(
    v.picklist([
      'empty',
      'not_an_address',
      'not_https',
      'has_credentials',
      'has_query',
      'has_fragment',
      'has_backslash',
      'has_stray_signs',
      'has_whitespace',
      'has_control_characters',
      'too_long',
    ]),
  ),
  /** Set where the host is not plain ASCII as typed: its punycode, to compare by eye. */
  punycode: v.nullable(text(260)),
});
export type AddressCheckView = v.InferOutput<typeof addressCheckView>;

/** Who a certificate authority is (RFC 5280 section 4.1.2). */
export const authorityView = v.strictObject({
  /** Handle of the file main has read; its text stays in main. */
  handle: id,
  subject: text(300),
  issuer: text(300),
  validFromMs: timeMs,
  validToMs: timeMs,
  fingerprint: text(100),
});
export type AuthorityView = v.InferOutput<typeof authorityView>;
