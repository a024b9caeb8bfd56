// What the window shows of tokens that programs hold: in the settings, in the list, in the detail, and while locked.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { commandFor } from '../../renderer/features/credentials/detail/UseInProgram.tsx';
import { appView, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

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

describe('the command of a key', () => {
  const key = (part: Partial<CredentialView> = {}) =>
    credential(NOW, { id: 'desk-a', label: 'Desk-A', ...part });

  it.each<[Partial<CredentialView>, string | null, string]>([
    [{}, null, 'exec -c Desk-A -- python3 bot.py'],
    [
      { label: "Momentum's bot" },
      'EU main',
      String.raw`exec -c 'Momentum'\''s bot' --environment 'EU main' -- python3 bot.py`,
    ],
    [
      { registeredScopes: ['TRADER_TRADE'] },
      null,
      'exec -c Desk-A -s TRADER_TRADE -- python3 bot.py',
    ],
  ])('of %j is what a shell takes', (part, environment, command) => {
    expect(commandFor(key(part), environment)).toBe(`strongroom-cli ${command}`);
  });

  it('stands in its Access tab, with the environment where others have its label', async () => {
    const before = view({ handOut: { ...HOLDS_NOTHING, door: 'open' } });
    const { fake } = await renderApp(before);
    fireEvent.click(screen.getByRole('row', { name: /Desk-A/ }));
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    const card = screen.getByRole('region', { name: 'Use in a program' });
    expect(card.querySelector('pre')?.textContent).toBe(
      'strongroom-cli exec -c Desk-A -- python3 bot.py',
    );
    expect(within(card).getByRole('checkbox', { name: /Let programs ask/ })).toBeTruthy();
    await act(async () =>
      fake.push(({ credentials }) => ({
        credentials: [...credentials, key({ id: 'other', environmentId: 'lab' })],
      })),
    );
    expect(card.querySelector('pre')?.textContent).toContain("--environment 'EU main'");
  });
});
