// What a run does while the vault is locked, one sealed line behind the other, each on the medium before the next
// step (FORMAT.md, "Journal of a locked run"). Its key is a record of the vault, so only an unlock reads it. Lines are
// added, never changed.
import path from 'node:path';
import * as v from 'valibot';
import type { Token, TokenCheck } from '../domain/token.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { failureCodes } from '../../shared/failures/failure.ts';
import { tokenSchema } from '../vault/format/contents-schema.ts';
import { finite, text, tokenId } from '../vault/format/schema-parts.ts';
import { associate, hkdf, openBytes, SALT_BYTES, sealBytes } from '../vault/keys/primitives.ts';
import type { FileSystem, OpenFile } from '../vault/store/file-system.ts';
import { readExactly, writeAll } from '../vault/store/whole-file.ts';

/** More than a year of renewals each hour; a longer file is not ours. */
const MOST_BYTES = 4 * 1024 * 1024;
/** No token lives longer (gateway/responses/token-response.ts): what an older file could tell is over. */
const KEPT_MS = 30 * 86_400_000;
const LENGTH_BYTES = 4;
const SUFFIX = '.locked-run';
/** Random keys need no salt (RFC 5869 section 3.1). */
const NO_SALT = Buffer.alloc(SALT_BYTES);

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ofCall = { atMs: finite, status: v.nullable(whole), durationMs: finite };

const token: v.GenericSchema<unknown, Token> = tokenSchema;
const check: v.GenericSchema<unknown, TokenCheck> = v.unwrap(tokenSchema.entries.lastCheck);

const line = v.variant('what', [
  v.strictObject({ what: v.literal('kept'), atMs: finite, program: text }),
  /** On the medium before the request leaves. */
  v.strictObject({ what: v.literal('requested'), token }),
  /** With its text, before the program is given it. `of`: the row of its request. */
  v.strictObject({ what: v.literal('arrived'), of: tokenId, token, ...ofCall }),
  /** `unseen`: a token may have been issued all the same. */
  v.strictObject({
    what: v.literal('failed'),
    tokenId,
    unseen: v.boolean(),
    code: v.picklist(failureCodes),
    ...ofCall,
  }),
  v.strictObject({ what: v.literal('renewed'), tokenId, atMs: finite }),
  v.strictObject({ what: v.literal('revoking'), tokenId, atMs: finite }),
  v.strictObject({ what: v.literal('revoked'), tokenId, ...ofCall }),
  v.strictObject({ what: v.literal('checked'), tokenId, check }),
  v.strictObject({
    what: v.literal('ended'),
    atMs: finite,
    by: v.picklist(['program', 'person', 'unlock']),
  }),
]);
/** What happened, in the order in which it did. */
export type JournalLine = v.InferOutput<typeof line>;

export interface JournalEntry {
  readonly line: JournalLine;
  /** Of `arrived`: the token. The reader wipes it. */
  readonly text: SecretBytes | null;
}

export interface Journal {
  /** True once it is on the medium. After a line that is not, none is. */
  readonly add: (line: JournalLine, text?: SecretBytes) => Promise<boolean>;
  /** Zeroes its key before it returns; what is added later is refused. */
  readonly close: () => Promise<void>;
}

export interface Journals {
  /** A new file, and its first line. Null where the disk does not take it. */
  readonly begin: (key: SecretBytes, first: JournalLine) => Promise<Journal | null>;
  /** `isWhole` false: its end, or all of it, does not authenticate. Null where there is no such file. */
  readonly read: (
    key: SecretBytes,
  ) => Promise<{ readonly entries: readonly JournalEntry[]; readonly isWhole: boolean } | null>;
  readonly remove: (key: SecretBytes) => Promise<void>;
  /** Removes files whose tokens have all expired: of another vault, or of a key that was never saved. */
  readonly sweep: () => Promise<void>;
}

const derived = (key: SecretBytes, label: string): Buffer =>
  key.use((bytes) => hkdf(bytes, NO_SALT, `strongroom journal v1 ${label}`));

function number(at: number, bytes: 4 | 8): Buffer {
  const out = Buffer.alloc(bytes);
  if (bytes === 4) out.writeUInt32BE(at);
  else out.writeBigUInt64BE(BigInt(at));
  return out;
}

const about = (at: number): Buffer => associate('journal line', number(at, 8));

/** JSON behind its length, then the token's text. */
function plainOf(entry: JournalLine, secret: SecretBytes | undefined): Buffer {
  const json = Buffer.from(JSON.stringify(v.parse(line, entry)), 'utf8');
  const plain = wipeableBuffer(LENGTH_BYTES + json.length + (secret?.length ?? 0));
  plain.writeUInt32BE(json.length);
  plain.set(json, LENGTH_BYTES);
  secret?.use((bytes) => plain.set(bytes, LENGTH_BYTES + json.length));
  return plain;
}

function entryOf(plain: Buffer): JournalEntry | null {
  const end = LENGTH_BYTES + (plain.length < LENGTH_BYTES ? 0 : plain.readUInt32BE());
  const json = plain.subarray(LENGTH_BYTES, end).toString('utf8');
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), line), json);
  if (!read.success) return null;
  const rest = plain.subarray(end);
  return { line: read.output, text: rest.length === 0 ? null : SecretBytes.take(rest) };
}

export function createJournals(folder: string, files: FileSystem, nowMs: () => number): Journals {
  function placeOf(key: SecretBytes): string {
    const name = derived(key, 'name').toString('hex', 0, 16);
    return path.join(folder, `${name}${SUFFIX}`);
  }

  return {
    async begin(key, first) {
      let file: OpenFile;
      try {
        await files.makeDirectory(folder);
        file = await files.create(placeOf(key));
        await files.syncDirectory(folder);
      } catch {
        return null;
      }
      const journal = journalIn(file, derived(key, 'seal'));
      if (await journal.add(first)) return journal;
      await journal.close();
      return null;
    },
    async read(key) {
      const place = placeOf(key);
      const facts = await files.facts(place).catch(() => null);
      if (facts === null) return null;
      if (facts.kind !== 'file' || facts.size > MOST_BYTES) return { entries: [], isWhole: false };
      const bytes = await readExactly(files, place, facts.size).catch(() => null);
      const seal = derived(key, 'seal');
      try {
        return bytes === null ? { entries: [], isWhole: false } : readAll(bytes, seal);
      } finally {
        seal.fill(0);
      }
    },
    async remove(key) {
      await files.unlink(placeOf(key)).catch(() => undefined);
      await files.syncDirectory(folder).catch(() => undefined);
    },
    async sweep() {
      const names = await files.list(folder).catch(() => []);
      for (const name of names.filter((each) => each.endsWith(SUFFIX))) {
        const place = path.join(folder, name);
        const facts = await files.facts(place).catch(() => null);
        const isOver = facts !== null && facts.modifiedAtMs < nowMs() - KEPT_MS;
        if (isOver) await files.unlink(place).catch(() => undefined);
      }
    },
  };
}

function journalIn(file: OpenFile, seal: Buffer): Journal {
  let at = 0;
  let size = 0;
  let isOpen = true;
  let isClosed = false;
  let last: Promise<boolean> = Promise.resolve(true);

  async function write(entry: JournalLine, secret: SecretBytes | undefined): Promise<boolean> {
    if (!isOpen) return false;
    const plain = plainOf(entry, secret);
    const sealed = sealBytes(seal, about(at), plain);
    plain.fill(0);
    at += 1;
    size += LENGTH_BYTES + sealed.length;
    try {
      if (size > MOST_BYTES) throw new Error('the journal is full');
      await writeAll(file, Buffer.concat([number(sealed.length, 4), sealed]));
      await file.sync();
      return true;
    } catch {
      // Behind half a line nothing could be read.
      isOpen = false;
      return false;
    }
  }

  return {
    add: (entry, secret) => (last = last.then(() => write(entry, secret))),
    async close() {
      if (isClosed) return;
      isClosed = true;
      isOpen = false;
      seal.fill(0);
      await last;
      await file.close().catch(() => undefined);
    },
  };
}

function readAll(
  bytes: Buffer,
  seal: Buffer,
): { readonly entries: readonly JournalEntry[]; readonly isWhole: boolean } {
  const entries: JournalEntry[] = [];
  let from = 0;
  while (from + LENGTH_BYTES <= bytes.length) {
    const end = from + LENGTH_BYTES + bytes.readUInt32BE(from);
    const sealed = bytes.subarray(from + LENGTH_BYTES, end);
    const plain = end > bytes.length ? null : openBytes(seal, about(entries.length), sealed);
    const entry = plain === null ? null : entryOf(plain);
    plain?.fill(0);
    if (entry === null) break;
    entries.push(entry);
    from = end;
  }
  return { entries, isWhole: entries.length > 0 && from === bytes.length };
}
