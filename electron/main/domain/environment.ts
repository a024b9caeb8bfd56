// An environment: one pair of hosts, its own trust, and how careful to be in it.
import * as v from 'valibot';
import { environmentKinds, introspectionAuthentications } from '../../shared/words.ts';
import { proxySchema } from './proxy.ts';
import { count, environmentId, text, type Row } from './row-schema.ts';

/** How tokens are introspected (RFC 7662). The specification shows neither, so a person says both. */
const introspectionSchema = v.strictObject({
  /** Below `baseUrl`, with its first slash, as `introspectionAddress` allows. */
  path: text,
  /** How the client that asks proves itself (RFC 6749 section 2.3.1). */
  authentication: v.picklist(introspectionAuthentications),
});
export type Introspection = Row<typeof introspectionSchema>;

export const environmentSchema = v.strictObject({
  id: environmentId,
  name: text,
  kind: v.picklist(environmentKinds),
  /** Normalised. Empty for the built-in practice environment, whose address is new at every start. */
  baseUrl: text,
  tradeUrl: text,
  /** PEM of an authority trusted by this environment in addition to the system's. */
  authorityPem: v.nullable(text),
  /** Absent: off, as it is until a person configures it. */
  introspection: v.optional(introspectionSchema),
  /** A client secret is to be replaced once it is so old. Absent: no rule. */
  rotateAfterDays: v.optional(count),
  /** Absent: none. */
  proxy: v.optional(proxySchema),
});
export type Environment = Row<typeof environmentSchema>;
