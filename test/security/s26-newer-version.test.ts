// S26: the check for a newer version that a person asks for. It asks one address, which the publisher put into the package,
// believes a signature alone, and brings nothing with it. Without an address there is no check.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVersionCheck } from '../../electron/main/desktop/newer-version.ts';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { ok } from '../../electron/main/domain/result.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import { readRelease } from '../../electron/main/gateway/calls/read-release.ts';
import { createTrustedAuthorities } from '../../electron/main/gateway/connections/trusted-authorities.ts';
import { failureWords } from '../../electron/shared/failures/failure-words.ts';
import { createContractServer } from '../support/contract-server.ts';
import { answer } from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer } from '../support/raw-tls-server.ts';
import { createTestCertificates } from '../support/test-certificates.ts';

const root = path.join(import.meta.dirname, '../..');
const PAGE = 'https://releases.example/0.10.0';
const keys = generateKeyPairSync('ed25519');
const publicKeyOf = ({ publicKey }: { readonly publicKey: KeyObject }): string =>
  publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const publicKey = publicKeyOf(keys);

const said = (version: string, more: object = {}): string =>
  JSON.stringify({ app: 'strongroom', version, page: PAGE, ...more });
const signed = (text: string, key = keys.privateKey): string =>
  `${text}\n${sign(null, Buffer.from(text), key).toString('base64')}\n`;

function folderWith(releases: unknown): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'releases-'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '0.9.0', releases }));
  return folder;
}

const address = 'https://releases.example/latest';
/** @param file what stands at the address. */
const checkOf = (file: string, releases: unknown = { address, publicKey }) =>
  createVersionCheck({
    folder: folderWith(releases),
    version: '0.9.0',
    read: () => Promise.resolve(ok(Buffer.from(file))),
  });

describe('a signed file', () => {
  it('names a newer version, number by number, and its page', async () => {
    const newer = await checkOf(signed(said('0.10.0'))).newer();
    expect(newer).toMatchObject({ ok: true, value: { version: '0.10.0', page: PAGE } });
  });

  it.each(['0.9.0', '0.8.11', '0.0.9'])('is no reason to go from 0.9.0 to %s', async (version) => {
    expect(await checkOf(signed(said(version))).newer()).toEqual({ ok: true, value: null });
  });

  it.each([
    ['signed with another key', signed(said('1.0.0'), generateKeyPairSync('ed25519').privateKey)],
    ['not signed', `${said('1.0.0')}\n`],
    ['without a second line', said('1.0.0')],
    ['changed after it was signed', signed(said('1.0.0')).replace('1.0.0', '2.0.0')],
    ['a page of somebody else', '<!doctype html>\n<p>Sign in</p>'],
    ['empty', ''],
    ['signed for another app', signed(said('1.0.0', { app: 'another' }))],
    ['signed with a page that is not https', signed(said('1.0.0', { page: 'http://a.example/' }))],
    ['signed with a page that runs something', signed(said('1.0.0', { page: 'file:///bin/sh' }))],
    ['signed with a version that is none', signed(said('newest'))],
    ['signed and no JSON', signed('1.0.0')],
  ])('is believed in nothing where it is %s', async (_how, file) => {
    expect(await checkOf(file).newer()).toEqual({
      ok: false,
      failure: {
        code: 'release_unknown',
        facts: { host: 'releases.example', about: expect.stringContaining('not signed') },
      },
    });
  });

  it('comes of the commands that the page for publishers gives', async ({ skip }) => {
    const page = readFileSync(path.join(root, 'docs/publishing.md'), 'utf8');
    const [, commands = ''] = /```sh\n(openssl genpkey.*?)```/s.exec(page) ?? [];
    const folder = mkdtempSync(path.join(os.tmpdir(), 'release-'));
    const version = execFileSync('openssl', ['version'], { encoding: 'utf8' });
    if (!/^OpenSSL [3-9]/.test(version)) skip(`needs OpenSSL 3, and this is ${version}`);
    const key = execFileSync('sh', ['-ec', commands], { cwd: folder, encoding: 'utf8' }).trim();
    const file = readFileSync(path.join(folder, 'latest'), 'utf8');
    const check = checkOf(file, { address, publicKey: key });
    expect(await check.newer()).toMatchObject({ ok: true, value: { version: '1.2.3' } });
  });
});

describe('what a publisher configures', () => {
  it('is nothing in the repository: no check is offered, and nobody is asked', async () => {
    let asked = 0;
    const check = createVersionCheck({
      folder: root,
      version: '0.1.0',
      read() {
        asked += 1;
        return Promise.resolve(ok(Buffer.alloc(0)));
      },
    });
    expect(await check.isOffered()).toBe(false);
    expect(await check.newer()).toEqual({ ok: false, failure: { code: 'not_allowed' } });
    expect(asked).toBe(0);
  });

  it.each([
    ['without a key', { address }],
    [
      'with a key of another kind',
      { address, publicKey: publicKeyOf(generateKeyPairSync('x25519')) },
    ],
    ['with http', { address: 'http://releases.example/latest', publicKey }],
    ['with a query, which could carry something', { address: `${address}?who=1`, publicKey }],
    ['with a password', { address: 'https://a:b@releases.example/latest', publicKey }],
  ])('counts as nothing %s', async (_how, releases) => {
    expect(await checkOf('', releases).isOffered()).toBe(false);
  });

  it('is offered where both are right', async () => {
    expect(await checkOf('').isOffered()).toBe(true);
  });
});

describe('the one address', () => {
  let server: RawTlsServer;
  let authority: string;

  beforeAll(async () => {
    const certificates = await createTestCertificates();
    authority = certificates.authority;
    server = await startRawTlsServer(certificates.good);
  });
  afterAll(async () => await server.stop());
  beforeEach(() => server.reset());

  const check = (trusted: readonly string[] = [authority], totalMs = standardBudgets.totalMs) =>
    createVersionCheck({
      folder: folderWith({ address: `${server.url}/latest`, publicKey }),
      version: '0.9.0',
      read: (asked) =>
        readRelease(asked, {
          clock: systemClock,
          systemProxy: () => Promise.resolve('DIRECT'),
          budgets: { ...standardBudgets, totalMs },
          authorities: createTrustedAuthorities(() => trusted),
        }),
    });
  const failureOf = async (...given: Parameters<typeof check>): Promise<string> => {
    const newer = await check(...given).newer();
    return newer.ok ? 'none' : failureWords(newer.failure).what;
  };

  it('is asked once, and told nothing of anybody', async () => {
    server.answerWith(answer(200, signed(said('0.10.0'))));
    expect(await check().newer()).toMatchObject({ ok: true, value: { version: '0.10.0' } });
    expect(server.requests).toHaveLength(1);
    const [{ method, path: asked, headers, body } = server.requests[0]!] = server.requests;
    expect([method, asked, body.length]).toEqual(['GET', '/latest', 0]);
    expect(headers.map(([name]) => name).toSorted()).toEqual([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers).toContainEqual(['user-agent', 'Strongroom']);
  });

  it('leads nowhere else', async () => {
    server.answerWith(answer(302, '', [`Location: ${server.url}/other`]));
    expect(await failureOf()).toContain('Which version is the newest is not known');
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['is not there', 404, 'status 404'],
    ['is broken', 503, 'status 503'],
  ])('is said to have failed where the file %s', async (_what, status, words) => {
    server.answerWith(answer(status, 'no'));
    expect(await failureOf()).toContain(words);
  });

  it('is read to 4 KiB and no further', async () => {
    server.answerWith(answer(200, signed(said('0.10.0', { more: 'x'.repeat(5_000) }))));
    expect(await failureOf()).toMatch(/not known from .* large/);
  });

  it('is not believed to be the publisher’s without a certificate that the system trusts', async () => {
    expect(await failureOf([])).toContain('not known');
    expect(server.receivedBytes()).toBe(0);
  });

  // The last one: what it sent may still arrive when it is over.
  it('is waited for no longer than a call may take', async () => {
    server.answerWith(() => undefined);
    expect(await failureOf([authority], 50)).toContain('not known');
  });
});

describe('the call of the window', () => {
  const newer = ok({ version: '0.10.0', page: PAGE });

  it('is refused where no publisher said where to ask', async () => {
    const server = await createContractServer();
    server.press();
    expect(await server.call('newerVersionAsk')).toEqual({
      ok: false,
      failure: { code: 'not_allowed' },
    });
  });

  it('asks nobody by itself: without a key or button main asks the person first', async () => {
    const server = await createContractServer();
    server.sayNewer(ok(null));
    expect(await server.call('newerVersionAsk')).toEqual({ ok: true, value: 'cancelled' });
    expect(server.questions[0]?.message).toBe('Ask whether there is a newer version?');
    server.press();
    expect(await server.call('newerVersionAsk')).toEqual({ ok: true, value: 'newest' });
    expect(server.questions).toHaveLength(1);
  });

  it('shows the version and its page whole, and opens that page alone, once the person says so', async () => {
    const server = await createContractServer();
    server.sayNewer(newer);
    server.press();
    expect(await server.call('newerVersionAsk')).toEqual({ ok: true, value: 'cancelled' });
    expect(server.openedPages).toEqual([]);
    expect(server.questions[0]?.message).toBe('Version 0.10.0 is there');
    expect(server.questions[0]?.detail).toContain(PAGE);
    server.answerWith(0);
    expect(await server.call('newerVersionAsk')).toEqual({ ok: true, value: 'done' });
    expect(server.openedPages).toEqual([PAGE]);
  });
});
