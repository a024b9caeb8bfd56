// The part of the vault that is never written: told apart from the rest in every change, refused by the file's
// schema should it ever get there, and whole in memory.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credential } from '../../../electron/main/domain/credential.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import type { RevocationRun } from '../../../electron/main/domain/revocation-run.ts';
import {
  addToken,
  editToken,
  inOrder,
  removeToken,
} from '../../../electron/main/tokens/ledger/ledger.ts';
import {
  recordKey,
  type VaultChange,
  type VaultContents,
} from '../../../electron/main/vault/vault.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { faultyFileSystem, systemError } from '../../reliability/support/faulty-file-system.ts';
import { dataKeyOf, openBytesWith } from '../../reliability/support/vault-bytes.ts';
import {
  PASSPHRASE,
  contents,
  credential,
  secret,
  temporaryStore,
  textOf,
  token,
  valueOf,
  verdict,
  type TemporaryStore,
} from './vault-samples.ts';

const TRIED: Credential = { ...credential(8), id: 'tried' as Credential['id'], label: 'Tried' };
const ITS_SECRET = { id: TRIED.id, field: 'client_secret' } as const;
const MINE = 'mine' as TokenId;
const ITS_TEXT = { id: MINE, field: 'access_token' } as const;
const myToken = (id: string) => ({ ...token(8), id: id as TokenId, credentialId: TRIED.id });
const withText: VaultChange = {
  contents: addToken(myToken(MINE)),
  seal: [{ name: ITS_TEXT, secret: secret('token text') }],
};
const run = (
  ids: readonly string[],
  scope: RevocationRun['scope'] = { kind: 'all' },
): RevocationRun => ({
  id: 'run-1' as RevocationRun['id'],
  scope,
  pressedAtMs: 1,
  tokenIds: ids as readonly TokenId[],
  guidedTokenIds: [],
  firstSentAtMs: null,
  cancelledAtMs: null,
  closedAtMs: null,
  drillId: null,
});

describe('what is not kept', () => {
  let store: TemporaryStore;
  let vault: UnlockedVault;
  let dataKey: Buffer;
  let isFull = false;
  const onDisk = () => valueOf(openBytesWith(readFileSync(store.file), dataKey));
  const isOnDisk = (name: typeof ITS_TEXT | typeof ITS_SECRET): boolean =>
    onDisk().records.has(recordKey(name));

  beforeEach(async () => {
    isFull = false;
    const fileSystem = faultyFileSystem({
      before({ name }) {
        if (isFull && name === 'write') throw systemError('ENOSPC');
      },
    });
    store = temporaryStore({ fileSystem });
    vault = valueOf(await store.create(secret(PASSPHRASE), contents(2)));
    dataKey = await dataKeyOf(readFileSync(store.file), PASSPHRASE);
    valueOf(await vault.ephemeral.add(TRIED, secret('its secret')));
  });
  afterEach(async () => {
    await vault.lock();
    store[Symbol.dispose]();
  });

  it('is no save, and stands among the rest', async () => {
    valueOf(await vault.change({ contents: addToken(myToken(MINE)) }));
    expect(onDisk().header.generation).toBe(1);
    expect(onDisk().contents).toEqual(contents(2));
    expect(vault.contents().credentials.map(({ label }) => label)).toContain('Tried');
    expect(vault.contents().tokens[0]).toMatchObject({ id: MINE, ephemeral: true });
  });

  it('leaves the contents the very same where a change changes nothing', async () => {
    const before = vault.contents();
    valueOf(await vault.change({ contents: (now) => now }));
    expect(vault.contents()).toBe(before);
  });

  it('holds its records in memory alone', async () => {
    valueOf(await vault.change(withText));
    expect(textOf(valueOf(vault.openRecord(ITS_TEXT)))).toBe('token text');
    expect(textOf(valueOf(vault.openRecord(ITS_SECRET)))).toBe('its secret');
    const fresh = { id: TRIED.id, field: 'new_client_secret' } as const;
    const seal = [{ name: fresh, secret: secret('its new secret') }];
    valueOf(await vault.change({ contents: (now) => ({ ...now, savedViews: [] }), seal }));
    expect(onDisk().records.size).toBe(0);
    valueOf(await vault.change({ contents: removeToken(MINE), drop: [ITS_TEXT] }));
    expect(vault.hasRecord(ITS_TEXT)).toBe(false);
    expect(vault.ephemeral.has(MINE)).toBe(true);
  });

  it('drops those that the contents after the change name', async () => {
    valueOf(await vault.change(withText));
    const drop = ({ tokens }: VaultContents) =>
      tokens.some(({ id }) => id === MINE) ? [] : [ITS_TEXT];
    valueOf(await vault.change({ contents: (now) => now, drop }));
    expect(vault.hasRecord(ITS_TEXT)).toBe(true);
    valueOf(await vault.change({ contents: removeToken(MINE), drop }));
    expect(vault.hasRecord(ITS_TEXT)).toBe(false);
  });

  it('never writes a record that no row on disk owns: a token that comes too late', async () => {
    const name = { id: 'nobody', field: 'access_token' } as const;
    valueOf(
      await vault.change({ contents: (now) => now, seal: [{ name, secret: secret('x y') }] }),
    );
    expect(onDisk().records.size).toBe(0);
  });

  it('does not come back to disk after its credential is gone', async () => {
    const gone = (now: VaultContents) => ({
      ...now,
      credentials: now.credentials.filter(({ id }) => id !== TRIED.id),
    });
    valueOf(await vault.change({ contents: gone }));
    valueOf(await vault.change({ contents: addToken(myToken('late')) }));
    valueOf(await vault.change({ contents: (now) => ({ ...now, savedViews: [] }) }));
    expect(onDisk().contents).toEqual(contents(2));
  });

  it('shares a change with what is kept: each side gets its own', async () => {
    const kept = token(0).id;
    valueOf(await vault.change({ contents: addToken(myToken(MINE)) }));
    const mark = (each: ReturnType<typeof token>) => ({ ...each, supersededAtMs: 7 });
    valueOf(
      await vault.change({ contents: inOrder(editToken(MINE, mark), editToken(kept, mark)) }),
    );
    const { tokens } = onDisk().contents;
    expect(tokens.find(({ id }) => id === kept)?.supersededAtMs).toBe(7);
    expect(tokens.map(({ id }) => id)).not.toContain(MINE);
    expect(vault.contents().tokens[0]).toMatchObject({ id: MINE, supersededAtMs: 7 });
  });

  it('stays as it was where the save of such a change fails', async () => {
    const before = vault.contents();
    isFull = true;
    const both: VaultChange = {
      contents: (now) => ({ ...addToken(myToken(MINE))(now), favourites: [credential(0).id] }),
    };
    expect(verdict(await vault.change(both))).toBe('disk_full');
    expect(vault.contents()).toEqual(before);
  });

  it('changes in memory while the disk is full, also beside a change that fails', async () => {
    isFull = true;
    const [kept, mine] = await Promise.all([
      vault.change({ contents: (now) => ({ ...now, favourites: [credential(0).id] }) }),
      vault.change({ contents: addToken(myToken(MINE)) }),
    ]);
    expect([verdict(kept), verdict(mine)]).toEqual(['disk_full', 'ok']);
    expect(vault.contents().tokens[0]?.id).toBe(MINE);
    expect(vault.contents().favourites).toEqual([]);
  });

  it('is left out of a revocation run on disk, and a run of it alone is not there', async () => {
    const kept = token(0).id;
    valueOf(await vault.change({ contents: addToken(myToken(MINE)) }));
    const put = (next: RevocationRun): VaultChange => ({
      contents: (now) => ({ ...now, revocationRuns: [next] }),
    });
    valueOf(await vault.change(put(run([MINE]))));
    expect(onDisk().contents.revocationRuns).toEqual([]);
    expect(vault.ephemeral.has('run-1')).toBe(true);
    valueOf(await vault.change(put(run([MINE, kept]))));
    expect(onDisk().contents.revocationRuns).toEqual([run([kept])]);
    expect(vault.contents().revocationRuns).toEqual([run([MINE, kept])]);
    const aimed = run([MINE], { kind: 'credential', credentialId: TRIED.id });
    valueOf(await vault.change(put({ ...aimed, id: 'run-2' as RevocationRun['id'] })));
    expect(JSON.stringify(onDisk().contents)).not.toMatch(/tried|mine|run-2/);
  });

  it('is not written where it is entered while something else is being saved', async () => {
    const saving = vault.change({
      contents: (now) => ({ ...now, favourites: [credential(0).id] }),
    });
    const other: Credential = { ...TRIED, id: 'other' as Credential['id'], label: 'Other' };
    const added = vault.ephemeral.add(other, secret('another secret'));
    valueOf(await saving);
    valueOf(await added);
    expect(onDisk().contents.credentials).toEqual(contents(2).credentials);
  });

  it('is kept in one save, without the mark and with its records', async () => {
    valueOf(await vault.change(withText));
    const { generation } = onDisk().header;
    valueOf(await vault.ephemeral.keep(TRIED.id));
    expect(onDisk().header.generation).toBe(generation + 1);
    expect(onDisk().contents.credentials.at(-1)).toEqual(TRIED);
    expect(onDisk().contents.tokens.map(({ id }) => id)).toContain(MINE);
    expect(vault.ephemeral.has(MINE)).toBe(false);
    await vault.lock();
    const opened = valueOf(await store.open(secret(PASSPHRASE)));
    expect(textOf(valueOf(opened.openRecord(ITS_TEXT)))).toBe('token text');
    expect(textOf(valueOf(opened.openRecord(ITS_SECRET)))).toBe('its secret');
    await opened.lock();
  });

  it('is not half kept where the save fails', async () => {
    isFull = true;
    expect(verdict(await vault.ephemeral.keep(TRIED.id))).toBe('disk_full');
    expect(vault.ephemeral.has(TRIED.id)).toBe(true);
    expect(textOf(valueOf(vault.openRecord(ITS_SECRET)))).toBe('its secret');
  });

  it('goes with the keys', async () => {
    vault.lockNow();
    expect(vault.hasRecord(ITS_SECRET)).toBe(false);
    expect(vault.contents().credentials).toEqual([]);
    expect(verdict(await vault.change(withText))).toBe('vault_locked');
  });

  it('moves with the rest to a new data key', async () => {
    valueOf(await vault.change(withText));
    valueOf(await vault.replaceDataKey(secret('another passphrase altogether')));
    expect(textOf(valueOf(vault.openRecord(ITS_TEXT)))).toBe('token text');
    dataKey = await dataKeyOf(readFileSync(store.file), 'another passphrase altogether');
    expect(isOnDisk(ITS_TEXT)).toBe(false);
    expect(onDisk().contents.credentials.map(({ label }) => label)).not.toContain('Tried');
  });
});

describe('a marked row that nobody in memory owns', () => {
  it('is refused by the schema of the file', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    const marked = { ...token(0), id: 'marked' as TokenId, ephemeral: true } as const;
    await expect(vault.change({ contents: addToken(marked) })).rejects.toThrow(/ephemeral/);
    expect(vault.contents()).toEqual(contents(1));
    await vault.lock();
  });
});
