// Known answers for every primitive, computed once before the first use: a build whose
// cryptography differs must refuse to open anything (`self_test_failed`). The vectors are published
// ones; none of them is a key of anybody.
import { type Argon2id, sha256, hmac, hkdf, openBytes, sealBytes } from './primitives.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Answers whether they agree: runs them once, when first asked. Never rejects. */
export function createSelfTest(argon2id: Argon2id): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null;
  return () => (answer ??= runSelfTest(argon2id));
}

async function runSelfTest(argon2id: Argon2id): Promise<boolean> {
  try {
    // First, so that what comes behind it runs while the hash that asked for all this is under way.
    return (await argon2idAgrees(argon2id)) && hashesAgree() && sealAgrees();
  } catch {
    return false;
  }
}

/** SHA-256 of FIPS 180-2 B.1, HMAC of RFC 4231 case 2, HKDF of RFC 5869 case 3 (32 of its bytes). */
function hashesAgree(): boolean {
  const digest = sha256(Buffer.from('abc'));
  const mac = hmac(
    Buffer.from('Jefe'),
    Buffer.from('what do ya want '),
    Buffer.from('for nothing?'),
  );
  const key = hkdf(hex('0b'.repeat(22)), Buffer.alloc(0), '');
  return (
    digest.equals(hex('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')) &&
    mac.equals(hex('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')) &&
    key.equals(hex('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d'))
  );
}

/** AES-256-GCM: test case 16 of the mode's submission; what is damaged or cut must not open. */
function sealAgrees(): boolean {
  const key = hex('feffe9928665731c6d6a8f9467308308'.repeat(2));
  const aad = hex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
  const plain = hex(
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
      '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  );
  const sealed = hex(
    'cafebabefacedbaddecaf888' +
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa' +
      '8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662' +
      '76fc6ece0f4e1768cddf8853bb2d551b',
  );
  const damaged = Buffer.from(sealed);
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  return (
    openBytes(key, aad, sealed)?.equals(plain) === true &&
    openBytes(key, aad, damaged) === null &&
    openBytes(key, aad, sealed.subarray(0, -4)) === null &&
    openBytes(key, plain, sealed) === null &&
    openBytes(key, aad, sealBytes(key, aad, plain))?.equals(plain) === true
  );
}

async function argon2idAgrees(argon2id: Argon2id): Promise<boolean> {
  const cost = { memoryKib: 256, iterations: 2, parallelism: 1 };
  const hash = await argon2id(Buffer.from('password'), Buffer.from('somesalt'), cost);
  return hash.equals(hex('9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe'));
}
