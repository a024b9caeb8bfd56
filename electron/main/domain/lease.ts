// A token's lease: it is revoked at a moment the person chose, before the server lets it expire.
import type { LeaseEnd } from '../../shared/words.ts';
import type { TokenId } from './ids.ts';

export interface Lease {
  readonly tokenId: TokenId;
  readonly end: LeaseEnd;
  readonly setAtMs: number;
  /** Counted from `setAtMs`; null unless it ends after a time. */
  readonly seconds: number | null;
}
