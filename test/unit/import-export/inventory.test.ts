// The inventory: only the fields that are named, safe in a spreadsheet, never with a secret, and read again
// as what it is.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  inventoryColumns,
  inventoryCsv,
  inventoryJson,
  listed,
  type InventorySources,
} from '../../../electron/main/import-export/inventory.ts';
import { findSecretIn } from '../../../electron/main/secret-scan/secret-scan.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import type { Credential } from '../../../electron/main/domain/credential.ts';
import { changeRows } from '../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';
import { read, refusal } from './reading.ts';

const SECRET = `secret-of-${TRADER}`;
let session: TestSession;

beforeEach(async () => {
  session = await createTestSession();
  // Of the usual one ten bytes are its owner's name too.
  const secret = SecretBytes.take(Buffer.from('nothing-like-its-owner'));
  const name = { id: PARTNER, field: 'client_secret' } as const;
  await session.vault.change({ contents: (before) => before, seal: [{ name, secret }] });
});

const edit = (part: Partial<Credential>): Promise<void> =>
  changeRows(session, 'credentials', part, TRADER);

function sources(): InventorySources {
  return {
    contents: session.vault.contents(),
    stateOf: () => 'active',
    isLive: () => true,
    leftMs: () => 60_000,
    nowMs: 1_000_000_000_000,
    version: '0.0.0',
    careOf: () => ({
      lastUsedAtMs: 2_000_000_000_000,
      validUntilMs: null,
      dueAtMs: 2_100_000_000_000,
      health: ['unused', 'no_owner'],
    }),
  };
}

const csv = (): string => inventoryCsv(sources());
const json = (): string => inventoryJson(sources());

describe('the inventory', () => {
  it('has the columns that are documented, and no other', async () => {
    await session.requests.request(TRADER, ['TRADER_READ']);
    const [heading, first] = csv().split('\r\n');
    expect(heading).toBe(`\ufeff${inventoryColumns.join(',')}`);
    expect(first).toContain(`${TRADER},client-${TRADER},trader,Test,sandbox,https://base.test`);
    expect(first).toContain(
      ',1,2001-09-09T01:47:40.000Z,off,2033-05-18T03:33:20.000Z,,2036-07-18T13:20:00.000Z,unused no_owner',
    );
    const { credentials } = JSON.parse(json()) as { credentials: object[] };
    expect(Object.keys(credentials[0] ?? {})).toEqual([...inventoryColumns, 'tokens']);
    expect(JSON.stringify(credentials)).toContain(session.token().fingerprint);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1'])(
    'begins %j with an apostrophe, so that no spreadsheet runs it',
    async (label) => {
      await edit({ label });
      const cells = csv().split('\r\n')[1];
      expect(cells?.startsWith(`"'${label}"`) || cells?.startsWith(`'${label}`)).toBe(true);
    },
  );

  it.each([
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a; "-1', `a; "'-1`],
    ['a|@SUM(A1)', "a|'@SUM(A1)"],
    ["a;'=1", "a;''=1"],
  ])(
    'keeps %j from running where a spreadsheet ends cells by another sign, and reads it again',
    async (ownerAccount, inside) => {
      await edit({ ownerAccount });
      const text = csv();
      expect(text).toContain(inside.replaceAll('"', '""'));
      expect(read(text).rows.map((row) => row.ownerAccount)).toContain(ownerAccount);
    },
  );

  it('has renewal on until its stop date has passed', async () => {
    const { nowMs } = sources();
    await session.renewals.turnOn(TRADER, { untilMs: nowMs + 1, graceSeconds: 0 });
    expect(listed(sources())[0]?.row.renewal).toBe('on');
    await session.renewals.turnOn(TRADER, { untilMs: nowMs, graceSeconds: 0 });
    expect(listed(sources())[0]?.row.renewal).toBe('off');
  });

  it('quotes what would break a line', async () => {
    await edit({ label: 'a "b", c', tags: ['x', 'y'] });
    expect(csv()).toContain('"a ""b"", c",');
  });

  it('is read again without secrets', async () => {
    await edit({ label: '=Desk', tags: ['a'] });
    for (const [format, text] of [
      ['csv', csv()],
      ['inventory', json()],
    ] as const) {
      const again = read(text);
      expect(again.format).toBe(format);
      expect(again.rows).toMatchObject([
        {
          label: '=Desk',
          clientId: `client-${TRADER}`,
          standing: 'missing',
          hosts: ['base.test', 'trade.test'],
          environmentName: 'Test',
          tags: ['a'],
        },
        { standing: 'missing', accessType: 'partner', permission: 'read' },
      ]);
    }
    expect(refusal('{"inventory":"strongroom-inventory","credentials":[]}')).toBe(
      'import_unreadable nothing',
    );
  });
});

const found = (text: string) => findSecretIn(session.session, [text]);

describe('the look for secrets before it is written', () => {
  it.each([
    ['as it is', SECRET],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
    ['in base64', Buffer.from(`x${SECRET}y`).toString('base64')],
    ['in part', SECRET.slice(1, -1)],
  ])('finds a secret %s', async (_, label) => {
    await edit({ label });
    expect(await found(csv())).toMatchObject({ value: { credentialId: TRADER } });
  });

  it('finds a token, and nothing where there is none', async () => {
    expect(await found(csv() + json())).toEqual(ok(null));
    await session.requests.request(TRADER, ['TRADER_READ']);
    const { id } = session.token();
    const text = session.vault.openRecord({ id, field: 'access_token' });
    const ownerAccount = text.ok ? text.value.use((bytes) => bytes.toString()) : '';
    await edit({ ownerAccount });
    expect(await found(json())).toMatchObject({ value: { what: 'token', tokenId: id } });
  });
});
