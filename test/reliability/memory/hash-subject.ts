// A process that hashes passphrases of many lengths and wipes them: what it leaves in memory is looked at
// from outside. It makes the passphrases itself, so that no message carries one. Started by
// memory-after-hash.test.ts alone: <seed> <washed | bare>.
import { hashRaw } from '@node-rs/argon2';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import {
  createPassphraseKdf,
  nativeArgon2id,
  type Argon2id,
} from '../../../electron/main/vault/keys/passphrase-kdf.ts';
import { LENGTHS, PER_LENGTH, passphraseOf } from './hashed-passphrases.ts';

const [seed = '', how = ''] = process.argv.slice(2);

/** The library as it is: what the app would leave behind without washing. */
const bare: Argon2id = (message, salt, { memoryKib, iterations, parallelism }) =>
  hashRaw(message, { memoryCost: memoryKib, timeCost: iterations, parallelism, salt });

const kdf = createPassphraseKdf(how === 'bare' ? bare : nativeArgon2id);
const cost = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
for (const length of LENGTHS) {
  for (let index = 0; index < PER_LENGTH; index += 1) {
    const passphrase = SecretBytes.take(passphraseOf(seed, length, index));
    const derived = await kdf.derive(passphrase, Buffer.alloc(16, index), cost);
    if (!derived.ok) throw new Error(derived.failure.code);
    derived.value.fill(0);
    passphrase.wipe();
  }
}
process.send?.('done');
process.on('disconnect', () => process.exit());
