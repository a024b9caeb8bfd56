// A second reader of the vault format, written from FORMAT.md with nothing but node:crypto: the
// oracle that the document and the program say the same. Trusting and brief; reads good files only.
import { argon2Sync, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';

interface Slot {
  readonly id: string;
  readonly type: string;
  readonly kdf: { m: number; t: number; p: number; salt: string } & Record<string, unknown>;
  readonly wrap: string;
}
interface Header {
  readonly vaultId: string;
  readonly generation: number;
  readonly slots: readonly Slot[];
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
const hkdf = (key: Buffer, salt: Buffer, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, label, 32));
const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();

function associated(...parts: (Buffer | string)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const data = Buffer.from(part as string);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return [length, data];
    }),
  );
}

function open(key: Buffer, aad: Buffer, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, 12);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  decipher.setAAD(aad).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}

/** Argon2id of the passphrase, 32 bytes. */
export type PassphraseHash = (passphrase: Buffer, kdf: Slot['kdf']) => Buffer;

/** Made once of the same inputs: it is nearly all of what reading a file takes. */
export function hashedOnce(hash: PassphraseHash): PassphraseHash {
  const hashes = new Map<string, Buffer>();
  return (passphrase, kdf) => {
    const asked = JSON.stringify([passphrase.toString('hex'), kdf]);
    const made = hashes.get(asked) ?? hash(passphrase, kdf);
    hashes.set(asked, made);
    return made;
  };
}

const nodeHash = hashedOnce((message, { m, t, p, salt }) => {
  const cost = { memory: m, passes: t, parallelism: p, tagLength: 32 };
  return argon2Sync('argon2id', { message, nonce: bytes(salt), ...cost });
});

function dataKey(header: Header, passphrase: string, hash: PassphraseHash): Buffer {
  const slot = header.slots.find(({ type }) => type === 'pw');
  if (slot === undefined) throw new Error('no passphrase slot');
  const key = hash(Buffer.from(passphrase.normalize('NFKC')), slot.kdf);
  const kdf = JSON.stringify(slot.kdf);
  const aad = associated(bytes(header.vaultId), bytes(slot.id), slot.type, kdf);
  return open(key, aad, bytes(slot.wrap));
}

const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The data key by the recovery key as it is shown, check characters compared. */
function dataKeyByRecovery(header: Header, shown: string): Buffer {
  const slot = header.slots.find(({ type }) => type === 'rk');
  if (slot === undefined) throw new Error('no recovery slot');
  const bits = Array.from(shown.replaceAll('-', ''), (character) =>
    BASE_32.indexOf(character).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from(
    Array.from({ length: 20 }, (_, at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2)),
  );
  const digest = createHash('sha256').update('strongroom recovery key').update(key).digest();
  const check = [...digest.subarray(0, 3)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  if (bits.slice(160) !== check.slice(0, 20)) throw new Error('check characters');
  const aad = associated(bytes(header.vaultId), bytes(slot.id), 'rk', JSON.stringify(slot.kdf));
  return open(hkdf(key, bytes(slot.kdf.salt), 'rk'), aad, bytes(slot.wrap));
}

interface SealedRecord {
  readonly id: string;
  readonly field: string;
  readonly version: number;
  readonly box: string;
}

/** One way in: the passphrase, or the recovery key as it is shown. */
export type Key = { readonly passphrase: string } | { readonly recoveryKey: string };

export interface SecondReading {
  readonly header: Header;
  readonly contents: Record<string, unknown>;
  readonly records: { name: { id: string; field: string }; text: string }[];
}

export function readVaultFile(file: Buffer, by: Key, hash = nodeHash): SecondReading {
  const headerEnd = 16 + file.readUInt32BE(12);
  const bodyAt = headerEnd + 36;
  const body = file.subarray(bodyAt, bodyAt + file.readUInt32BE(headerEnd + 32));
  const sum = createHash('sha256').update(file.subarray(0, -32)).digest();
  if (!sum.equals(file.subarray(-32))) throw new Error('checksum');
  const header = JSON.parse(file.toString('utf8', 16, headerEnd)) as Header;
  const key =
    'passphrase' in by
      ? dataKey(header, by.passphrase, hash)
      : dataKeyByRecovery(header, by.recoveryKey);
  const vaultId = bytes(header.vaultId);
  const mac = hmac(hkdf(key, vaultId, 'header'), file.subarray(0, headerEnd));
  if (!mac.equals(file.subarray(headerEnd, headerEnd + 32))) throw new Error('header MAC');
  const plain = open(hkdf(key, vaultId, 'index'), mac, body);
  const { contents, records: sealed } = JSON.parse(plain.toString('utf8')) as {
    contents: Record<string, unknown>;
    records: SealedRecord[];
  };
  const records = sealed.map(({ id, field, version, box }) => {
    const versionBytes = Buffer.alloc(8);
    versionBytes.writeBigUInt64BE(BigInt(version));
    const aad = associated('strongroom/1', vaultId, id, field, versionBytes);
    const padded = open(hkdf(key, vaultId, 'secret'), aad, bytes(box));
    const text = padded.toString('utf8', 4, 4 + padded.readUInt32BE());
    return { name: { id, field }, text };
  });
  return { header, contents, records };
}
