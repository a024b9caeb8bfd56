// The leak searches find what is planted, in every encoding, and find nothing where nothing is: a
// search that cannot find proves nothing.
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { goldenRecords } from '../reliability/golden/golden-samples.ts';
import { heapStrings } from '../support/leakscan/heap.ts';
import { patternsOf } from '../support/leakscan/patterns.ts';
import { findInBytes, findInText } from '../support/leakscan/search.ts';
import { secretsInVault } from '../support/leakscan/vault-secrets.ts';

const secret = `s3cret "${randomBytes(9).toString('base64')}" é/+?`;
const patterns = patternsOf('canary', secret);
const other = patternsOf('canary', `other ${randomBytes(18).toString('hex')}`);
const utf8 = Buffer.from(secret);
const hex = utf8.toString('hex');
const around = (before: number, after: number): Buffer =>
  Buffer.concat([randomBytes(before), utf8, randomBytes(after)]);

const planted: readonly (readonly [form: string, text: string])[] = [
  ['plain', `x${secret}y`],
  ['hex', around(1, 1).toString('hex')],
  ['upper-case hex', around(1, 1).toString('hex').toUpperCase()],
  ['percent-encoded', `a=${encodeURIComponent(secret)}&b`],
  [
    'lower-case percent-encoded',
    encodeURIComponent(secret).replace(/%../g, (c) => c.toLowerCase()),
  ],
  ['wholly percent-encoded', hex.replace(/../g, '%$&').toUpperCase()],
  ['form-encoded', new URLSearchParams({ a: secret }).toString()],
  ['JSON', JSON.stringify({ secret })],
  ['JSON in JSON', JSON.stringify({ inner: JSON.stringify({ secret }) })],
  ['JSON of ASCII', JSON.stringify({ secret }).replace('é', String.raw`\u00e9`)],
  ...[0, 1, 2, 3, 4, 5].flatMap((before): [string, string][] => [
    [`base64 after ${before} bytes`, around(before, 7).toString('base64')],
    [`base64url after ${before} bytes`, around(before, 5).toString('base64url')],
  ]),
  ['base64 alone', utf8.toString('base64')],
];

describe('the patterns of a canary', () => {
  it.each(planted)('find the secret as %s', (_form, text) => {
    expect(findInText('here', text, patterns)).not.toEqual([]);
    expect(findInBytes('here', Buffer.from(text), patterns)).not.toEqual([]);
    expect(findInBytes('here', Buffer.from(text, 'utf16le'), patterns)).not.toEqual([]);
  });

  it.each(planted)('find nothing of another secret in %s', (_form, text) => {
    expect(findInText('here', text, other)).toEqual([]);
    expect(findInBytes('here', Buffer.from(text, 'utf16le'), other)).toEqual([]);
  });

  it('refuse a secret that could be found by chance', () => {
    expect(() => patternsOf('canary', 'short')).toThrow('shorter than 8 bytes');
  });

  it('never name the secret', () => {
    expect(patterns.filter(({ name }) => name.includes(secret))).toEqual([]);
  });
});

describe('the strings of a heap', () => {
  const LATE_MS = 50;

  /** A page whose heap is snapshot in these parts, one list for each time; a number is a wait in milliseconds. */
  function pageWith(...times: readonly (readonly (string | number)[])[]) {
    const devTools = new EventEmitter();
    let taken = 0;
    let detached = false;
    const tell = async (parts: readonly (string | number)[]): Promise<void> => {
      for (const part of parts) {
        if (typeof part === 'number') await new Promise((resolve) => setTimeout(resolve, part));
        else devTools.emit('HeapProfiler.addHeapSnapshotChunk', { chunk: part });
      }
    };
    const session = Object.assign(devTools, {
      send(method: string) {
        if (method !== 'HeapProfiler.takeHeapSnapshot') return Promise.resolve();
        taken += 1;
        const told = tell(times[taken - 1] ?? []);
        // What waits comes after the answer.
        return Promise.race([told, Promise.resolve()]);
      },
      detach: () => Promise.resolve((detached = true)),
    });
    const page = { context: () => ({ newCDPSession: () => Promise.resolve(session) }) };
    return {
      strings: () => heapStrings(page as unknown as Page, LATE_MS),
      taken: () => taken,
      listeners: () => devTools.listenerCount('HeapProfiler.addHeapSnapshotChunk'),
      detached: () => detached,
    };
  }
  const whole = ['{"nodes":[],"strings":["a', '}","b"', ']}\n'];

  it('are read from all parts', async () => {
    const page = pageWith(whole);
    expect(await page.strings()).toEqual(['a}', 'b']);
    expect([page.taken(), page.listeners(), page.detached()]).toEqual([1, 0, true]);
  });

  it('are waited for where the answer overtakes the last part', async () => {
    const page = pageWith([...whole.slice(0, 2), 10, ...whole.slice(2)]);
    expect(await page.strings()).toEqual(['a}', 'b']);
    expect(page.taken()).toBe(1);
  });

  it('are taken again where a part never comes', async () => {
    const page = pageWith(whole.slice(0, 2), whole);
    expect(await page.strings()).toEqual(['a}', 'b']);
    expect(page.taken()).toBe(2);
  });

  it('are none, said with the length of what came, where no snapshot is whole', async () => {
    const page = pageWith(whole.slice(0, 1), whole.slice(0, 2), []);
    await expect(page.strings()).rejects.toThrow('after so many characters: 25,31,0');
    expect([page.listeners(), page.detached()]).toEqual([0, true]);
  });
});

describe('the secrets that a vault on disk holds', () => {
  it('are all learnt by one of the passphrases', async () => {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'strongroom-secrets-'));
    const golden = path.join(import.meta.dirname, '../reliability/golden/version-1');
    await mkdir(path.join(profile, 'vault'));
    await copyFile(`${golden}.vault`, path.join(profile, 'vault/strongroom.vault'));
    const held = JSON.parse(await readFile(`${golden}.json`, 'utf8')) as {
      readonly passphrase: string;
    };
    const expected = goldenRecords.map(({ name, text }) => ({ field: name.field, text }));
    expect(secretsInVault(profile, ['another one', held.passphrase])).toEqual(expected);
    expect(secretsInVault(profile, ['another one'])).toEqual([]);
    await rm(profile, { recursive: true });
  });
});
