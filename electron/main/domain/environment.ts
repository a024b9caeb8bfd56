// An environment: one pair of hosts, its own trust, and how careful to be in it.
import type { EnvironmentKind, IntrospectionAuthentication } from '../../shared/words.ts';
import type { EnvironmentId } from './ids.ts';
import type { ProxySetting } from './proxy.ts';

/** How tokens are introspected (RFC 7662). The specification shows neither, so a person says both. */
export interface Introspection {
  /** Below `baseUrl`, with its first slash, as `introspectionAddress` allows. */
  readonly path: string;
  /** How the client that asks proves itself (RFC 6749 section 2.3.1). */
  readonly authentication: IntrospectionAuthentication;
}

export interface Environment {
  readonly id: EnvironmentId;
  readonly name: string;
  readonly kind: EnvironmentKind;
  /** Normalised. Empty for the built-in practice environment, whose address is new at every start. */
  readonly baseUrl: string;
  readonly tradeUrl: string;
  /** PEM of an authority trusted by this environment in addition to the system's. */
  readonly authorityPem: string | null;
  /** Absent: off, as it is until a person configures it. */
  readonly introspection?: Introspection | undefined;
  /** A client secret is to be replaced once it is so old. Absent: no rule. */
  readonly rotateAfterDays?: number | undefined;
  /** Absent: none. */
  readonly proxy?: ProxySetting | undefined;
}
