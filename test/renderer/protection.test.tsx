// Locking by itself as the window shows it, the settings that protect, and what protects here.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lockIn } from '../../renderer/i18n/time.ts';
import { protectionItems } from '../../renderer/features/protection/protection-items.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const rich = (part: Partial<AppView> = {}) =>
  appView(NOW, { credentials: [...richCredentials(NOW)], ...part });
const warning = { locksAtMs: NOW + 60_000, warning: true, lockedBy: null } as const;
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('the time to the lock', () => {
  it.each([
    [8.5 * 60_000, '8 min'],
    [60_000, '1 min'],
    [59_999, '59 s'],
    [0, '0 s'],
  ])('%d ms before is shown as %s, rounded down', (left, text) => {
    expect(lockIn(NOW + left, NOW).text).toBe(text);
  });
});

describe('the warning before the lock', () => {
  it('lets Tab and Ctrl+L through, and stays with Esc', async () => {
    const { fake } = await renderApp(rich({ autoLock: warning }));
    const at = document.activeElement as Element;
    for (const key of ['Tab', 'Shift', 'Control']) fireEvent.keyDown(at, { key });
    expect(fake.uses()).toBe(0);
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
    expect(fake.uses()).toBe(1);
    await act(async () => void fireEvent.keyDown(at, { key: 'l', ctrlKey: true }));
    expect(screen.getByRole('button', { name: 'Unlock' })).toBeDefined();
  });

  it('lets no other command of the window run beneath it', async () => {
    const { fake } = await renderApp(rich({ autoLock: warning }));
    const before = fake.calls.length;
    fireEvent.keyDown(document, { key: 'n', ctrlKey: true });
    fireEvent.keyDown(document, { key: 'Enter', ctrlKey: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.calls).toHaveLength(before);
  });

  it('locks at once on request', async () => {
    const { fake } = await renderApp(rich({ autoLock: warning }));
    await press('Lock now');
    expect(fake.calls.at(-1)?.name).toBe('vaultLock');
  });
});

describe('the status line', () => {
  it('says when the vault locks, and leads to what protects here', async () => {
    await renderApp(rich());
    await press('Unlocked, locks in 8 min');
    expect(screen.getByRole('dialog', { name: 'What protects you here' })).toBeDefined();
  });

  it('says that it does not lock by itself', async () => {
    const settings = { ...rich().settings, lockAfterMinutes: null };
    await renderApp(rich({ settings, autoLock: { ...warning, warning: false, locksAtMs: null } }));
    expect(screen.getByRole('button', { name: 'Unlocked, no auto-lock' })).toBeDefined();
  });

  it('tells on the locked screen what goes on once it is open', async () => {
    const vault = { state: 'locked', failure: null } as const;
    await renderApp(appView(NOW, { vault, unprovenAtLock: 2 }));
    expect(screen.getByText(/^2 tokens are not confirmed dead yet/)).toBeDefined();
  });

  it('tells on the locked screen that what is to be renewed is not', async () => {
    const vault = { state: 'locked', failure: null } as const;
    await renderApp(appView(NOW, { vault, restingAtLock: 1 }));
    expect(
      screen.getByText(
        'Nothing is renewed while it is locked: renewal of 1 key waits until you unlock.',
      ),
    ).toBeDefined();
  });
});

describe('the settings that protect', () => {
  it('ask main for a change, one at a time', async () => {
    const { fake } = await renderApp(rich());
    await press('Settings');
    const minutes = screen.getByRole('combobox', { name: 'Lock when idle' });
    await act(async () => void fireEvent.change(minutes, { target: { value: 'never' } }));
    expect(fake.calls.at(-1)).toEqual({
      name: 'settingsChange',
      input: { lockAfterMinutes: null },
    });
    const suspend = screen.getByRole('checkbox', { name: 'When the machine goes to sleep' });
    await act(async () => void fireEvent.click(suspend));
    expect(fake.calls.at(-1)?.input).toEqual({ lockOnSuspend: false });
  });

  it('say what this machine cannot report, and offer no switch for it', async () => {
    const machine = { ...rich().machine, suspend: 'silent', screenLock: 'silent' } as const;
    await renderApp(rich({ machine }));
    await press('Settings');
    expect(
      screen.getByText(
        'Screen-lock detection: not available. Nothing on this machine announces it.',
      ),
    ).toBeDefined();
    for (const name of [/goes to sleep/, /screen is locked/, /out of screenshots/]) {
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
      expect([box.disabled, box.checked]).toEqual([true, false]);
    }
  });
});

describe('what protects here', () => {
  const factsOf = (view: AppView, title: string): string =>
    protectionItems(view)
      .find((item) => item.title === title)
      ?.facts.join(' ') ?? '';

  it('states the real cost of the passphrase', () => {
    expect(factsOf(rich(), 'Vault file')).toContain('256 MiB, 3 passes, 1 lane');
    expect(factsOf(rich(), 'Vault file')).toContain('748 ms');
    expect(factsOf(rich(), 'Vault file')).not.toContain('New vaults');
  });

  it('says where new vaults make guessing dearer than this one', () => {
    const { openVault } = rich();
    if (openVault === null) throw new Error('no open vault');
    const below = { ...openVault, kdf: { ...openVault.kdf, belowPolicy: true } };
    const facts = factsOf(rich({ openVault: below }), 'Vault file');
    expect(facts).toContain('In new vaults each guess costs more: raise the cost');
  });

  it('says for every item what it does and what it does not protect against', () => {
    for (const item of protectionItems(rich())) {
      expect(item.facts.length).toBeGreaterThan(0);
      for (const line of [...item.facts, item.against, item.notAgainst]) {
        expect(line).toMatch(/^\p{Lu}.*\.$/u);
      }
    }
  });

  it('promises nothing that the machine does not have', () => {
    const bare = rich({
      machine: {
        system: 'linux',
        suspend: 'silent',
        screenLock: 'silent',
        systemIdle: 'silent',
        capture: 'none',
        keystore: 'basic_text',
        sandbox: 'unknown',
        coreDumps: 'of_the_system',
        loginStart: 'not_installed',
      },
    });
    expect(factsOf(bare, 'Locking')).toContain('Screen-lock detection: not available.');
    expect(factsOf(bare, 'Screenshots')).toContain('Not available here');
    expect(factsOf(bare, 'System keystore')).toContain('constant that everybody knows');
    expect(factsOf(bare, 'This window')).toContain('cannot vouch for it');
    expect(factsOf(bare, 'Memory')).not.toContain('none of its memory');
    expect(factsOf(rich(), 'Memory')).toContain('none of its memory');
    expect(factsOf(bare, 'Development host')).not.toBe('');
    expect(factsOf({ ...bare, standInHost: false }, 'Development host')).toBe('');
  });

  it('says what is switched off', () => {
    const off = {
      ...rich().settings,
      lockAfterMinutes: null,
      lockOnSuspend: false,
      lockOnScreenLock: false,
      contentProtection: false,
    };
    const mac = { ...rich().machine, system: 'macos', capture: 'partial' } as const;
    const view = rich({ settings: off, machine: mac });
    expect(factsOf(view, 'Locking').match(/switched off/g)).toHaveLength(3);
    expect(factsOf(view, 'Screenshots')).toContain('switched off');
  });
});
