// Every secret and token that a vault on disk holds, read with the reader that shares no code with the
// app: so a leak proof also searches for those that no test ever typed or saw, such as the secrets of
// the practice samples and tokens that no request has used.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readVaultFile } from '../../reliability/support/second-reader.ts';

/** Empty where there is no vault, or where it opens with none of the passphrases (as if damaged). */
export function secretsInVault(
  profile: string,
  passphrases: readonly string[],
): readonly { readonly field: string; readonly text: string }[] {
  const file = path.join(profile, 'vault/strongroom.vault');
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  for (const passphrase of passphrases) {
    try {
      const { records } = readVaultFile(bytes, { passphrase });
      return records.map(({ name, text }) => ({ field: name.field, text }));
    } catch {
      // Not this one.
    }
  }
  return [];
}
