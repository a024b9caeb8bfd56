// The part of the vault that is never written: told apart from the rest in every change, refused by the
// sealed index should it ever get there, and whole in memory.
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../../electron/main/domain/credential.ts';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import type { RevocationRun } from '../../../../electron/main/domain/revocation-run.ts';
import { createEphemeralVault } from '../../../../electron/main/tokens/ephemeral/ephemeral-vault.ts';
import {
  addToken,
  editToken,
  inOrder,
  removeToken,
} from '../../../../electron/main/tokens/ledger/ledger.ts';
import type { VaultChange, VaultContents } from '../../../../electron/main/vault/store/vault.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createMemoryVault } from '../../../support/memory-vault.ts';
import {
  contents,
  credential,
  secret,
  temporaryStore,
  token,
  valueOf,
} from '../../vault/store/vault-samples.ts';

const TRIED: Credential = { ...credential(8), id: 'tried' as Credential['id'], label: 'Tried' };
const myToken = (id: string) => ({
  ...token(8),
  id: id as TokenId,
  credentialId: TRIED.id,
});
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

async function overlaid() {
  const below = createMemoryVault(contents(2));
  const above = createEphemeralVault(below);
  valueOf(await above.add(TRIED, secret('its secret')));
  return { below, above, vault: above.vaultWithEphemeral };
}

const textOf = (opened: ReturnType<ReturnType<typeof createMemoryVault>['openRecord']>): string =>
  valueOf(opened).use((bytes) => bytes.toString());

describe('what is not kept', () => {
  it('is no save, and stands among the rest', async () => {
    const { below, vault } = await overlaid();
    const saves = below.saves();
    valueOf(await vault.change({ contents: addToken(myToken('mine')) }));
    expect(below.saves()).toBe(saves);
    expect(below.contents()).toEqual(contents(2));
    expect(vault.contents().credentials.map(({ label }) => label)).toContain('Tried');
    expect(vault.contents().tokens[0]).toMatchObject({ id: 'mine', ephemeral: true });
  });

  it('holds its records in memory, as copies of its own', async () => {
    const { below, above, vault } = await overlaid();
    const name = { id: 'mine', field: 'access_token' } as const;
    const given = secret('token text');
    valueOf(
      await vault.change({
        contents: addToken(myToken('mine')),
        seal: [{ name, secret: given }],
      }),
    );
    given.wipe();
    expect(textOf(vault.openRecord(name))).toBe('token text');
    expect(textOf(vault.openRecord({ id: TRIED.id, field: 'client_secret' }))).toBe('its secret');
    expect(below.hasRecord(name)).toBe(false);
    valueOf(await vault.change({ contents: removeToken(name.id as TokenId), drop: [name] }));
    expect(vault.hasRecord(name)).toBe(false);
    expect(above.has('mine')).toBe(true);
  });

  it('drops those that the contents after the change name', async () => {
    const { vault } = await overlaid();
    const name = { id: 'mine', field: 'access_token' } as const;
    valueOf(
      await vault.change({
        contents: addToken(myToken('mine')),
        seal: [{ name, secret: secret('token text') }],
      }),
    );
    const drop = ({ tokens }: VaultContents) =>
      tokens.some(({ id }) => id === 'mine') ? [] : [name];
    valueOf(await vault.change({ contents: (now) => now, drop }));
    expect(vault.hasRecord(name)).toBe(true);
    valueOf(await vault.change({ contents: removeToken(name.id as TokenId), drop }));
    expect(vault.hasRecord(name)).toBe(false);
  });

  it('never writes a record that no row on disk owns: a token that comes too late', async () => {
    const { below, vault } = await overlaid();
    const name = { id: 'nobody', field: 'access_token' } as const;
    valueOf(
      await vault.change({ contents: (now) => now, seal: [{ name, secret: secret('x y') }] }),
    );
    expect(below.hasRecord(name)).toBe(false);
  });

  it('does not come back to disk after its credential is gone', async () => {
    const { below, vault } = await overlaid();
    valueOf(
      await vault.change({
        contents: (now) => ({
          ...now,
          credentials: now.credentials.filter(({ id }) => id !== TRIED.id),
        }),
      }),
    );
    valueOf(await vault.change({ contents: addToken(myToken('late')) }));
    expect(below.contents()).toEqual(contents(2));
  });

  it('shares a change with what is kept: each side gets its own', async () => {
    const { below, vault } = await overlaid();
    const kept = contents(2).tokens[0]!;
    valueOf(await vault.change({ contents: addToken(myToken('mine')) }));
    const mark = (each: typeof kept) => ({ ...each, supersededAtMs: 7 });
    const both = inOrder(editToken('mine' as TokenId, mark), editToken(kept.id, mark));
    valueOf(await vault.change({ contents: both }));
    expect(below.contents().tokens.find(({ id }) => id === kept.id)?.supersededAtMs).toBe(7);
    expect(vault.contents().tokens[0]).toMatchObject({ id: 'mine', supersededAtMs: 7 });
    expect(below.contents().tokens.map(({ id }) => id)).not.toContain('mine');
  });

  it('stays as it was where the save of such a change fails', async () => {
    const { below, vault } = await overlaid();
    const before = vault.contents();
    below.failWith({ code: 'disk_full' });
    const both: VaultChange = {
      contents: (now) => ({
        ...addToken(myToken('mine'))(now),
        favourites: [credential(0).id],
      }),
    };
    expect(await vault.change(both)).toMatchObject({ ok: false });
    expect(vault.contents()).toEqual(before);
    valueOf(await vault.change({ contents: addToken(myToken('mine')) }));
  });

  it('is left out of a stop run on disk, and a run of it alone is not there', async () => {
    const { below, vault } = await overlaid();
    const kept = contents(2).tokens[0]!.id;
    valueOf(await vault.change({ contents: addToken(myToken('mine')) }));
    const put = (next: RevocationRun): VaultChange => ({
      contents: (now) => ({ ...now, revocationRuns: [next] }),
    });
    valueOf(await vault.change(put(run(['mine']))));
    expect(below.contents().revocationRuns).toEqual([]);
    valueOf(await vault.change(put(run(['mine', kept]))));
    expect(below.contents().revocationRuns).toEqual([run([kept])]);
    expect(vault.contents().revocationRuns).toEqual([run(['mine', kept])]);
    const aimed = run(['mine'], { kind: 'credential', credentialId: TRIED.id });
    valueOf(await vault.change(put({ ...aimed, id: 'run-2' as RevocationRun['id'] })));
    expect(JSON.stringify(below.contents())).not.toMatch(/tried|mine|run-2/);
  });

  it('is not written where it is entered while something else is being saved', async () => {
    const memory = createMemoryVault(contents(2));
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const above = createEphemeralVault({
      ...memory,
      async change(change) {
        await held;
        return await memory.change(change);
      },
    });
    valueOf(await above.add(TRIED, secret('its secret')));
    const saving = above.vaultWithEphemeral.change({
      contents: (now) => ({ ...now, favourites: [credential(0).id] }),
    });
    await settle();
    const other: Credential = { ...TRIED, id: 'other' as Credential['id'], label: 'Other' };
    const added = above.add(other, secret('another secret'));
    finish();
    valueOf(await saving);
    valueOf(await added);
    expect(memory.contents().credentials).toEqual(contents(2).credentials);
  });

  it('is kept in one save, without the mark and with its records', async () => {
    const { below, above, vault } = await overlaid();
    const name = { id: 'mine', field: 'access_token' } as const;
    valueOf(
      await vault.change({
        contents: addToken(myToken('mine')),
        seal: [{ name, secret: secret('token text') }],
      }),
    );
    const saves = below.saves();
    valueOf(await above.keep(TRIED.id));
    expect(below.saves()).toBe(saves + 1);
    expect(below.contents().credentials.at(-1)).toEqual(TRIED);
    expect(below.contents().tokens.map(({ id }) => id)).toContain('mine');
    expect(JSON.stringify(below.contents())).not.toContain('ephemeral');
    expect(textOf(below.openRecord(name))).toBe('token text');
    expect(textOf(below.openRecord({ id: TRIED.id, field: 'client_secret' }))).toBe('its secret');
    expect(above.has('mine')).toBe(false);
  });

  it('is not half kept where the save fails', async () => {
    const { below, above, vault } = await overlaid();
    below.failWith({ code: 'disk_full' });
    expect(await above.keep(TRIED.id)).toMatchObject({ ok: false });
    expect(above.has(TRIED.id)).toBe(true);
    expect(textOf(vault.openRecord({ id: TRIED.id, field: 'client_secret' }))).toBe('its secret');
  });

  it('is wiped at lock', async () => {
    const { vault } = await overlaid();
    await vault.lock();
    expect(vault.hasRecord({ id: TRIED.id, field: 'client_secret' })).toBe(false);
    expect(await vault.change({ contents: addToken(myToken('mine')) })).toMatchObject({
      ok: false,
      failure: { code: 'vault_locked' },
    });
  });

  it('is refused by the sealed index itself, whatever way it should come', async () => {
    using store = temporaryStore();
    const vault = valueOf(await store.create(secret('correct horse battery'), contents(1)));
    const marked: VaultChange[] = [
      {
        contents: (now) => ({
          ...now,
          credentials: [...now.credentials, { ...TRIED, ephemeral: true }],
        }),
      },
      { contents: addToken({ ...token(0), id: 'marked' as TokenId, ephemeral: true }) },
    ];
    for (const change of marked) await expect(vault.change(change)).rejects.toThrow(/ephemeral/);
    expect(vault.contents()).toEqual(contents(1));
    await vault.lock();
  });
});

describe('a vault without any of it', () => {
  it('is the vault below, change for change', async () => {
    const below = createMemoryVault(contents(2));
    const { vaultWithEphemeral: vault } = createEphemeralVault(below);
    expect(vault.contents()).toBe(below.contents());
    valueOf(await vault.change({ contents: (now) => ({ ...now, favourites: [] }) }));
    expect(below.saves()).toBe(1);
    expect(vault.contents()).toBe(below.contents());
  });
});
