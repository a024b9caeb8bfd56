// Writes a KDBX 4 file with Argon2id at a cost of our choosing, for keepassxc-cli to open: the tool
// itself makes files of another key derivation only. Values are left unprotected, which spares it work.
// The format: keepass.info, "KDBX file format specification", version 4.
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { hashRaw, type Options } from '@node-rs/argon2';

export interface KdbxCost {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
}

export interface KdbxEntry {
  readonly title: string;
  readonly userName: string;
  readonly password: string;
  /** Further fields by name ("additional attributes"). */
  readonly more?: Readonly<Record<string, string>>;
}

const AES_256 = Buffer.from('31c1f2e6bf714350be5805216afc5aff', 'hex');
const ARGON2ID = Buffer.from('9e298b1956db4773b23dfc3ec6f0a1e6', 'hex');
const CHACHA20 = 3;
const BLOCK_BYTES = 1024 * 1024;
/** The library's own name for it has no value at run time. */
const ARGON2ID_ALGORITHM = 2;

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const digest = (name: 'sha256' | 'sha512', ...parts: readonly Buffer[]): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest();
const field = (id: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.of(id), u32(data.length), data]);
const variant = (type: number, name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.of(type), u32(name.length), Buffer.from(name), u32(data.length), data]);

export async function writeKdbx(
  password: string,
  cost: KdbxCost,
  entries: readonly KdbxEntry[],
): Promise<Buffer> {
  const [masterSeed, iv, salt] = [randomBytes(32), randomBytes(16), randomBytes(32)];
  const kdf = Buffer.concat([
    Buffer.of(0x00, 0x01),
    variant(0x42, '$UUID', ARGON2ID),
    variant(0x42, 'S', salt),
    variant(0x04, 'P', u32(cost.parallelism)),
    variant(0x05, 'M', u64(BigInt(cost.memoryKib) * 1024n)),
    variant(0x05, 'I', u64(BigInt(cost.iterations))),
    variant(0x04, 'V', u32(0x13)),
    Buffer.of(0),
  ]);
  const header = Buffer.concat([
    Buffer.from('03d9a29a67fb4bb500000400', 'hex'),
    field(2, AES_256),
    field(3, u32(0)),
    field(4, masterSeed),
    field(7, iv),
    field(11, kdf),
    field(0, Buffer.from('\r\n\r\n')),
  ]);
  const options: Options = {
    algorithm: ARGON2ID_ALGORITHM,
    salt,
    memoryCost: cost.memoryKib,
    timeCost: cost.iterations,
    parallelism: cost.parallelism,
    outputLen: 32,
  };
  const composite = digest('sha256', digest('sha256', Buffer.from(password)));
  const transformed = await hashRaw(composite, options);
  const base = digest('sha512', masterSeed, transformed, Buffer.of(1));
  const hmac = (index: bigint, ...parts: readonly Buffer[]): Buffer =>
    createHmac('sha256', digest('sha512', u64(index), base))
      .update(Buffer.concat(parts))
      .digest();
  const cipher = createCipheriv('aes-256-cbc', digest('sha256', masterSeed, transformed), iv);
  const inner = [field(1, u32(CHACHA20)), field(2, randomBytes(64)), field(0, Buffer.alloc(0))];
  const plain = Buffer.concat([...inner, Buffer.from(xml(entries))]);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const blocks: Buffer[] = [];
  // The last block is empty.
  for (let at = 0, index = 0n; at <= sealed.length; at += BLOCK_BYTES, index += 1n) {
    const data = sealed.subarray(at, at + BLOCK_BYTES);
    blocks.push(hmac(index, u64(index), u32(data.length), data), u32(data.length), data);
    if (data.length === 0) break;
    if (at + BLOCK_BYTES > sealed.length) {
      blocks.push(hmac(index + 1n, u64(index + 1n), u32(0)), u32(0));
    }
  }
  const checks = [digest('sha256', header), hmac(0xffff_ffff_ffff_ffffn, header)];
  return Buffer.concat([header, ...checks, ...blocks]);
}

function xml(entries: readonly KdbxEntry[]): string {
  const uuid = (): string => `<UUID>${randomBytes(16).toString('base64')}</UUID>`;
  const text = (key: string, value: string): string =>
    `<String><Key>${key}</Key><Value>${escaped(value)}</Value></String>`;
  const each = entries.map(({ title, userName, password, more = {} }) => {
    const fields = { Title: title, UserName: userName, Password: password, ...more };
    const strings = Object.entries(fields).map(([key, value]) => text(key, value));
    return `<Entry>${uuid()}${strings.join('')}</Entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><KeePassFile><Meta><Generator>Strongroom bench</Generator></Meta><Root><Group>${uuid()}<Name>Root</Name>${each.join('')}</Group></Root></KeePassFile>`;
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
