// Opens each client secret once for all the calls that need it at the same moment, and wipes it after
// the last of them: hundreds of revocations of one client need one open secret, not hundreds.
import type { Failure } from '../../../shared/failures/failure.ts';
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
  /** The same of what is not sealed: `open` is asked once for all that wait for its answer. */
  readonly lend: (
    name: RecordName,
    mark: string,
    open: () => Promise<Result<SecretBytes, Failure>>,
  ) => Promise<Result<Borrowed, Failure>>;
}

interface Shared {
  readonly secret: SecretBytes;
  borrowers: number;
}

export function createSharedSecrets(vault: Pick<OpenVault, 'openRecord'>): SharedSecrets {
  const open = new Map<string, Shared>();
  const opening = new Map<string, Promise<Result<SecretBytes, Failure>>>();

  const keyOf = (name: RecordName, mark: string): string => `${name.field}:${mark}:${name.id}`;

  function share(key: string, secret: SecretBytes): Borrowed {
    const held = open.get(key) ?? { secret, borrowers: 0 };
    open.set(key, held);
    held.borrowers += 1;
    return {
      secret: held.secret,
      giveBack() {
        held.borrowers -= 1;
        if (held.borrowers > 0) return;
        open.delete(key);
        held.secret.wipe();
      },
    };
  }

  const lend: SharedSecrets['lend'] = async (name, mark, ask) => {
    const key = keyOf(name, mark);
    const shared = open.get(key);
    if (shared !== undefined) return ok(share(key, shared.secret));
    const asked = opening.get(key) ?? ask();
    opening.set(key, asked);
    const opened = await asked;
    if (opening.get(key) === asked) opening.delete(key);
    // Another one that waited may have used it and given it back already.
    if (opened.ok && opened.value.wiped) return await lend(name, mark, ask);
    return opened.ok ? ok(share(key, opened.value)) : opened;
  };

  return {
    lend,
    borrow(name, mark) {
      const key = keyOf(name, mark);
      const shared = open.get(key);
      if (shared !== undefined) return ok(share(key, shared.secret));
      const opened = vault.openRecord(name);
      return opened.ok ? ok(share(key, opened.value)) : opened;
    },
  };
}
