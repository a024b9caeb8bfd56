// The search before evidence is written, beside the mask that covers answers: whatever the mask would
// cover is found, and nothing else is.
import { describe, expect, it, vi } from 'vitest';
import {
  findSecretIn,
  scanForSecrets,
  searchable,
} from '../../../electron/main/secret-scan/secret-scan.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { RecordName } from '../../../electron/main/vault/store/vault.ts';
import { secretRecords } from '../../../electron/main/secret-scan/secret-records.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';

const SECRET = `secret-of-${TRADER}`;

const percent = (text: string): string =>
  Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  percent,
  (text) => percent(percent(text)),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('hex').toUpperCase(),
  (text) => Buffer.from(`x${text}y`).toString('base64'),
  (text) => Buffer.from(`xy${text}`).toString('base64url'),
  (text) =>
    `"${Buffer.from(text)
      .toString('hex')
      .replaceAll(/../g, String.raw`\u00$&`)}"`,
  (text) => JSON.stringify(`\n${text}`),
  (text) => text.split('').join('.'),
];

describe('the search before evidence is written', () => {
  it('finds the password of a proxy', async () => {
    const { session, texts, vault } = await createTestSession();
    await vault.change({
      contents: (before) => before,
      seal: [
        {
          name: { id: 'env-1', field: 'proxy_password' },
          secret: SecretBytes.take(Buffer.from('proxy-word-71c')),
        },
      ],
    });
    expect(await findSecretIn(session, texts, ['{"owner":"proxy-word-71c"}'])).toMatchObject({
      value: { what: 'proxy_password' },
    });
  });

  it('finds a token that is not saved yet', async () => {
    const { session, texts, requests, vault, gateway } = await createTestSession();
    gateway.onToken(() => {
      vault.failWith({ code: 'disk_full' });
      return ok(gateway.issued({ text: SecretBytes.take(Buffer.from('unsaved-token-9')) }));
    });
    await requests.request(TRADER, ['TRADER_READ']);
    expect(texts.list()).toHaveLength(1);
    expect(await findSecretIn(session, texts, ['unsaved-token-9'])).toMatchObject({
      value: { what: 'token' },
    });
  });

  it.each(['client_secret', 'new_client_secret', 'proxy_password', 'access_token'] as const)(
    'stops where a %s does not open: what was not compared is not written',
    async (field) => {
      const { session, texts, vault, requests } = await createTestSession();
      await requests.request(TRADER, ['TRADER_READ']);
      const [token] = vault.contents().tokens;
      const id =
        { access_token: token?.id ?? '', proxy_password: 'env-1' as string }[field as string] ??
        TRADER;
      await vault.change({
        contents: (before) => before,
        seal: [{ name: { id, field }, secret: SecretBytes.take(Buffer.from('a text for it')) }],
      });
      const closed = {
        ...session,
        vault: {
          ...vault,
          openRecord: (name: RecordName) =>
            name.field === field ? fail({ code: 'tampered' } as const) : vault.openRecord(name),
        },
      };
      const reading = {
        ...texts,
        openText: (of: TokenId) => closed.vault.openRecord({ id: of, field: 'access_token' }),
      };
      expect(await findSecretIn(closed, reading, ['an innocent page'])).toEqual(
        fail({ code: 'secrets_not_compared' }),
      );
    },
  );

  it('says that the vault was locked meanwhile, and not that nothing was found', async () => {
    const { session, texts, vault } = await createTestSession();
    const locking = new AbortController();
    const locked = {
      ...session,
      closing: locking.signal,
      vault: {
        ...vault,
        hasRecord() {
          locking.abort();
          return false;
        },
      },
    };
    expect(await findSecretIn(locked, texts, ['an innocent page'])).toEqual(
      fail({ code: 'vault_locked' }),
    );
  });

  it('asks about one record at a time, so that the loop may turn between two', async () => {
    const { session, texts, requests, vault } = await createTestSession();
    await requests.request(TRADER, ['TRADER_READ']);
    let asked = 0;
    const counting = {
      ...vault,
      hasRecord(name: RecordName) {
        asked += 1;
        return vault.hasRecord(name);
      },
    };
    const steps: number[] = [];
    for (const _ of secretRecords({ ...session, vault: counting }, texts)) {
      steps.push(asked);
      asked = 0;
    }
    expect(steps.length).toBeGreaterThan(4);
    expect(Math.max(...steps)).toBe(1);
  });

  it('finds a secret across the parts of a text', async () => {
    const { session, texts } = await createTestSession();
    const parts = ['a page of ', SECRET.slice(0, 9), SECRET.slice(9), ' and more'];
    expect(await scanForSecrets(session, texts, [parts])).toMatchObject({
      failure: { code: 'evidence_not_clean' },
    });
  });

  it('looks at every page', async () => {
    const { session, texts } = await createTestSession();
    expect(await scanForSecrets(session, texts, ['a page', `another, ${SECRET}`])).toMatchObject({
      failure: { code: 'evidence_not_clean' },
    });
  });

  // All but the last, which hides it.
  it.each(escapes.slice(0, -1).map((escape) => escape(SECRET)))(
    'finds %s wherever it stands in a long page',
    async (escaped) => {
      const holds = [64 * 1024, 128 * 1024].flatMap((border) =>
        [-escaped.length, -escaped.length / 2, -20, 0, 4 * 1024 - 20].map(async (before) => {
          const page = `${'-'.repeat(border + before)}${escaped}${'-'.repeat(3_000)}`;
          const found = await searchable([page]);
          return found(SecretBytes.take(Buffer.from(SECRET)));
        }),
      );
      expect(await Promise.all(holds)).not.toContain(false);
    },
  );

  it('reads a long page in pieces, between which the event loop turns', async () => {
    let nowMs = 0;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100));
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      await searchable(['%41'.repeat(1024 * 1024)]);
      expect(turns.mock.calls.length).toBeGreaterThan(3 * 16 * 2);
    } finally {
      turns.mockRestore();
      time.mockRestore();
    }
  });

  it('lets the event loop turn between its passes over a page', async () => {
    // Each piece of work takes longer than a slice.
    let nowMs = 0;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100));
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      await searchable(['a page of &lt;escapes&gt;: %41+b and "\\u0041%42+c"']);
      // With entities and escapes undone or not: as it is, once decoded in two ways, and once more. The index
      // takes a turn for each, too.
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(2 * 4 * 4);
    } finally {
      turns.mockRestore();
      time.mockRestore();
    }
  });
});
