// A stand-in for the passphrase hash where thousands of vaults are opened and none is about the hash:
// an HMAC of the same inputs. The self-test's own question gets the answer it expects.
import { createHmac } from 'node:crypto';
import type { Argon2id } from '../../../electron/main/vault/primitives.ts';

const SELF_TEST_KIB = 256;
const SELF_TEST_ANSWER = '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe';

export const quickArgon2id: Argon2id = (message, salt, cost) =>
  Promise.resolve(
    cost.memoryKib === SELF_TEST_KIB
      ? Buffer.from(SELF_TEST_ANSWER, 'hex')
      : createHmac('sha256', salt).update(message).digest(),
  );
