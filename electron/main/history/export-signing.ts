// Signs what leaves the app for others to read: one Ed25519 key (RFC 8032) per vault, made at its first
// use and kept as a sealed record. What is signed is a sentence with the SHA-256 of the bytes, so that a
// file of any size can be checked with openssl alone (HISTORY.md).
import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { fail, ok, type Result } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { joinAndWipe, wipeableBuffer, wipeableCopy } from '../domain/wipeable-buffer.ts';
import type { OpenVault, RecordName, VaultFailure } from '../vault/store/vault.ts';

export const SIGNING_KEY: RecordName = { id: 'exports', field: 'signing_key' };

/** The record: 32 bytes private key, then 32 bytes public key. */
const KEY_BYTES = 32;
/** DER up to those 32 bytes: PKCS #8 and SubjectPublicKeyInfo of Ed25519 (RFC 8410 sections 7 and 4). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

export interface PublicKey {
  /** SubjectPublicKeyInfo, DER in base64 (RFC 8410 section 4). */
  readonly spki: string;
  /** SHA-256 of those DER bytes, hex: what people compare. */
  readonly fingerprint: string;
}

export interface ExportSignature extends PublicKey {
  /** What the signature is over, as ASCII. */
  readonly statement: string;
  /** 64 bytes in base64. */
  readonly signature: string;
}

export interface ExportSigner {
  /** Makes the key where there is none yet. */
  readonly publicKey: () => Promise<Result<PublicKey, VaultFailure>>;
  /** @param digest SHA-256 of the whole of what is signed */
  readonly signDigest: (digest: Buffer) => Promise<Result<ExportSignature, VaultFailure>>;
  /** For what is small enough to be held: `signDigest` of the SHA-256 of `bytes`. */
  readonly sign: (bytes: Uint8Array) => Promise<Result<ExportSignature, VaultFailure>>;
}

type SigningVault = Pick<OpenVault, 'hasRecord' | 'openRecord' | 'change'>;

export function createExportSigner(vault: SigningVault): ExportSigner {
  async function pair(): Promise<Result<SecretBytes, VaultFailure>> {
    if (vault.hasRecord(SIGNING_KEY)) return vault.openRecord(SIGNING_KEY);
    const secret = newPair();
    const made = vault.change({
      contents(before) {
        // Thrown, it takes back this change alone: the key of whoever was first has signed already.
        if (vault.hasRecord(SIGNING_KEY)) throw new Error('there is a signing key by now');
        return before;
      },
      seal: [{ name: SIGNING_KEY, secret }],
    });
    const saved = await made.catch((bug: unknown) => {
      if (!vault.hasRecord(SIGNING_KEY)) throw bug;
      return ok();
    });
    secret.wipe();
    // Of two that were saved at once, the later one is there.
    return saved.ok ? vault.openRecord(SIGNING_KEY) : saved;
  }

  const signDigest: ExportSigner['signDigest'] = async (digest) => {
    const secret = await pair();
    if (!secret.ok) return fail(secret.failure);
    const statement = `Strongroom export v1, SHA-256 ${digest.toString('hex')}`;
    const key = secret.value.use((bytes) =>
      joinAndWipe([wipeableCopy(PRIVATE_HEAD), wipeableCopy(bytes.subarray(0, KEY_BYTES))]),
    );
    // Node makes a key object of it and frees that when it is collected, maybe after lock (HISTORY.md).
    const signature = signWith(null, Buffer.from(statement, 'ascii'), {
      key,
      format: 'der',
      type: 'pkcs8',
    });
    key.fill(0);
    const shown = publicPart(secret.value);
    secret.value.wipe();
    return ok({ ...shown, statement, signature: signature.toString('base64') });
  };

  return {
    async publicKey() {
      const secret = await pair();
      if (!secret.ok) return fail(secret.failure);
      const shown = publicPart(secret.value);
      secret.value.wipe();
      return ok(shown);
    },
    signDigest,
    sign: (bytes) => signDigest(createHash('sha256').update(bytes).digest()),
  };
}

function newPair(): SecretBytes {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  const bytes = wipeableBuffer(2 * KEY_BYTES);
  bytes.set(privateKey.subarray(-KEY_BYTES));
  bytes.set(publicKey.subarray(-KEY_BYTES), KEY_BYTES);
  privateKey.fill(0);
  return SecretBytes.take(bytes);
}

function publicPart(pair: SecretBytes): PublicKey {
  const key = pair.use((bytes) => Buffer.from(bytes.subarray(KEY_BYTES)));
  const der = Buffer.concat([PUBLIC_HEAD, key]);
  return {
    spki: der.toString('base64'),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  };
}
