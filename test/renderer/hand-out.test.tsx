// What the window shows of tokens that programs hold: in the settings, in the list, in the detail, and while locked.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AppView } from '../../electron/shared/views.ts';
import { appView, credential, token } from './fixtures.ts';
import { renderApp, standInForLayout } from './render-app.tsx';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const HOLDS_NOTHING: AppView['handOut'] = {
  door: 'closed',
  held: 0,

  waiting: 0,
  programs: [],
};

function view(part: Partial<AppView> = {}): AppView {
  const tokens = ['t-1', 't-2'].map((id) => token(NOW, { id }));
  return appView(NOW, {
    credentials: [credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens })],
    ...part,
  });
}

const openSettings = (): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    await Promise.resolve();
  });
const allows = (): HTMLElement | null =>
  screen.queryByRole('checkbox', { name: /Let programs ask/ });

standInForLayout();

describe('the setting for programs', () => {
  it('is a switch that says why programs cannot ask although it is on', async () => {
    const before = view();
    const settings = { ...before.settings, handOutTokens: true };
    await renderApp({ ...before, settings, handOut: { ...HOLDS_NOTHING, door: 'open_to_others' } });
    await openSettings();
    expect(allows()).toHaveProperty('checked', true);
    expect(screen.getByText(/other users can reach into the private folder/)).toBeDefined();
  });

  it('is a sentence on Windows, where there is no door', async () => {
    const before = view();
    await renderApp({ ...before, machine: { ...before.machine, system: 'windows' } });
    await openSettings();
    expect(allows()).toBeNull();
    expect(
      screen.getByText('Programs can ask for access tokens on Linux and macOS only.'),
    ).toBeDefined();
  });
});

describe('a token that a program holds', () => {
  it('is named in the row of its credential and beside the token', async () => {
    const programs = ['t-1', 't-2'].map((tokenId) => ({
      tokenId,
      program: `python ${tokenId}.py`,
      sinceMs: NOW - 60_000,
    }));
    await renderApp(view({ handOut: { ...HOLDS_NOTHING, door: 'open', held: 2, programs } }));
    const row = screen.getByRole('row', { name: /used by python t-1\.py and 1 more/ });
    fireEvent.click(row);
    expect(screen.getByText(/^Used by python t-1\.py, since /)).toBeDefined();
  });

  it('is counted while the vault is locked', async () => {
    const handOut = { ...HOLDS_NOTHING, held: 1, waiting: 2 };
    await renderApp(view({ vault: { state: 'locked', failure: null }, handOut }));
    expect(
      screen.getByText(
        '1 program still holds a token. Nothing renews or revokes it until the vault is unlocked. ' +
          '2 tokens of programs that have ended are revoked at the next unlock.',
      ),
    ).toBeDefined();
    expect(screen.getByText(/^The vault is closed/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Close the vault now' })).toBeNull();
  });

  it('goes on behind a locked window, which says until when, and can be closed', async () => {
    const handOut = { ...HOLDS_NOTHING, held: 1 };
    const vault = { state: 'locked', failure: null } as const;
    const { fake } = await renderApp(view({ vault, handOut, worksUntilMs: NOW + 3_600_000 }));
    expect(
      screen.getByText(/^The vault keeps working until .*its keys are in memory/),
    ).toBeDefined();
    expect(screen.queryByText(/^The vault is closed/)).toBeNull();
    expect(screen.getByText('1 program still holds a token.')).toBeDefined();
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Close the vault now' }));
      await Promise.resolve();
    });
    expect(fake.calls.filter(({ name }) => name === 'vaultLock')).toHaveLength(1);
  });
});
