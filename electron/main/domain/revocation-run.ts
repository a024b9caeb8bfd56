// One trigger of "Revoke everything", as it is remembered: what was asked and which tokens it covers.
// What became of each token is in the token's own facts (token.ts), never told twice.
import type { CredentialId, DrillId, EnvironmentId, RevocationRunId, TokenId } from './ids.ts';

export type RevocationScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'environment'; readonly environmentId: EnvironmentId }
  | { readonly kind: 'credential'; readonly credentialId: CredentialId }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'selection'; readonly tokenIds: readonly TokenId[] };

export interface RevocationRun {
  readonly id: RevocationRunId;
  readonly scope: RevocationScope;
  /** When the person pressed the key; every duration shown counts from here. */
  readonly pressedAtMs: number;
  /** Trader tokens in the order of sending. Grows where a token arrives late (case 87). */
  readonly tokenIds: readonly TokenId[];
  /** Partner tokens: the person acts in the web app, the app proves (docs/service.md 5.9). */
  readonly guidedTokenIds: readonly TokenId[];
  /** When the first byte of the first call left; null before. */
  readonly firstSentAtMs: number | null;
  /** The person stopped the queue: tokens not sent by then were left alone. */
  readonly cancelledAtMs: number | null;
  /** The person put the run away; until then the rows of its tokens are kept, dead or not. */
  readonly closedAtMs: number | null;
  /** The drill it belongs to; null in earnest. */
  readonly drillId: DrillId | null;
}
