// A vault in memory as the window shows it: the way to it, that nothing is kept, and nothing about a file.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../renderer/actions/action.ts';
import { actions } from '../../renderer/actions/actions.ts';
import { appView } from './fixtures.ts';
import { renderApp, standInForLayout } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const inMemory = () => renderApp(appView(NOW, { inMemory: true, openVault: null }));

describe('without saving', () => {
  standInForLayout();

  it.each(['absent', 'locked'] as const)('is offered while the vault is %s', async (state) => {
    const { fake } = await renderApp(appView(NOW, { vault: { state, failure: null } }));
    await press('Without saving');
    expect(fake.calls.at(-1)?.name).toBe('vaultOpenInMemory');
  });

  it('is not offered while the vault works on behind its locked window', async () => {
    const vault = { state: 'locked', failure: null } as const;
    await renderApp(appView(NOW, { vault, worksUntilMs: NOW + 3_600_000 }));
    expect(screen.queryByRole('button', { name: 'Without saving' })).toBeNull();
  });

  it('says over the list all the while that nothing is kept', async () => {
    await inMemory();
    const band = screen.getByRole('region', { name: 'Without saving' });
    expect(band.textContent).toContain('Nothing of it is written');
  });

  it.each(['absent', 'locked'] as const)('tells once it is %s what may live on', async (state) => {
    const leftAtLock = { accepted: 1, live: 2, untilMs: NOW + 3_600_000 };
    await renderApp(appView(NOW, { vault: { state, failure: null }, leftAtLock }));
    expect(
      screen.getByText(
        /accepted the revocation of 1 token of the vault in memory; whether it is dead is not known\. 2 tokens of the vault in memory may live until/,
      ),
    ).toBeDefined();
  });

  it('refuses what is about a file, and says why', async () => {
    const { services } = await inMemory();
    const place = placeOf(services);
    for (const name of ['vault_keys', 'try_recovery_key', 'backups'] as const) {
      expect(place && actions[name].refusal?.(place)).toBe(
        'This vault is in memory alone: there is no file of it.',
      );
    }
  });

  it('has no settings of a file', async () => {
    await inMemory();
    await press('Settings');
    expect(screen.getByRole('heading', { name: 'Notifications' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'System keystore' })).toBeNull();
  });

  it('exports an inventory, and no copy of a file', async () => {
    const { fake } = await inMemory();
    await act(async () => fake.invoke('export_vault'));
    expect(await screen.findByText('Inventory')).toBeDefined();
    expect(screen.queryByText('Encrypted copy')).toBeNull();
  });
});
