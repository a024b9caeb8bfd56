// The search before evidence and exports are written: in whatever form a secret stands there, it is found.
import { describe, expect, it } from 'vitest';
import {
  findSecretIn,
  holdsOneOf,
  checkExport,
} from '../../../electron/main/secret-scan/secret-scan.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { RecordName } from '../../../electron/main/vault/vault.ts';
import { PIECE_BYTES } from '../../../electron/main/secret-scan/text-scan.ts';
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
];

describe('the search before evidence is written', () => {
  it.each(escapes.map((escape) => escape(SECRET)))('finds %s', async (escaped) => {
    const { session } = await createTestSession();
    expect(await checkExport(session, [`a page with ${escaped} in it`])).toMatchObject({
      failure: { code: 'export_not_clean' },
    });
  });

  it('finds a part of a secret that is long enough to give it away, and no shorter one', async () => {
    const { session } = await createTestSession();
    const pages = (part: string) => [`x${part}y`, '', []];
    expect((await checkExport(session, pages(SECRET.slice(2, 12)))).ok).toBe(false);
    expect((await checkExport(session, pages(SECRET.slice(2, 11)))).ok).toBe(true);
  });

  it('finds the password of a proxy', async () => {
    const { session, vault } = await createTestSession();
    await vault.change({
      contents: (before) => before,
      seal: [
        {
          name: { id: 'env-1', field: 'proxy_password' },
          secret: SecretBytes.take(Buffer.from('proxy-word-71c')),
        },
      ],
    });
    expect(await findSecretIn(session, ['{"owner":"proxy-word-71c"}'])).toMatchObject({
      value: { what: 'proxy_password' },
    });
  });

  it('finds a token that is not saved yet', async () => {
    const { session, requests, vault, gateway } = await createTestSession();
    gateway.onToken(() => {
      vault.failWith({ code: 'disk_full' });
      return ok(gateway.issued({ text: SecretBytes.take(Buffer.from('unsaved-token-9')) }));
    });
    await requests.request(TRADER, ['TRADER_READ']);
    expect(session.texts.list()).toHaveLength(1);
    expect(await findSecretIn(session, ['unsaved-token-9'])).toMatchObject({
      value: { what: 'token' },
    });
  });

  it.each(['client_secret', 'new_client_secret', 'proxy_password', 'access_token'] as const)(
    'stops where a %s does not open: what was not compared is not written',
    async (field) => {
      const { session, vault, requests } = await createTestSession();
      await requests.request(TRADER, ['TRADER_READ']);
      const [token] = vault.contents().tokens;
      const id =
        { access_token: token?.id ?? '', proxy_password: 'env-1' as string }[field as string] ??
        TRADER;
      await vault.change({
        contents: (before) => before,
        seal: [{ name: { id, field }, secret: SecretBytes.take(Buffer.from('a text for it')) }],
      });
      const openRecord = (name: RecordName) =>
        name.field === field ? fail({ code: 'tampered' } as const) : vault.openRecord(name);
      const openText = (of: TokenId) => openRecord({ id: of, field: 'access_token' });
      const closed = {
        ...session,
        vault: { ...vault, openRecord },
        texts: { ...session.texts, openText },
      };
      expect(await findSecretIn(closed, ['an innocent page'])).toEqual(
        fail({ code: 'export_not_clean', facts: { about: 'not compared' } }),
      );
    },
  );

  it('says that the vault was locked meanwhile, and not that nothing was found', async () => {
    const { session, vault } = await createTestSession();
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
    expect(await findSecretIn(locked, ['an innocent page'])).toEqual(
      fail({ code: 'vault_locked' }),
    );
  });

  const parts = ['a page of ', SECRET.slice(0, 9), SECRET.slice(9), ' and more'];
  it.each([
    ['finds a secret across the parts of a text', [parts]],
    ['looks at every page', ['a page', `another, ${SECRET}`]],
  ])('%s', async (_, pages) => {
    const { session } = await createTestSession();
    expect(await checkExport(session, pages)).toMatchObject({
      failure: { code: 'export_not_clean' },
    });
  });

  it.each(escapes.map((escape) => escape(SECRET)))(
    'finds %s wherever it stands in a long page',
    async (escaped) => {
      const secret = SecretBytes.take(Buffer.from(SECRET));
      for (const before of [-escaped.length, -escaped.length / 2, -20, 0]) {
        const page = `${'-'.repeat(PIECE_BYTES + before)}${escaped}${'-'.repeat(3_000)}`;
        expect(await holdsOneOf([page], [secret])).toBe(true);
      }
    },
  );
});
