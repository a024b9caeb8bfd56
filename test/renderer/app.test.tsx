// The window on a fake bridge: screens, calls, revocation guard, failures, and that no secret is asked.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { appView, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const rich = () => appView(NOW, { credentials: [...richCredentials(NOW)] });
const open = (label: RegExp): void =>
  void fireEvent.click(screen.getByRole('row', { name: label }));
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('the window', () => {
  it('begins with choosing a passphrase', async () => {
    const { fake } = await renderApp(appView(NOW, { vault: { state: 'absent', failure: null } }));
    await press('Choose a passphrase');
    expect(fake.calls.map(({ name }) => name)).toEqual(['viewCurrent', 'vaultCreate']);
    expect(screen.getByRole('region', { name: 'Keys' })).toBeDefined();
  });

  it('says why it begins anew where a vault was', async () => {
    const failure = { code: 'vault_missing' } as const;
    await renderApp(appView(NOW, { vault: { state: 'absent', failure } }));
    expect(screen.getByRole('alert').textContent).toContain('No vault file was found.');
  });

  it('says what is wrong with a damaged vault', async () => {
    await renderApp(appView(NOW, { vault: { state: 'locked', failure: { code: 'corrupt' } } }));
    expect(screen.getByRole('alert').textContent).toContain('The vault file is damaged.');
  });

  it('locks with Ctrl+L and forgets what was selected', async () => {
    const { services } = await renderApp(rich());
    open(/^Desk-A/);
    await act(async () => void fireEvent.keyDown(document, { key: 'l', ctrlKey: true }));
    expect(screen.getByRole('button', { name: 'Unlock' })).toBeDefined();
    expect(services.window.current().selectedId).toBeNull();
  });

  it('goes back to the list where the credential it showed is gone, as once all of it was proven dead', async () => {
    const { fake, services } = await renderApp(rich());
    open(/^Desk-A/);
    act(() =>
      fake.push(({ credentials }) => ({
        credentials: credentials.filter(({ id }) => id !== 'desk-a'),
      })),
    );
    expect(services.window.current().pane).toBe('list');
  });

  it('stays at a credential that was added just now and is still to come', async () => {
    const { services } = await renderApp(rich());
    open(/^Desk-A/);
    act(() => services.window.open('just-added'));
    expect(services.window.current().pane).toBe('detail');
  });

  it('offers no new token where a credential waits for its deletion, and says why', async () => {
    const tokens = [token(NOW, { id: 't' })];
    const { fake } = await renderApp(
      appView(NOW, {
        credentials: [
          credential(NOW, { id: 'a', label: 'Going', removing: true, tokens }),
          credential(NOW, { id: 'b', label: 'Gone-soon', removing: true }),
        ],
      }),
    );
    open(/^Going/);
    const buttons = screen.getAllByRole('button');
    const renew = buttons.filter(({ dataset }) => dataset['action'] === 'get_or_renew');
    expect(renew.map((button) => button.getAttribute('aria-disabled'))).not.toContain(null);
    const why = 'It is being deleted. No new tokens.';
    expect(renew.some(({ title }) => title === why)).toBe(true);
    expect(screen.queryByText('Get another token')).toBeNull();
    open(/^Gone-soon/);
    expect(screen.getByText(why)).toBeDefined();
    await act(async () => void fireEvent.keyDown(document, { key: 'Enter', ctrlKey: true }));
    expect(fake.calls.map(({ name }) => name)).not.toContain('tokenGet');
  });

  it('asks for read alone unless trade is ticked', async () => {
    const { fake } = await renderApp(rich());
    open(/^Practice Trader/);
    await press('Get token');
    expect(fake.calls.at(-1)?.input).toEqual({
      credentialId: 'practice-trader',
      scopes: ['TRADER_READ'],
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Read' }));
    const button = screen.getByRole('button', { name: 'Get token' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const before = fake.calls.length;
    await press('Get token');
    expect(fake.calls).toHaveLength(before);
  });

  it('revokes with Del and Enter, but not within 600 ms', async () => {
    const { fake, clock } = await renderApp(rich());
    open(/^Desk-A/);
    fireEvent.keyDown(document, { key: 'Delete' });
    expect(screen.getByText(/reading the Trader API/)).toBeDefined();
    await press('Revoke token');
    expect(fake.calls.some(({ name }) => name === 'tokenRevoke')).toBe(false);
    clock.advance(600);
    await press('Revoke token');
    expect(fake.calls.at(-1)).toEqual({ name: 'tokenRevoke', input: { tokenId: 'a1' } });
  });

  it('gives the focus back to the button of the token where its revocation is not confirmed', async () => {
    await renderApp(rich());
    open(/^Desk-A/);
    const card = (): HTMLElement => screen.getAllByRole('article', { name: /^Token/ })[0]!;
    const revoke = (): HTMLElement => within(card()).getByRole('button', { name: 'Revoke' });
    for (const leave of [
      () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' }),
      () => fireEvent.click(within(card()).getByRole('button', { name: 'Cancel' })),
    ]) {
      act(() => revoke().focus());
      fireEvent.click(revoke());
      expect(document.activeElement?.textContent).toBe('Revoke token');
      await act(async () => {
        leave();
        await new Promise((resolve) => setTimeout(resolve));
      });
      expect(document.activeElement).toBe(revoke());
    }
  });

  it('keeps a failure with its three parts and facts until dismissed', async () => {
    const { fake } = await renderApp(rich());
    fake.reply('tokenRenew', () => ({
      ok: false,
      failure: { code: 'invalid_scope', facts: { status: 400, scopes: ['TRADER_READ'] } },
    }));
    open(/^Desk-B/);
    await press('Renew');
    expect(screen.getByRole('alert').textContent).toContain('TRADER_READ');
    expect(screen.getByText('invalid_scope')).toBeDefined();
    await press('Dismiss');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('opens the check report with its tree, the first branches unfolded, and masked leaves', async () => {
    await renderApp(rich());
    open(/^Desk-A/);
    await press('Check');
    const report = screen.getByRole('dialog', { name: 'Check report' });
    expect(within(report).getByText('Works')).toBeDefined();
    const item = within(report).getByText('api_key').parentElement;
    expect(item?.textContent).toContain('masked');
  });

  it('offers only what the token allows', async () => {
    const bare = credential(NOW, {
      id: 'x',
      label: 'X',
      tokens: [
        token(NOW, {
          id: 't',
          can: {
            check: false,
            renew: false,
            revoke: false,
            guide: false,
            copy: false,
            forget: true,
          },
        }),
      ],
    });
    await renderApp(appView(NOW, { credentials: [bare] }));
    open(/^X/);
    const card = screen.getByRole('article', { name: 'Token 3f9a·02c1' });
    expect(
      within(card)
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['']);
    fireEvent.click(within(card).getByRole('button', { name: 'More for token 3f9a·02c1' }));
    const items = screen.getAllByRole('menuitem').filter((item) => item.ariaDisabled !== 'true');
    expect(items.map((item) => item.dataset['action'])).toEqual(['get_or_renew', 'forget']);
  });

  it('has no field for a secret in any form', async () => {
    const { services } = await renderApp(rich());
    for (const sheet of [
      { kind: 'add_credential' },
      { kind: 'replace_secret', credentialId: 'desk-a' },
      { kind: 'edit_credential', credentialId: 'desk-a' },
      { kind: 'add_environment' },
    ] as const) {
      act(() => services.window.show(sheet));
      const dialog = screen.getByRole('dialog');
      expect(dialog.querySelector('input[type="password"]')).toBeNull();
      for (const field of within(dialog).queryAllByRole('textbox')) {
        expect(field.closest('.field')?.querySelector('label')?.textContent).not.toMatch(
          /secret|passphrase/i,
        );
      }
      act(() => services.window.show(null));
    }
  });

  it('says each end once while live times are paused', async () => {
    const { services } = await renderApp(rich());
    open(/^Desk-B/);
    act(() => services.window.patch({ paused: !services.window.current().paused }));
    const detail = within(screen.getByRole('region', { name: 'Desk-B' }));
    for (const timer of detail.getAllByRole('timer')) {
      expect(timer.textContent).toMatch(/^until .*until /);
    }
    expect(detail.queryByText(/left/)).toBeNull();
    expect(detail.getAllByText(/^until /)).toHaveLength(2);
  });

  it('stops ticking while live times are paused', async () => {
    const { clock, services } = await renderApp(rich());
    open(/^Desk-B/);
    act(() => services.window.patch({ paused: !services.window.current().paused }));
    expect(clock.waiting()).toBeLessThanOrEqual(1);
    expect(screen.getAllByText(/^(\w{3} )?\d\d:\d\d \S+$/).length).toBeGreaterThan(0);
  });

  it.each(['unlocked', 'locked'] as const)(
    'says, %s, that the desktop keeps a copy',
    async (state) => {
      await renderApp({ ...rich(), vault: { state, failure: null }, clipboardKept: true });
      expect(screen.queryAllByText(/^The desktop may still have what was copied/)).toHaveLength(1);
    },
  );

  it('says when the clipboard is cleared while live times are paused', async () => {
    const { clock, services } = await renderApp({
      ...rich(),
      clipboard: { tokenId: 'a1', clearsAtMs: NOW + 20_000 },
    });
    const timer = () => screen.getByText(/^Token on the clipboard/).textContent;
    expect(timer()).toBe('Token on the clipboard, clears in 0:20 min');
    act(() => services.window.patch({ paused: !services.window.current().paused }));
    clock.advance(5_000);
    expect(timer()).toMatch(/^Token on the clipboard, clears at \d\d:\d\d:20$/);
  });

  it('holds the line of a lifetime still while live times are paused', async () => {
    const { clock, fake, services } = await renderApp(rich());
    open(/^Desk-B/);
    const line = () => document.querySelector<HTMLElement>('.lifetime-bar > span')?.style.transform;
    act(() => services.window.patch({ paused: !services.window.current().paused }));
    const stood = line();
    clock.advance(120_000);
    // Something else about the credential changed: it is drawn anew.
    act(() =>
      fake.push(({ credentials }) => ({
        credentials: credentials.map((each) => ({ ...each, favourite: !each.favourite })),
      })),
    );
    expect(stood).toMatch(/^scaleX/);
    expect(line()).toBe(stood);
    act(() => services.window.patch({ paused: !services.window.current().paused }));
    expect(line()).not.toBe(stood);
  });
});
