// A client credential (docs/service.md 2.1) without its secret, which is a sealed record of its own.
import type { AccessType, PartnerPermission, TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, EnvironmentId } from './ids.ts';
import type { SecretCommand } from './printing-command.ts';

/** After this many refusals in a row no automatic call uses the credential (case 44). */
export const REFUSALS_STOP_AUTOMATIC = 3;

export interface Credential {
  readonly id: CredentialId;
  readonly environmentId: EnvironmentId;
  readonly accessType: AccessType;
  readonly label: string;
  readonly clientId: string;
  /** Trader: the scopes fixed at registration. Partner: empty. */
  readonly registeredScopes: readonly TraderScope[];
  /** Partner: what the web app says the key may do. Trader: null. */
  readonly permission: PartnerPermission | null;
  readonly ownerAccount: string;
  readonly tags: readonly string[];
  /** What the person wrote down about it, on several lines. Absent: nothing. */
  readonly notes?: string | undefined;
  /** Its page in the web app, as `webPageAddress` has it (shared/credentials). Absent: not known. */
  readonly webPage?: string | undefined;
  /** Until when the secret is valid, and when a person said so: of an earlier secret it says nothing. */
  readonly secretEnd?: { readonly atMs: number; readonly saidAtMs: number } | undefined;
  /** Prints the secret when it is needed. Absent: it is sealed in the vault. */
  readonly secretCommand?: SecretCommand | undefined;
  readonly createdAtMs: number;
  readonly secretSetAtMs: number;
  /** Keyed fingerprint of the secret, under a key of this vault; empty where that key was replaced unseen. */
  readonly secretFingerprint: string;
  readonly refusalsInARow: number;
  /** The person asked to revoke everything and delete it: it goes once its tokens are dead. */
  readonly removeWhenDead: boolean;
  /**
   * Of one that is not kept: it lives in memory alone. The sealed index knows no such field and refuses
   * a row that has it, so that such a row cannot be written (vault/schema.ts).
   */
  readonly ephemeral?: true;
  readonly lastFailure: { readonly atMs: number; readonly failure: Failure } | null;
}
