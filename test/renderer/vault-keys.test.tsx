// The ways into the vault as the window shows them: facts, results in numbers, failures in place.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { appView, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const openVault = {
  slots: ['pw' as const],
  kdf: { memoryKib: 262_144, iterations: 3, parallelism: 1, measuredMs: 749.6, belowPolicy: false },
};
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function openSheet() {
  const app = await renderApp(appView(NOW, { openVault }));
  await press('Settings');
  await press('Passphrase and recovery…');
  return { ...app, sheet: screen.getByRole('dialog', { name: 'Passphrase and recovery' }) };
}

describe('the sheet about the ways into the vault', () => {
  it('says what trying a passphrase costs here', async () => {
    const { sheet } = await openSheet();
    expect(sheet.textContent).toContain('about 750 ms here: 256 MiB of memory, 3 passes');
  });

  it.each([
    ['none', 0, 'Passphrase changed. No backup opens with the old passphrase.'],
    ['kept', 1, 'Passphrase changed. 1 backup still opens with the old passphrase, as you chose.'],
    ['rewritten', 3, /3 backups rewritten: none opens/],
    ['deleted', 2, /2 backups deleted: none opens/],
    ['some_left', 2, /2 backups still open with the old passphrase: they could not be changed/],
    ['unknown', 0, /could not be read: some may still open/],
  ] as const)('says what became of the backups: %s', async (how, count, words) => {
    const { fake, sheet, services } = await openSheet();
    fake.reply('vaultChangePassphrase', () => ({ ok: true, value: { how, count } }));
    await press('Change passphrase…');
    expect(within(sheet).getByText(words)).toBeDefined();
    expect(services.feedback.current().status.text).toMatch(/^Passphrase changed\./);
  });

  it('says nothing when the person closed a window', async () => {
    const { fake, services } = await openSheet();
    fake.reply('vaultChangePassphrase', () => ({ ok: true, value: 'cancelled' }));
    await press('Change passphrase…');
    expect(screen.queryByText(/Passphrase changed/)).toBeNull();
    expect(services.feedback.current().status.text).toBe('');
  });

  it.each([
    ['done', 'The recovery key opens this vault.'],
    ['not_kept', 'The new recovery key was discarded'],
  ] as const)('says whether a recovery key was kept: %s', async (made, words) => {
    const { fake, sheet } = await openSheet();
    expect(sheet.textContent).toContain('This vault has none');
    fake.reply('vaultMakeRecoveryKey', () => ({ ok: true, value: made }));
    await press('Make a recovery key…');
    expect(sheet.textContent).toContain(words);
    act(() => fake.push(() => ({ openVault: { ...openVault, slots: ['pw', 'rk'] } })));
    expect(within(sheet).getByRole('button', { name: 'Replace the recovery key…' })).toBeDefined();
  });

  it('is offered after the first success in a new vault, and can wait', async () => {
    const tokens = [token(NOW, { id: 'a1' })];
    const credentials = [credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens })];
    const vault = { state: 'absent', failure: null } as const;
    await renderApp(appView(NOW, { openVault, vault, credentials }));
    await press('Choose a passphrase');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document, { key: 'i', ctrlKey: true });
    const report = await screen.findByRole('dialog', { name: 'Check report' });
    act(() => void fireEvent(report, new Event('cancel', { cancelable: true })));
    expect(screen.getByRole('dialog', { name: 'Make a recovery key?' })).toBeDefined();
    await press('Not now');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [0, /2 client secrets and 1 access token sealed anew\. 3 backups deleted\.$/],
    [1, /3 backups deleted\. 1 backup still opens with the old passphrase: delete the file/],
    [null, /Others could not be read: they may still open with the old passphrase/],
  ])('says in numbers what a new data key did: %j left', async (backupsLeft, words) => {
    const { fake, sheet } = await openSheet();
    fake.reply('vaultReplaceDataKey', () => ({
      ok: true,
      value: { secrets: 2, tokens: 1, backupsDeleted: 3, backupsLeft },
    }));
    await press('Replace the data key…');
    expect(within(sheet).getByText(words)).toBeDefined();
  });

  it('offers to raise the cost where it is below that of new vaults, and says what came of it', async () => {
    const cheap = { ...openVault, kdf: { ...openVault.kdf, belowPolicy: true } };
    const { fake } = await renderApp(appView(NOW, { openVault: cheap }));
    expect(screen.getByText(/an older protection level/)).toBeDefined();
    await press('Passphrase and recovery…');
    const sheet = screen.getByRole('dialog', { name: 'Passphrase and recovery' });
    fake.reply('vaultUpgradeKdf', () => {
      fake.push(() => ({ openVault }));
      return { ok: true, value: { how: 'rewritten', count: 2 } };
    });
    await press('Raise the cost…');
    expect(sheet.textContent).toContain('costs more now. 2 backups rewritten at the same cost.');
    expect(screen.queryByText(/an older protection level/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Raise the cost…' })).toBeNull();
  });

  it('leaves a dismissed notice of the cost away after the next unlock, until the cost is another', async () => {
    const cheap = { ...openVault, kdf: { ...openVault.kdf, belowPolicy: true } };
    await renderApp(appView(NOW, { openVault: cheap }));
    const notice = screen.getByText(/an older protection level/).closest('.notice') as HTMLElement;
    fireEvent.click(within(notice).getByRole('button', { name: 'Dismiss' }));
    cleanup();
    await renderApp(appView(NOW, { openVault: cheap }));
    expect(screen.queryByText(/an older protection level/)).toBeNull();
    cleanup();
    const other = { ...cheap, kdf: { ...cheap.kdf, memoryKib: 19_456 } };
    await renderApp(appView(NOW, { openVault: other }));
    expect(screen.getByText(/an older protection level/)).toBeDefined();
    sessionStorage.clear();
  });

  it('keeps a failure in the sheet', async () => {
    const { fake, sheet } = await openSheet();
    fake.reply('vaultChangePassphrase', () => ({ ok: false, failure: { code: 'disk_full' } }));
    await press('Change passphrase…');
    expect(within(sheet).getByRole('alert').textContent).toContain('The disk is full.');
  });
});
