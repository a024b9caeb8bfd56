// What leaves the app: both forms, and that anybody can check them with nothing of ours.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExportSigner } from '../../../electron/main/history/export-signing.ts';
import { exportName, exportText } from '../../../electron/main/history/export-text.ts';
import type { History } from '../../../electron/main/history/history-port.ts';
import { createTestHistory, event, type TestHistory } from '../../support/test-history.ts';

let test: TestHistory;
let history: History;
beforeEach(async () => {
  test = createTestHistory();
  history = await test.open();
});
afterEach(async () => {
  await history.close();
  test.remove();
});

const NASTY = `<script>alert("x")</script> & 'Desk' --> \u202e`;
const atMs = Date.UTC(2026, 10, 21, 9);

async function exported(format: 'json_lines' | 'html'): Promise<Buffer> {
  history.recordEvent({ ...event(NASTY), fingerprint: '4f05·02c1' });
  await history.written();
  const text = await exportText(history, format, atMs);
  if (!text.ok) throw new Error(text.failure.code);
  expect(text.value.events).toBe(2);
  return text.value.bytes;
}

/** As HISTORY.md says it is done: the last line apart, the statement, the signature over it. */
function isSigned(bytes: Buffer): boolean {
  const start = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
  const last = bytes.subarray(start).toString('utf8');
  const block = JSON.parse(last.replace(/^<!-- /, '').replace(/ -->\n$/, '')) as Record<
    'statement' | 'spki' | 'signature',
    string
  >;
  const digest = createHash('sha256').update(bytes.subarray(0, start)).digest('hex');
  if (block.statement !== `Strongroom export v1, SHA-256 ${digest}`) return false;
  const der = Buffer.from(block.spki, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(block.statement), key, Buffer.from(block.signature, 'base64'));
}

describe('the key that signs exports', () => {
  it('is one, whoever asks for it first and however many at once', async () => {
    const others = [createExportSigner(test.vault), createExportSigner(test.vault)];
    const keys = await Promise.all(
      [history.signer, ...others].map(async (signer) => await signer.publicKey()),
    );
    const kept = await history.signer.publicKey();
    expect(keys).toEqual([kept, kept, kept]);
  });
});

describe.each(['json_lines', 'html'] as const)('an export as %s', (format) => {
  it('is signed over every byte before its last line', async () => {
    expect(isSigned(await exported(format))).toBe(true);
  });

  it('is no longer signed once any byte was changed', async () => {
    const bytes = await exported(format);
    const end = bytes.lastIndexOf(0x0a, bytes.length - 2);
    for (const at of [0, 100, Math.floor(end / 2), end - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isSigned(changed)).toBe(false);
    }
  });
});

describe('an export as JSON Lines', () => {
  it('is one JSON object a line: what it is, every event in order, the signature', async () => {
    const text = (await exported('json_lines')).toString('utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({
      type: 'strongroom-history',
      version: 1,
      exportedAt: '2026-11-21T09:00:00.000Z',
      events: 2,
      head: history.newest()?.chain,
    });
    expect(lines[1]).toMatchObject({ seq: 1, what: 'history_started' });
    expect(lines[2]).toMatchObject({
      seq: 2,
      at: '1970-01-01T00:00:01.000Z',
      what: 'credential_added',
      label: NASTY,
    });
    expect(lines[3]?.['fingerprint']).toBe(lines[0]?.['publicKeyFingerprint']);
  });
});

describe('an export as a page', () => {
  it('lets no label become markup, and can run nothing', async () => {
    const text = (await exported('html')).toString('utf8');
    expect(text).not.toMatch(/<script/i);
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(text.match(/-->/g)).toHaveLength(1);
    expect(text).toContain('default-src &#39;none&#39;');
  });

  it('has a row for each event in its table', async () => {
    const text = (await exported('html')).toString('utf8');
    const rows = text.slice(text.indexOf('<tbody>'), text.indexOf('</tbody>'));
    expect(rows.match(/<tr>/g)).toHaveLength(2);
  });
});

describe('the signing key', () => {
  it('is made once, and another one after the data key was replaced', async () => {
    const first = await history.signer.publicKey();
    expect(await history.signer.publicKey()).toEqual(first);
    await history.renewKeys();
    expect(await history.signer.publicKey()).not.toEqual(first);
  });

  it('signs nothing while it cannot be kept', async () => {
    test.vault.failWith({ code: 'disk_full' });
    expect(await exportText(history, 'html', atMs)).toEqual({
      ok: false,
      failure: { code: 'disk_full' },
    });
    test.vault.failWith(null);
  });
});

describe('the name of an export', () => {
  it('says what it is and of which day', () => {
    expect(exportName('html', atMs)).toBe('strongroom-history-2026-11-21.html');
    expect(exportName('json_lines', atMs)).toBe('strongroom-history-2026-11-21.jsonl');
  });
});
