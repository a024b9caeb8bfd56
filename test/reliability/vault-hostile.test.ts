// R7, R8, V2, V3, V14, S24: crafted and random files get the verdict they must get, cost neither time
// nor memory, and never end in an untyped error.
import fc from '../support/seeded-fast-check.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { vaultFailureCodes } from '../../electron/shared/failures/failure-codes.ts';
import { decodeBody } from '../../electron/main/vault/file.ts';
import { decodeHeader } from '../../electron/main/vault/header.ts';
import { verdict } from '../unit/vault/vault-samples.ts';
import { figureHolds, seed, sized } from './support/figures.ts';
import { hostileFiles } from './support/hostile-headers.ts';
import { hostileBodies } from './support/hostile-bodies.ts';
import {
  countInto,
  headerTextOf,
  makeVaultBytes,
  openBytesWith,
  withChecksum,
  withHeader,
  bodyTextOf,
  withBody,
  type VaultBytes,
} from './support/vault-bytes.ts';

const KNOWN: ReadonlySet<string> = new Set(['ok', ...vaultFailureCodes]);
const LONGEST_MS = sized(60_000, 1_800_000);
const runs = sized(7_000, 340_000);

function recordFuzz(what: string): void {
  figureHolds('R8', what, runs);
}

describe('a hostile vault file', () => {
  let vault: VaultBytes;
  beforeAll(async () => {
    vault = await makeVaultBytes(2);
  });

  it('V2, V7, V8, V14 gets the verdict it must get', () => {
    const files = hostileFiles(vault.file);
    const wrong: object[] = [];
    for (const { about, file, verdict: expected } of files) {
      if (file.equals(vault.file)) wrong.push({ about, problem: 'edit had no effect' });
      const got = verdict(openBytesWith(file, vault.dataKey));
      if (got !== expected) wrong.push({ about, expected, got });
    }
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(100);
    figureHolds('R7', 'crafted bad vault files, each with its verdict', files.length);
  });

  it('V14 that is authentic gets its verdict by what a bug or a forger sealed into it', () => {
    const good = bodyTextOf(vault);
    expect(verdict(openBytesWith(withBody(vault, good), vault.dataKey))).toBe('ok');
    const bodies = hostileBodies(good);
    const wrong: object[] = [];
    for (const { about, body } of bodies) {
      const got = verdict(openBytesWith(withBody(vault, body), vault.dataKey));
      if (got !== 'corrupt') wrong.push({ about, got });
    }
    expect(wrong).toEqual([]);
    figureHolds('R7', 'crafted bad bodies, sealed with the right key', bodies.length);
  });

  it('V3 costs no memory before it is refused', () => {
    const bombs = hostileFiles(vault.file).filter((each) => each.verdict === 'kdf_out_of_bounds');
    const memoryBefore = process.memoryUsage.rss();
    for (const { file } of bombs) openBytesWith(file, vault.dataKey);
    const grown = (process.memoryUsage.rss() - memoryBefore) / 1024 / 1024;
    console.log(`${bombs.length} KDF bombs: +${grown.toFixed(1)} MiB`);
    // What any one of them asks for is larger by far; the rest is garbage not yet collected.
    expect(grown).toBeLessThan(256);
  });

  it(
    'never ends in an untyped error, whatever its bytes',
    () => {
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
      const property = fc.property(anyFile, (file) => {
        const got = verdict(openBytesWith(file, vault.dataKey));
        countInto(counts, got);
        return got !== 'ok' && KNOWN.has(got);
      });
      fc.assert(property, { seed, numRuns: runs });
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
    () => {
      const text = fc.oneof(fc.json(), fc.string(), mutatedText(bodyTextOf(vault)));
      const property = fc.property(text, (body) =>
        KNOWN.has(verdict(decodeBody(Buffer.from(body)))),
      );
      fc.assert(property, { seed, numRuns: runs });
      recordFuzz('bodies that a bug sealed');
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
