// S09: the app's own scheme answers a fixed list of addresses, and nothing turns one into a path.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { answer, listPageFiles } from '../../electron/main/windows/page-files.ts';

const directory = await mkdtemp(path.join(tmpdir(), 'strongroom-pages-'));
await mkdir(path.join(directory, 'renderer/assets'), { recursive: true });
await writeFile(path.join(directory, 'outside.html'), 'outside');
await writeFile(path.join(directory, 'renderer/index.html'), 'app page');
await writeFile(path.join(directory, 'renderer/secret-entry.html'), 'entry page');
await writeFile(path.join(directory, 'renderer/assets/app.js'), 'script');
await writeFile(path.join(directory, 'renderer/assets/inter.woff2'), 'typeface');
await writeFile(path.join(directory, 'renderer/assets/notes.txt'), 'not served');
const files = await listPageFiles(path.join(directory, 'renderer'));
afterAll(() => rm(directory, { recursive: true }));

describe('the page scheme', () => {
  it.each([
    ['strongroom://app/index.html', 'app page', 'text/html; charset=utf-8'],
    ['strongroom://entry/secret-entry.html', 'entry page', 'text/html; charset=utf-8'],
    ['strongroom://app/assets/app.js', 'script', 'text/javascript; charset=utf-8'],
    ['strongroom://entry/assets/inter.woff2', 'typeface', 'font/woff2'],
  ])('answers %s', async (address, body, type) => {
    const response = await answer(address, files);
    expect([response.status, await response.text()]).toEqual([200, body]);
    expect(response.headers.get('content-type')).toBe(type);
  });

  it.each([
    'strongroom://app/',
    'strongroom://app/secret-entry.html',
    'strongroom://entry/index.html',
    'strongroom://other/index.html',
    'strongroom://app/index.html?x=1',
    'strongroom://app/../outside.html',
    'strongroom://app/%2e%2e/outside.html',
    'strongroom://app/..%2foutside.html',
    'strongroom://app/assets/..%5c..%5coutside.html',
    'strongroom://app//etc/passwd',
    'strongroom://app/assets/notes.txt',
    'strongroom://app/index.html%00',
    'strongroom://app/index.html%0d%0ax-evil: 1',
    'strongroom://app/__proto__',
    'not an address',
  ])('answers 404 to %s', async (address) => {
    const response = await answer(address, files);
    expect([response.status, await response.text()]).toEqual([404, 'Not found']);
  });

  it('needs nothing of the HTTP client to list its files: that is read when the first is asked for', async () => {
    for (const name of ['Headers', 'Request', 'Response']) {
      vi.stubGlobal(name, () => {
        throw new Error(`${name} was made`);
      });
    }
    try {
      expect((await listPageFiles(path.join(directory, 'renderer'))).size).toBe(4);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('has the same protecting headers on every answer', async () => {
    const kept = (response: Response): string[][] =>
      [...response.headers].filter(([name]) => name !== 'content-type');
    const found = kept(await answer('strongroom://app/index.html', files));
    const missing = kept(await answer('strongroom://app/none', files));
    expect(missing).toEqual(found);
    expect(Object.fromEntries(found)['content-security-policy']).toContain("default-src 'none'");
  });
});
