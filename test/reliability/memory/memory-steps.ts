// What the memory test tells its subject to do. No step carries a secret.
import type { AccessType } from '../../../electron/shared/words.ts';

export interface SubjectFacts {
  readonly directory: string;
  readonly seed: string;
  readonly baseUrl: string;
  readonly tradeUrl: string;
  readonly authorityPem: string;
  readonly clients: readonly { readonly clientId: string; readonly accessType: AccessType }[];
}

export type MemoryStep =
  | { readonly step: 'create'; readonly facts: SubjectFacts }
  | { readonly step: 'mint'; readonly from: number; readonly to: number }
  | { readonly step: 'leak'; readonly name: string }
  /** Answers `masked:` and the key as shown, in hex, hidden under `maskOf`. */
  | { readonly step: 'make recovery key' }
  | { readonly step: 'unlock' | 'recover' | 'check' | 'revoke' | 'lock' };
