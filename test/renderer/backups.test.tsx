// Backups in the window: the offer on the locked screen, the list, the notice after a restore.
import { act, fireEvent, screen, within } from '@testing-library/react';

import { describe, expect, it } from 'vitest';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

async function click(button: HTMLElement): Promise<void> {
  await act(async () => {
    fireEvent.click(button);
    await Promise.resolve();
  });
}

const nowMs = Date.UTC(2026, 10, 21, 9, 0);
const id = 'strongroom.vault.bak-0a1b2c3d-4';
const contents = {
  id,
  savedAtMs: nowMs - 3_600_000,
  generation: 4,
  environments: 1,
  credentials: 2,
  tokens: 1,
};
const damaged = { state: 'locked', failure: { code: 'corrupt' } } as const;
const nothing = {
  found: null,
  offer: null,
  restored: null,
  rolledBack: false,
  damagedFile: null,
} as const;

describe('the locked screen of a damaged vault', () => {
  it('offers the newest backup by date and contents, and restores when asked', async () => {
    const view = appView(nowMs, { vault: damaged, rescue: { ...nothing, offer: contents } });
    const { fake } = await renderApp(view);
    const offer = screen.getByRole('region', { name: 'Newest backup that opens' });
    expect(offer.textContent).toContain('1 environment, 2 keys, 1 token.');
    expect(fake.calls.map(({ name }) => name)).not.toContain('backupRestore');
    await click(within(offer).getByRole('button', { name: 'Restore…' }));
    expect(fake.calls.at(-1)).toEqual({ name: 'backupRestore', input: { backupId: id } });
  });

  it.each([
    [contents, ['Restore…']],
    ['none', ['Unlock']],
  ] as const)('leads on by one button (offer: %o)', async (offer, leading) => {
    await renderApp(appView(nowMs, { vault: damaged, rescue: { ...nothing, offer } }));
    const primary = [...document.querySelectorAll('.button-primary')];
    expect(primary.map(({ textContent }) => textContent)).toEqual(leading);
  });

  it('says when no backup opens, and offers none', async () => {
    await renderApp(appView(nowMs, { vault: damaged, rescue: { ...nothing, offer: 'none' } }));
    expect(screen.getByText(/No backup opens with that passphrase/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore…' })).toBeNull();
  });

  it('offers nothing where nothing is damaged', async () => {
    await renderApp(appView(nowMs, { vault: { state: 'locked', failure: null } }));
    expect(screen.queryByText(/Newest backup/)).toBeNull();
  });
});

describe('the first screen where the vault file is missing', () => {
  const absent = { state: 'absent', failure: null } as const;
  const found = { count: 3, newest: { id, savedAtMs: nowMs } };

  it('offers the backups before a new vault', async () => {
    const { fake } = await renderApp(
      appView(nowMs, { vault: absent, rescue: { ...nothing, found } }),
    );
    expect(screen.getByRole('heading').textContent).toBe('The vault file is missing');
    expect(screen.getByText(/3 backups of it are still here/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose a passphrase' })).toBeNull();
    await click(screen.getByRole('button', { name: 'Restore the newest…' }));
    expect(fake.calls.at(-1)).toEqual({ name: 'backupRestore', input: { backupId: id } });
  });

  it('says why a restore from the list failed, which it stood over until it began', async () => {
    const { fake, services } = await renderApp(
      appView(nowMs, { vault: absent, rescue: { ...nothing, found } }),
    );
    fake.reply('backupList', () => ({
      ok: true,
      value: [{ id, savedAtMs: nowMs, generation: 4, bytes: 4096, intact: true }],
    }));
    const failed = { ok: false, failure: { code: 'disk_full' } } as const;
    const restoring = Promise.withResolvers<typeof failed>();
    fake.reply('backupRestore', () => restoring.promise);
    act(() => services.window.show({ kind: 'backups' }));
    await click(await screen.findByRole('button', { name: /^Restore the backup/ }));
    await act(async () => fake.push(() => ({ vault: { state: 'unlocking', failure: null } })));
    const { failure } = failed;
    await act(async () => fake.push(() => ({ vault: { state: 'absent', failure } })));
    await act(async () => restoring.resolve(failed));
    expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
  });

  it('offers no damaged one as the newest, and still a new vault', async () => {
    const view = { ...nothing, found: { count: 1, newest: null } };
    const { fake } = await renderApp(appView(nowMs, { vault: absent, rescue: view }));
    expect(screen.queryByRole('button', { name: 'Restore the newest…' })).toBeNull();
    await click(screen.getByRole('button', { name: 'Make a new vault…' }));
    expect(fake.calls.at(-1)?.name).toBe('vaultCreate');
  });
});

describe('the backups sheet', () => {
  it('looks no longer where it could not', async () => {
    const { fake, services } = await renderApp(appView(nowMs));
    fake.reply('backupList', () => ({ ok: false, failure: { code: 'io_error' } }));
    act(() => services.window.show({ kind: 'backups' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText('Looking…')).toBeNull();
  });

  it('that is closed and opened again while main looks shows what it found', async () => {
    const { fake, services } = await renderApp(appView(nowMs));
    const one = { id, savedAtMs: nowMs, generation: 4, bytes: 4096, intact: true };
    fake.reply('backupList', async () => {
      await Promise.resolve();
      return { ok: true, value: [one] };
    });
    act(() => services.window.show({ kind: 'backups' }));
    act(() => services.window.show(null));
    act(() => services.window.show({ kind: 'backups' }));
    expect(await screen.findByRole('listitem', { name: /^Backup of/ })).toBeTruthy();
  });

  it('tells damaged ones apart and offers nothing for them', async () => {
    const { fake, services } = await renderApp(appView(nowMs));
    const one = { id, savedAtMs: nowMs, generation: 4, bytes: 4096, intact: true };
    const other = { ...one, id: `${id}9`, generation: 0, intact: false };
    fake.reply('backupList', () => ({ ok: true, value: [one, other] }));
    fake.reply('backupTest', () => ({ ok: true, value: contents }));
    act(() => services.window.show({ kind: 'backups' }));
    const rows = await screen.findAllByRole('listitem', { name: /^Backup of/ });
    expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([2, 0]);
    expect(rows[1]?.textContent).toContain('Damaged');
    await click(within(rows[0]!).getByRole('button', { name: /^Test/ }));
    expect(rows[0]?.textContent).toContain('1 environment, 2 keys, 1 token.');
  });
});

describe('a vault older than known here', () => {
  it('says that it is open for reading only, and asks main to accept it', async () => {
    const rescue = { ...nothing, rolledBack: true };
    const { fake } = await renderApp(appView(nowMs, { rescue }));
    const band = screen.getByRole('region', { name: 'Older vault file' });
    expect(band.textContent).toContain('open for reading only');
    expect(within(band).queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await click(within(band).getByRole('button', { name: 'Accept the older vault…' }));
    expect(fake.calls.at(-1)?.name).toBe('vaultAcceptRollback');
  });
});
