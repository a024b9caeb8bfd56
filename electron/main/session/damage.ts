// Which failures to open mean that the vault's file is not what was saved, so that a backup is wanted.
// Neither a wrong passphrase, nor a newer format, nor a disk that cannot be read now.
import type { Failure, FailureCode } from '../../shared/failures/failure.ts';

const damage: ReadonlySet<FailureCode> = new Set([
  'not_a_vault',
  'truncated',
  'corrupt',
  'tampered',
  'kdf_out_of_bounds',
  'vault_missing',
]);

export function isDamage({ code }: Failure): boolean {
  return damage.has(code);
}
