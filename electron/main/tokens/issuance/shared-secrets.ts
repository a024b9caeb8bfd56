// Opens each client secret once for all the calls that need it at the same moment, and wipes it after
// the last of them: hundreds of revocations of one client need one open secret, not hundreds.
import { ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { OpenVault, RecordName, VaultFailure } from '../../vault/store/vault.ts';

export interface Borrowed {
  /** Never wiped by a borrower. */
  readonly secret: SecretBytes;
  /** Once, whatever came of the call. */
  readonly giveBack: () => void;
}

export interface SharedSecrets {
  /** @param mark tells one secret of that name from the one that replaced it: its fingerprint. */
  readonly borrow: (name: RecordName, mark: string) => Result<Borrowed, VaultFailure>;
}

export function createSharedSecrets(vault: Pick<OpenVault, 'openRecord'>): SharedSecrets {
  const open = new Map<string, { readonly secret: SecretBytes; borrowers: number }>();
  return {
    borrow(name, mark) {
      const key = `${name.field}:${mark}:${name.id}`;
      let shared = open.get(key);
      if (shared === undefined) {
        const opened = vault.openRecord(name);
        if (!opened.ok) return opened;
        shared = { secret: opened.value, borrowers: 0 };
        open.set(key, shared);
      }
      const held = shared;
      held.borrowers += 1;
      return ok({
        secret: held.secret,
        giveBack() {
          held.borrowers -= 1;
          if (held.borrowers > 0) return;
          open.delete(key);
          held.secret.wipe();
        },
      });
    },
  };
}
