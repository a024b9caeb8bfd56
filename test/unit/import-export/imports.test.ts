// The draft of an import: what the window is shown of it, where it meets the vault, and that it is saved
// as a whole or not at all and then wiped.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { inspect } from 'node:util';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CredentialId } from '../../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import {
  importDraftView,
  type ImportChoice,
  type ImportDraftView,
} from '../../../electron/shared/import-export/import-view.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { CONFIRMED_COMMAND } from '../../support/scripted-program.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

const A = 'canary-a-K7w2hT40pL93';
const B = 'canary-b-Zq81mN55xR02';
const FILE = [
  'label,client_id,client_secret,access_type,url',
  `Desk A,new-1,${A},trader,https://base.test`,
  `Desk B,new-2,${B},partner,https://base.test`,
  `Again,new-1,${A},trader,https://base.test`,
  `Known,client-trader-1,${B},trader,https://base.test`,
  'Same,client-trader-1,secret-of-trader-1,trader,https://base.test',
  'Empty,new-3,,trader,https://base.test',
].join('\n');

let session: TestSession;
beforeEach(async () => {
  session = await createTestSession();
  // As saved with the credential: the samples of the session carry no fingerprint of their own.
  const secret = SecretBytes.take(Buffer.from('secret-of-trader-1'));
  const secretFingerprint = session.vault.fingerprint(secret);
  await changeRows(session, 'credentials', { secretFingerprint }, TRADER);
});

async function begin(text = FILE): Promise<ImportDraftView> {
  const origin = { source: 'file', fileName: 'clients.csv', path: '/home/me/clients.csv' } as const;
  const begun = session.imports.begin(Buffer.from(text), origin);
  if (!begun.ok) throw new Error(begun.failure.code);
  return v.parse(importDraftView, begun.value);
}

const choice = (row: number, more: Partial<ImportChoice> = {}): ImportChoice => ({
  row,
  way: 'add',
  label: `Row ${row}`,
  environmentId: 'env-1',
  accessType: 'trader',
  registeredScopes: ['TRADER_READ'],
  permission: null,
  ...more,
});

const failed = async (...choices: readonly ImportChoice[]): Promise<string> => {
  const before = session.vault.contents();
  const applied = await session.imports.apply(choices);
  expect(session.vault.contents()).toBe(before);
  return applied.ok ? 'ok' : applied.failure.code;
};

describe('the preview of an import', () => {
  it('shows what was found, and nothing of a secret or of the folder', async () => {
    const draft = await begin();
    expect(draft.rows[0]).toMatchObject({
      label: 'Desk A',
      clientId: 'new-1',
      line: 2,
      environmentId: 'env-1',
      environmentReason: 'host',
      accessType: 'trader',
      accessReason: 'said',
      secret: { standing: 'present', characters: A.length },
      importable: true,
    });
    expect(draft.rows[5]).toMatchObject({ secret: { standing: 'missing' }, importable: false });
    const said = inspect(draft, { depth: 8 });
    for (const hidden of [A, B, 'secret-of-trader-1', '/home/me']) {
      expect(said).not.toContain(hidden);
    }
  });

  it('finds the same client and the same secret, in the file and in the vault', async () => {
    const { rows } = await begin();
    expect(rows[0]).toMatchObject({ sameClient: [2], sameSecret: [], known: [], secretOf: [] });
    expect(rows[1]).toMatchObject({ sameClient: [], sameSecret: [3] });
    expect(rows[3]?.known).toMatchObject([{ credentialId: TRADER, sameSecret: false }]);
    expect(rows[4]?.known).toMatchObject([{ credentialId: TRADER, sameSecret: true }]);
    const [other] = (await begin(`client_id,client_secret\nelse,secret-of-trader-1`)).rows;
    expect(other?.secretOf).toMatchObject([{ credentialId: TRADER, sameSecret: true }]);
  });
});

describe('an import', () => {
  it('is saved in one change, with every secret', async () => {
    await begin();
    const saves = session.vault.saves();
    const applied = await session.imports.apply([
      choice(0, { label: 'Desk A' }),
      choice(1, {
        label: 'Desk B',
        accessType: 'partner',
        registeredScopes: [],
        permission: 'read',
      }),
      choice(3, { way: 'replace_secret' }),
    ]);
    expect(applied).toEqual({ ok: true, value: { added: 2, replaced: 1 } });
    expect(session.vault.saves()).toBe(saves + 1);
    const { credentials } = session.vault.contents();
    const secretOf = (label: string): string => {
      const id = credentials.find((each) => each.label === label)?.id ?? TRADER;
      const opened = session.vault.openRecord({ id, field: 'client_secret' });
      return opened.ok ? opened.value.use((bytes) => bytes.toString()) : opened.failure.code;
    };
    expect([secretOf('Desk A'), secretOf('Desk B'), secretOf(TRADER)]).toEqual([A, B, B]);
    expect(session.noted.map(({ what, word, count }) => [what, word, count])).toEqual([
      ['credential_added', undefined, undefined],
      ['credential_added', undefined, undefined],
      ['secret_replaced', undefined, undefined],
      ['credentials_imported', 'file', 3],
    ]);
    expect(inspect(session.noted)).not.toContain(A);
  });

  it('leaves nothing where the save fails, and can be tried again', async () => {
    await begin();
    session.vault.failWith({ code: 'disk_full' });
    expect(await failed(choice(0), choice(1), choice(3, { way: 'replace_secret' }))).toBe(
      'disk_full',
    );
    session.vault.failWith(null);
    expect(session.noted).toEqual([]);
    expect((await session.imports.apply([choice(0)])).ok).toBe(true);
  });

  it.each<[string, readonly ImportChoice[], string]>([
    ['a row without a secret', [choice(0), choice(5)], 'import_row_unfit'],
    ['a row that is not there', [choice(99)], 'import_row_unfit'],
    ['a row twice', [choice(0), choice(0, { label: 'Else' })], 'invalid_input'],
    ['a label twice', [choice(0, { label: 'One' }), choice(1, { label: 'ONE' })], 'name_taken'],
    ['a label of the vault', [choice(0, { label: TRADER })], 'name_taken'],
    ['an unknown environment', [choice(0, { environmentId: 'env-9' })], 'gone'],
    ['a Trader without scopes', [choice(0, { registeredScopes: [] })], 'scope_not_registered'],
    ['the secret that is there', [choice(4, { way: 'replace_secret' })], 'import_row_unfit'],
    ['a secret of nobody', [choice(0, { way: 'replace_secret' })], 'import_row_unfit'],
  ])('refuses %s, and with it all others', async (_, choices, code) => {
    await begin();
    expect(await failed(...choices)).toBe(code);
  });

  it('leaves the rows of the vault that it does not touch the objects they were', async () => {
    const before = session.vault.contents().credentials;
    await begin();
    await session.imports.apply([choice(0)]);
    const after = session.vault.contents().credentials;
    expect(before.every((each, at) => after[at] === each)).toBe(true);
  });

  it('spells each label of a vault of many once, however many are imported', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      ...session.credential(),
      id: `many-${at}` as CredentialId,
      label: `Many ${at}`,
    }));
    await session.vault.change({ contents: (before) => ({ ...before, credentials: many }) });
    const rows = Array.from({ length: 100 }, (_, at) => `Row ${at},id-${at},${A}-${at}`);
    await begin(['label,client_id,client_secret', ...rows].join('\n'));
    const spelt = vi.spyOn(String.prototype, 'normalize');
    const planned = session.imports.plan(rows.map((_, at) => choice(at)));
    const times = spelt.mock.calls.length;
    spelt.mockRestore();
    expect(planned.ok).toBe(true);
    expect(times).toBeLessThanOrEqual(2 * (many.length + rows.length));
  });

  it('does not replace a secret that is being rotated', async () => {
    await begin();
    await session.rotations.start(TRADER);
    expect(await failed(choice(3, { way: 'replace_secret' }))).toBe('import_row_unfit');
  });

  // S45: what a command prints is the secret; a file takes the place of no command.
  it('does not replace a command that prints the secret', async () => {
    await changeRows(session, 'credentials', { secretCommand: CONFIRMED_COMMAND }, TRADER);
    await begin();
    expect(await failed(choice(3, { way: 'replace_secret' }))).toBe('import_row_unfit');
  });

  it('is gone once it is saved, closed, locked, or another one is begun', async () => {
    await begin();
    await session.imports.apply([choice(0)]);
    expect(await failed(choice(1))).toBe('gone');
    await begin();
    session.imports.end();
    expect(await failed(choice(1))).toBe('gone');
    await begin();
    await begin('client_id,client_secret\nx,s3cret');
    expect(await failed(choice(1))).toBe('import_row_unfit');
    await begin();
    await session.close();
    expect((await session.imports.apply([choice(1)])).ok).toBe(false);
  });

  it('is gone as soon as a lock begins, whatever the lock waits for', async () => {
    await begin();
    const closed = session.close();
    expect(session.imports.plan([choice(0)])).toMatchObject({ failure: gone('preview') });
    await closed;
  });

  it('stays, with what was chosen, where another one cannot be read', async () => {
    await begin();
    const origin = { source: 'clipboard', fileName: '', path: null } as const;
    expect(session.imports.begin(Buffer.from('nothing'), origin).ok).toBe(false);
    expect((await session.imports.apply([choice(1)])).ok).toBe(true);
  });

  it('tells main where the plain file lies, and whose secrets are destroyed', async () => {
    await begin();
    const plan = session.imports.plan([choice(0), choice(3, { way: 'replace_secret' })]);
    expect(plan).toMatchObject({
      ok: true,
      value: {
        origin: { path: '/home/me/clients.csv' },
        added: 1,
        replaced: [{ id: TRADER }],
      },
    });
  });
});
