// A vault in memory as the window shows it: where it is not offered, what it leaves, and nothing about a file.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const inMemory = () => renderApp(appView(NOW, { inMemory: true, openVault: null }));

describe('without saving', () => {
  it('is not offered while the vault works on behind its locked window', async () => {
    const vault = { state: 'locked', failure: null } as const;
    await renderApp(appView(NOW, { vault, worksUntilMs: NOW + 3_600_000 }));
    expect(screen.queryByRole('button', { name: 'Without saving' })).toBeNull();
  });

  it.each(['absent', 'locked'] as const)('tells once it is %s what may live on', async (state) => {
    const leftAtLock = { accepted: 1, live: 2, untilMs: NOW + 3_600_000 };
    await renderApp(appView(NOW, { vault: { state, failure: null }, leftAtLock }));
    expect(
      screen.getByText(
        /accepted the revocation of 1 token of the vault in memory. Whether it is dead is not known\. 2 tokens of the vault in memory may live until/,
      ),
    ).toBeDefined();
  });

  it('has no settings of a file', async () => {
    await inMemory();
    await press('Settings');
    expect(screen.getByRole('heading', { name: 'Notifications' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'System keystore' })).toBeNull();
  });
});
