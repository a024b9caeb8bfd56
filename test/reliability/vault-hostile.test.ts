// R7, R8, V2, V3, V14, S24: crafted and random files get the verdict they must get, cost neither time
// nor memory, and never end in an untyped error.
import fc from '../support/seeded-fast-check.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { vaultFailureCodes } from '../../electron/shared/failures/failure.ts';
import { decodeIndex } from '../../electron/main/vault/format/index-reader.ts';
import { decodeHeader } from '../../electron/main/vault/format/header.ts';
import { PART } from '../../electron/main/vault/format/index-layout.ts';
import { createPace } from '../../electron/main/vault/keys/yield-to-loop.ts';
import { verdict } from '../unit/vault/store/vault-samples.ts';
import { recordFigure, seed, sized } from './support/figures.ts';
import { hostileFiles } from './support/hostile-headers.ts';
import { hostileIndexes } from './support/hostile-parts.ts';
import {
  countInto,
  headerTextOf,
  makeVaultBytes,
  openBytesWith,
  partsOf,
  withChecksum,
  withHeader,
  withParts,
  type VaultBytes,
} from './support/vault-bytes.ts';

const KNOWN: ReadonlySet<string> = new Set(['ok', ...vaultFailureCodes]);
const LONGEST_MS = sized(60_000, 1_800_000);
const runs = sized(7_000, 340_000);

function recordFuzz(what: string): void {
  recordFigure({
    id: 'R8',
    what,
    tried: runs,
    bad: 0,
    goal: '0 crashes, 0 untyped errors; 20,000 inputs per commit, 1,000,000 in the long size, together',
    holds: true,
    seed,
  });
}

describe('a hostile vault file', () => {
  let vault: VaultBytes;
  beforeAll(async () => {
    vault = await makeVaultBytes(2);
  });

  it('V2, V7, V8, V14 gets the verdict it must get', async () => {
    const files = hostileFiles(vault.file);
    const wrong: object[] = [];
    for (const { about, file, verdict: expected } of files) {
      if (file.equals(vault.file)) wrong.push({ about, problem: 'edit had no effect' });
      const got = verdict(await openBytesWith(file, vault.dataKey));
      if (got !== expected) wrong.push({ about, expected, got });
    }
    recordFigure({
      id: 'R7',
      what: 'crafted bad vault files, each with its verdict',
      tried: files.length,
      bad: wrong.length,
      goal: 'at least 100, every verdict as expected',
      holds: wrong.length === 0 && files.length >= 100,
      seed: null,
    });
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(100);
  });

  it('V14 that is authentic gets its verdict by what a bug or a forger sealed into it', async () => {
    const good = await partsOf(vault);
    expect(verdict(await openBytesWith(await withParts(vault, good), vault.dataKey))).toBe('ok');
    const indexes = hostileIndexes(good);
    const wrong: object[] = [];
    for (const { about, parts } of indexes) {
      const file = await withParts(vault, parts);
      const got = verdict(await openBytesWith(file, vault.dataKey));
      if (got !== 'corrupt') wrong.push({ about, got });
    }
    recordFigure({
      id: 'R7',
      what: 'crafted bad parts of the index, sealed with the right key',
      tried: indexes.length,
      bad: wrong.length,
      goal: 'every one is corrupt',
      holds: wrong.length === 0,
      seed: null,
    });
    expect(wrong).toEqual([]);
  });

  it('V3 costs no memory before it is refused', async () => {
    const bombs = hostileFiles(vault.file).filter((each) => each.verdict === 'kdf_out_of_bounds');
    const memoryBefore = process.memoryUsage.rss();
    for (const { file } of bombs) await openBytesWith(file, vault.dataKey);
    const grown = (process.memoryUsage.rss() - memoryBefore) / 1024 / 1024;
    console.log(`${bombs.length} KDF bombs: +${grown.toFixed(1)} MiB`);
    // What any one of them asks for is larger by far; the rest is garbage not yet collected.
    expect(grown).toBeLessThan(256);
  });

  it(
    'never ends in an untyped error, whatever its bytes',
    async () => {
      const counts = new Map<string, number>();
      const anyHeader = fc.oneof(
        fc.json({ maxDepth: 6 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        mutatedText(headerTextOf(vault.file)),
      );
      const anyFile = fc.oneof(
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
        fc
          .uint8Array({ maxLength: 400 })
          .map((tail) => withChecksum(Buffer.concat([vault.file.subarray(0, 12), tail]))),
        anyHeader.map((header) => withHeader(vault.file, header)),
      );
      const property = fc.asyncProperty(anyFile, async (file) => {
        const got = verdict(await openBytesWith(file, vault.dataKey));
        countInto(counts, got);
        return got !== 'ok' && KNOWN.has(got);
      });
      await fc.assert(property, { seed, numRuns: runs });
      console.log(`${runs} random files:`, Object.fromEntries(counts));
      recordFuzz('random and mutated vault files');
    },
    LONGEST_MS,
  );

  it('V14 accepts no header but in its one spelling', () => {
    const property = fc.property(mutatedText(headerTextOf(vault.file)), (text) => {
      const decoded = decodeHeader(Buffer.from(text));
      return !decoded.ok || JSON.stringify(decoded.value) === text;
    });
    fc.assert(property, { seed, numRuns: runs });
    recordFuzz('mutated headers');
  });

  it(
    'never ends in an untyped error when a bug of a writer was sealed into it',
    async () => {
      const good = await partsOf(vault);
      const spelt = fc
        .constantFrom(...good.filter(({ kind }) => kind !== PART.blobs))
        .chain(({ bytes }) => mutatedText(bytes.toString('utf8')));
      const text = fc.oneof(fc.json(), fc.string(), spelt);
      const part = fc
        .tuple(fc.integer({ min: 0, max: 19 }), text, fc.boolean())
        .map(([kind, json, lie]) => {
          const bytes = Buffer.from(json);
          const head = Buffer.alloc(5);
          head.writeUInt8(kind);
          head.writeUInt32BE(bytes.length + (lie ? 7 : 0), 1);
          return Buffer.concat([head, bytes]);
        });
      const property = fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        const joined = Buffer.concat(parts);
        const plain = Buffer.alloc(Math.ceil((joined.length + 1) / 4096) * 4096);
        plain.set(joined);
        return KNOWN.has(verdict(await decodeIndex(plain, createPace())));
      });
      await fc.assert(property, { seed, numRuns: runs });
      recordFuzz('parts of an index that a bug sealed');
    },
    LONGEST_MS,
  );
});

/** A good text with a few characters replaced, removed or doubled. */
function mutatedText(text: string): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat({ max: text.length - 1 }),
    fc.nat({ max: 12 }),
    fc.oneof(
      fc.constantFrom('', '0', '-1', '1e9', '"', '{', '}', '[', ',', ':', 'null', '\\u0000', ' '),
      fc.string({ maxLength: 6 }),
      fc.nat({ max: text.length - 30 }).map((at) => text.slice(at, at + 30)),
    ),
  );
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    let edited = text;
    for (const [at, cut, put] of edits) edited = edited.slice(0, at) + put + edited.slice(at + cut);
    return edited === text ? `${text} ` : edited;
  });
}
