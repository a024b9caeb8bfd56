// A whole search over real files: what it finds and leaves out, that it ends when it should, and that
// nothing of what it looks for is in anything it tells.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { SecretScan, type SoughtIn } from '../../../electron/main/secret-scan/file-search.ts';
import {
  secretScanLimits,
  secretScanView,
  type SecretScanView,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import * as v from 'valibot';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';
import { ownFolder } from '../../support/own-folder.ts';

const SECRET = `secret-of-${TRADER}`;
const TOKEN = 'token-text-1';
const at = ownFolder();
const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));

/** One client secret each for Trader and Partner, and one Trader token. */
async function sessionWithToken(): Promise<TestSession> {
  const test = await createTestSession();
  await test.requests.request(TRADER, ['TRADER_READ']);
  return test;
}

async function searched(
  test: TestSession,
  where: SoughtIn,
  limits: Partial<Record<keyof typeof secretScanLimits, number>> = {},
): Promise<SecretScanView> {
  const all = { ...secretScanLimits, ...limits } as typeof secretScanLimits;
  const view = await new SecretScan(test.session, all).search(where);
  if (!view.ok) throw new Error(view.failure.code);
  expect(JSON.stringify([view, test.noted])).not.toMatch(/secret-of|token-text/);
  return v.parse(secretScanView, view.value);
}

const inFolder = (): SoughtIn => ({ source: 'folder', paths: [at()] });
const name = (): string => path.basename(at());
const foundIn = (view: SecretScanView): readonly string[] =>
  view.found.flatMap(({ places }) => places.map(({ file }) => file)).toSorted();

describe('a folder', () => {
  it('is searched through, and every find is named by whose it is and where', async () => {
    const test = await sessionWithToken();
    mkdirSync(at('a'));
    writeFileSync(at('a', 'one.log'), `x\ny ${TOKEN} ${TOKEN}`);
    writeFileSync(at('two.bin'), Buffer.from(`\0\0${SECRET}\0\x01`));
    writeFileSync(at('three'), 'nothing');
    const view = await searched(test, inFolder());
    expect(view).toMatchObject({ end: 'complete', files: 3, secrets: 2, tokens: 1, leftOut: [] });
    expect(view.found).toMatchObject([
      {
        what: 'client_secret',
        credentialId: TRADER,
        tokenId: null,
        count: 1,
        places: [{ file: `${name()}/two.bin`, atByte: 2, isText: false }],
      },
      {
        what: 'token',
        tokenId: test.token().id,
        fingerprint: test.token().fingerprint,
        state: 'active',
        count: 2,
        places: [
          { file: `${name()}/a/one.log`, line: 2, column: 3, isText: true },
          { file: `${name()}/a/one.log`, line: 2, column: 16 },
        ],
      },
    ]);
    expect(view.bytes).toBe(29 + 22 + 7);
  });

  it('without anything of ours says what was looked at', async () => {
    writeFileSync(at('log'), 'token-text-2 and secret-of-nobody-1');
    const view = await searched(await createTestSession(), inFolder());
    expect(view).toMatchObject({ found: [], files: 1, bytes: 35, end: 'complete' });
  });

  it('has its gzip files unpacked, as far as they are sound', async () => {
    const test = await sessionWithToken();
    const packed = gzipSync(`${'x\n'.repeat(90_000)}${TOKEN}`);
    writeFileSync(at('good.gz'), packed);
    writeFileSync(at('cut.gz'), packed.subarray(0, packed.length - 12));
    writeFileSync(at('other.zip'), Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from(TOKEN)]));
    const view = await searched(test, inFolder());
    expect(foundIn(view)).toContain(`${name()}/good.gz`);
    expect(view.found[0]?.places.find(({ file }) => file.endsWith('good.gz'))?.line).toBe(90_001);
    expect(view.leftOut).toEqual([
      { reason: 'packed_damaged', count: 1 },
      { reason: 'packed', count: 1 },
    ]);
  });

  it('has the new secret of a rotation looked for as well', async () => {
    const test = await createTestSession();
    const name = { id: PARTNER, field: 'new_client_secret' as const };
    const seal = [{ name, secret: secretOf('freshly-made-0123') }];
    await test.vault.change({ contents: (before) => before, seal });
    writeFileSync(at('env'), 'SECRET=freshly-made-0123');
    const view = await searched(test, inFolder());
    expect(view.found).toMatchObject([{ what: 'new_client_secret', credentialId: PARTNER }]);
  });

  it('has the password of a proxy looked for, named by its environment', async () => {
    const test = await createTestSession();
    const name = { id: 'env-1', field: 'proxy_password' as const };
    const seal = [{ name, secret: secretOf('proxy-word-71c') }];
    await test.vault.change({ contents: (before) => before, seal });
    writeFileSync(at('bashrc'), `export https_proxy=http://me:proxy-word-71c@proxy`);
    const view = await searched(test, inFolder());
    expect(view).toMatchObject({ secrets: 2, proxyPasswords: 1 });
    expect(view.found).toMatchObject([
      { what: 'proxy_password', credentialId: null, tokenId: null, label: 'Test', count: 1 },
    ]);
    expect(test.noted.at(-1)).toMatchObject({ what: 'ours_found', label: 'Test', count: 1 });
    expect(JSON.stringify([view, test.noted])).not.toContain('proxy-word');
  });
});

describe('a hostile folder (S27)', () => {
  it('leads nowhere by links, and stops at no pipe', async () => {
    const test = await sessionWithToken();
    const outside = mkdtempSync(path.join(tmpdir(), 'strongroom-outside-'));
    writeFileSync(path.join(outside, 'log'), TOKEN);
    symlinkSync(outside, at('folder-link'));
    symlinkSync(path.join(outside, 'log'), at('file-link'));
    symlinkSync('.', at('loop'));
    execFileSync('mkfifo', [at('pipe')]);
    const view = await searched(test, inFolder());
    rmSync(outside, { recursive: true });
    expect(view).toMatchObject({ found: [], files: 0, end: 'complete' });
    expect(view.leftOut).toEqual([
      { reason: 'link', count: 3 },
      { reason: 'special', count: 1 },
    ]);
  });

  it('shows names that nobody can see as codes, and opens those that are no UTF-8', async () => {
    const test = await sessionWithToken();
    const odd = Buffer.concat([Buffer.from(`${at()}/a`), Buffer.from([0xff, 0x07])]);
    writeFileSync(odd, TOKEN);
    writeFileSync(at('x\u202egol.exe\n'), TOKEN);
    const view = await searched(test, inFolder());
    expect(foundIn(view)).toEqual([`${name()}/a\ufffd‹7›`, `${name()}/x‹202E›gol.exe‹A›`]);
  });

  it('with one of ours in a name counts it, and covers it wherever that name is shown', async () => {
    const test = await sessionWithToken();
    mkdirSync(at(TOKEN));
    writeFileSync(at(TOKEN, `${SECRET}.txt`), 'x');
    symlinkSync('/nowhere', at(TOKEN, 'link'));
    const view = await searched(test, inFolder());
    expect(view.found).toMatchObject([
      { what: 'client_secret', count: 1, places: [{ file: `${name()}/▪▪▪/▪▪▪.txt`, line: null }] },
    ]);
    expect(view.leftOutNames).toEqual([{ reason: 'link', file: `${name()}/▪▪▪/link` }]);
  });

  it('may be as deep as a path goes', async () => {
    const test = await sessionWithToken();
    const deep = at(...Array.from({ length: 300 }, () => 'd'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(path.join(deep, 'log'), TOKEN);
    const view = await searched(test, inFolder());
    expect([view.end, view.leftOut, view.found.length]).toEqual(['complete', [], 1]);
  });

  it('with a giant in it costs what the limit says', async () => {
    const test = await sessionWithToken();
    writeFileSync(at('giant'), TOKEN);
    truncateSync(at('giant'), 1024 ** 4);
    const view = await searched(test, inFolder(), { fileBytes: 1_000_000 });
    expect(view).toMatchObject({ bytes: 1_000_000, leftOut: [{ reason: 'too_large', count: 1 }] });
    expect(view.found).toHaveLength(1);
  });

  it('with a bomb in it unpacks what the limit says', async () => {
    const test = await sessionWithToken();
    writeFileSync(at('bomb.gz'), gzipSync(Buffer.alloc(64 * 1024 ** 2)));
    const view = await searched(test, inFolder(), { unpackedBytes: 1_000_000 });
    expect(view.bytes).toBe(1_000_000);
    expect(view.leftOut).toEqual([{ reason: 'packed_too_large', count: 1 }]);
  });

  it('that is gone is refused', async () => {
    const test = await createTestSession();
    const gone = await test.secretScan.search({ source: 'folder', paths: [at('gone')] });
    expect(gone).toEqual({
      ok: false,
      failure: { code: 'invalid_input', facts: { about: 'file' } },
    });
    expect(test.secretScan.progress()).toBeNull();
  });
});

describe('the limits', () => {
  const fill = (count: number): void => {
    for (let n = 0; n < count; n += 1) writeFileSync(at(`f${n}`), 'x'.repeat(100));
  };

  it.each([
    ['entries', { entries: 4 }, { files: 4 }],
    ['time', { seconds: -1 }, { files: 0 }],
  ] as const)('of %s end the search and are named', async (end, limits, reached) => {
    fill(5);
    expect(await searched(await createTestSession(), inFolder(), limits)).toMatchObject({
      end,
      ...reached,
    });
  });

  it('of places hold while everything is counted', async () => {
    const test = await sessionWithToken();
    writeFileSync(at('log'), `${TOKEN}\n`.repeat(5_000));
    const [one] = (await searched(test, inFolder())).found;
    expect([one?.count, one?.places.length]).toEqual([5_000, secretScanLimits.placesEach]);
  });
});

describe('a text', () => {
  it('is searched and wiped', async () => {
    const test = await sessionWithToken();
    const text = secretOf(`{"access_token":"${TOKEN}"}`);
    const view = await searched(test, { source: 'clipboard', text });
    expect(view.found).toMatchObject([{ what: 'token', places: [{ file: '', column: 18 }] }]);
    expect(text.wiped).toBe(true);
  });

  it('that is a token whose text is gone is known by its fingerprint', async () => {
    const test = await sessionWithToken();
    const { id } = test.token();
    await test.vault.change({ contents: (now) => now, drop: [{ id, field: 'access_token' }] });
    const view = await searched(test, { source: 'entry', text: secretOf(`Bearer ${TOKEN}`) });
    expect(view).toMatchObject({ textGone: 1, tokens: 0 });
    expect(view.found).toMatchObject([{ tokenId: id, byFingerprint: true, places: [] }]);
  });

  it('is not said to be searched for what is too short to look for', async () => {
    const test = await createTestSession();
    const seal = [
      { name: { id: TRADER, field: 'client_secret' as const }, secret: secretOf('1234567') },
    ];
    await test.vault.change({ contents: (now) => now, seal });
    const view = await searched(test, { source: 'entry', text: secretOf('1234567') });
    expect(view).toMatchObject({ found: [], secrets: 1, tooShort: 1 });
  });
});

describe('the end of a search', () => {
  function begun(test: TestSession) {
    writeFileSync(at('early'), TOKEN);
    writeFileSync(at('huge'), '');
    truncateSync(at('huge'), 1024 ** 4);
    return test.secretScan.search(inFolder());
  }

  it('comes with the person, at once, and tells what was found till then', async () => {
    const test = await sessionWithToken();
    const answer = begun(test);
    await expect.poll(() => test.secretScan.progress()?.bytes ?? 0).toBeGreaterThan(100_000);
    test.secretScan.cancel();
    expect(await answer).toMatchObject({
      ok: true,
      value: { end: 'cancelled', found: [{ what: 'token' }] },
    });
    expect(test.secretScan.progress()).toBeNull();
  });

  it('comes with the lock', async () => {
    const test = await sessionWithToken();
    const answer = begun(test);
    await expect.poll(() => test.secretScan.progress()?.bytes ?? 0).toBeGreaterThan(100_000);
    const closed = test.close();
    expect(await answer).toMatchObject({ value: { end: 'cancelled' } });
    await test.clock.advance(10_000);
    await closed;
  });

  it('leaves the text wiped when it comes early', async () => {
    const test = await sessionWithToken();
    const text = secretOf('x'.repeat(4_000_000));
    const answer = test.secretScan.search({ source: 'entry', text });
    test.secretScan.end();
    expect(await answer).toMatchObject({ value: { end: 'cancelled' } });
    expect(text.wiped).toBe(true);
  });

  it('is needed before another can begin', async () => {
    const test = await sessionWithToken();
    const first = test.secretScan.search({ source: 'entry', text: secretOf('abc') });
    const text = secretOf('def');
    expect(await test.secretScan.search({ source: 'entry', text })).toMatchObject({
      failure: { code: 'in_use', facts: { about: 'call' } },
    });
    expect(text.wiped).toBe(true);
    await first;
  });

  it('is noted with numbers and fingerprints, and no name of a file', async () => {
    const test = await sessionWithToken();
    writeFileSync(at('very-own-name.log'), `${TOKEN} ${TOKEN} ${SECRET}`);
    await searched(test, inFolder());
    const events = test.noted.filter(({ what }) => what.startsWith('ours_'));
    expect(events).toMatchObject([
      { what: 'ours_searched', word: 'in_folder', count: 2 },
      { what: 'ours_found', label: TRADER, count: 1, word: 'client_secret' },
      { what: 'ours_found', fingerprint: test.token().fingerprint, count: 2 },
    ]);
    expect(JSON.stringify(events)).not.toContain('very-own-name');
  });

  it('holds the event loop for no longer than a breath', async () => {
    const test = await sessionWithToken();
    writeFileSync(at('dense.json'), String.raw`{"a":"\"\/%20`.repeat(300_000));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const view = await searched(test, inFolder());
    clearInterval(timer);
    // 3.9 MB in pieces of 256 KiB: were it one piece of work, the timer would not fire in it.
    expect(view.bytes).toBe(3_900_000);
    expect(turns).toBeGreaterThan(5);
  });
});
