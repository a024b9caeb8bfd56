// What leaves by the inventory: looked through once more before it is written, and not written otherwise.
import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Credential } from '../../../electron/main/domain/credential.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createContractServer, type ContractServer } from '../../support/contract-server.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { PARTNER, TRADER } from '../../support/test-session.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();
let server: ContractServer;

beforeEach(async () => {
  server = await createContractServer();
  // Their secrets are made of their ids, which must not pass for a part of one.
  for (const [index, id] of [TRADER, PARTNER].entries()) {
    await edit({ label: `Desk ${index}`, clientId: `desk-${index}` }, id);
  }
});

async function exported(format: 'csv' | 'json'): Promise<unknown> {
  server.pick(at(`inventory.${format}`));
  return await server.call('inventoryExport', { format });
}

const edit = (part: Partial<Credential>, id = TRADER): Promise<void> =>
  changeRows(server.session, 'credentials', part, id);

describe.each(['csv', 'json'] as const)('the inventory as %s', (format) => {
  it('is written where the person chose', async () => {
    expect(await exported(format)).toEqual({ ok: true, value: { credentials: 2 } });
    expect(await readFile(at(`inventory.${format}`), 'utf8')).toContain('Desk 0');
  });

  it('is not written with a client secret in it, and says whose by its fingerprint', async () => {
    await edit({ label: `secret-of-${TRADER}` });
    const secret = SecretBytes.take(Buffer.from(`secret-of-${TRADER}`));
    const about = server.session.vault.fingerprint(secret);
    expect(await exported(format)).toEqual({
      ok: false,
      failure: { code: 'export_not_clean', facts: { about } },
    });
    expect(await readdir(at())).toEqual([]);
  });

  it('is not written with a token in it', async () => {
    await server.session.requests.request(TRADER, ['TRADER_READ']);
    const { id, fingerprint: about } = server.session.token();
    const text = server.session.session.texts.openText(id);
    await edit({ ownerAccount: text.ok ? text.value.use((bytes) => bytes.toString()) : '' });
    expect(await exported(format)).toEqual({
      ok: false,
      failure: { code: 'export_not_clean', facts: { about } },
    });
    expect(await readdir(at())).toEqual([]);
  });

  it('asks for no place where the person chooses none, and writes nothing', async () => {
    server.pick(null);
    expect(await server.call('inventoryExport', { format })).toEqual({
      ok: true,
      value: 'cancelled',
    });
    expect(await readdir(at())).toEqual([]);
  });
});

describe('the question before an import', () => {
  it("shows a file's path on one line, and nothing in it that cannot be seen", async () => {
    const path = '/home/me/x.env\n\nEverything goes to a good place.\u202e';
    const origin = { source: 'file', fileName: 'x.env', path } as const;
    server.session.imports.begin(Buffer.from('CLIENT_ID=new\nCLIENT_SECRET=s3cret\n'), origin);
    const { environmentId } = server.session.credential();
    await server.call('importApply', {
      choices: [
        {
          row: 0,
          way: 'add',
          label: 'Imported',
          environmentId,
          accessType: 'trader',
          registeredScopes: ['TRADER_READ'],
          permission: null,
        },
      ],
    });
    expect(server.questions[0]?.detail).toMatch(/x\.envEverything goes to a good place\.$/);
  });
});
