// The first minutes: what is shown from the start, steps that tick themselves, and where the focus goes after each.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { likelyEnvironment } from '../../renderer/model/credential-draft.ts';
import {
  appView,
  canNothing,
  checkReport,
  credential,
  environments,
  token,
  revocation,
} from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

const [practice] = environments;
const sample = (part: Partial<CredentialView> & { id: string; label: string }): CredentialView =>
  credential(NOW, { environmentId: 'practice', ...part });
const partner = sample({
  id: 'p',
  label: 'Practice partner',
  accessType: 'partner',
  registeredScopes: [],
  permission: 'read',
});
const trader = sample({ id: 't', label: 'Practice trader' });
const newcomer = (part: Partial<AppView> = {}): AppView =>
  appView(NOW, {
    environments: practice === undefined ? [] : [practice],
    credentials: [partner, trader],
    ...part,
  });

const press = (name: string) =>
  act(async () => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    await Promise.resolve();
  });
const closeSheet = (): void =>
  act(() => void fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })));
const pushToken = (part: Parameters<typeof token>[1]): AppView['credentials'] => [
  partner,
  { ...trader, tokens: [token(NOW, { ...part, credentialId: 't' })] },
];
/** Accepted, and not proven yet. */
const accepted = {
  ...revocation(NOW),
  attempts: 1,
  acceptedAtMs: NOW,
  propagationEndsAtMs: NOW + 300_000,
};
const focused = (): string | null =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null;
const stepsDone = (): readonly string[] =>
  [...screen.getByRole('region', { name: 'Getting started' }).querySelectorAll('li')]
    .filter(({ dataset }) => dataset['standing'] === 'done')
    .map((item) => item.querySelector('strong')?.textContent ?? '');

afterEach(() => sessionStorage.clear());

describe('getting started', () => {
  it('shows the sample whose tokens can be revoked from here, and the first row to everybody else', async () => {
    const { services, fake } = await renderApp(newcomer());
    expect(services.window.current()).toMatchObject({ selectedId: 't', pane: 'list' });
    expect(screen.getByRole('region', { name: 'Practice trader' })).toBeDefined();
    act(() => services.window.patch({ selectedId: null }));
    act(() => fake.push(() => ({ environments: [...environments] })));
    expect(services.window.current().selectedId).toBe('t');
    act(() => services.window.patch({ selectedId: null }));
    expect(services.window.current().selectedId).toBe('p');
  });

  it('ticks each step by what the vault knows, and says what comes next', async () => {
    const { fake } = await renderApp(newcomer());
    expect(stepsDone()).toEqual([]);
    expect(screen.getByText('Get a token').closest('li')?.getAttribute('aria-current')).toBe(
      'step',
    );
    act(() => fake.push(() => ({ credentials: pushToken({ id: 'x' }) })));
    expect(stepsDone()).toEqual(['Get a token']);
    const lastCheck = { atMs: NOW, status: 403, durationMs: 9, evidence: null, control: null };
    const unshown = { ...lastCheck, outcome: 'forbidden' as const };
    act(() => fake.push(() => ({ credentials: pushToken({ id: 'x', lastCheck: unshown }) })));
    expect(stepsDone()).toEqual(['Get a token']);
    const shown = { ...lastCheck, outcome: 'lacks_scope' as const };
    act(() => fake.push(() => ({ credentials: pushToken({ id: 'x', lastCheck: shown }) })));
    expect(stepsDone()).toEqual(['Get a token', 'Check it']);
    const asked = { ...accepted, acceptedAtMs: null };
    const ending = { id: 'x', lastCheck: shown, state: 'revoking' } as const;
    act(() => fake.push(() => ({ credentials: pushToken({ ...ending, revocation: asked }) })));
    expect(stepsDone()).toEqual(['Get a token', 'Check it']);
    act(() => fake.push(() => ({ credentials: pushToken({ ...ending, revocation: accepted }) })));
    expect(stepsDone()).toEqual(['Get a token', 'Check it', 'Revoke it']);
  });

  it('goes when it is hidden, and where the person has an environment of their own', async () => {
    const { fake } = await renderApp(newcomer());
    act(() => fake.push(() => ({ environments: [...environments] })));
    expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
    act(() => fake.push(() => ({ environments: newcomer().environments })));
    await press('Hide');
    expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
    await waitFor(() => expect(focused()).toBe('Get token'));
  });

  it('leads on to an import and to an environment', async () => {
    const { services } = await renderApp(newcomer());
    const card = within(screen.getByRole('region', { name: 'Getting started' }));
    fireEvent.click(card.getByRole('button', { name: 'Add your environment' }));
    expect(services.window.current().sheet).toEqual({ kind: 'add_environment' });
    expect(card.getByRole('button', { name: 'Import…' })).toBeDefined();
  });
});

describe('the row that nobody chose', () => {
  it('is not gathered with the first one that a person marks', async () => {
    const { services } = await renderApp(newcomer());
    fireEvent.click(screen.getByRole('row', { name: /partner/ }), { ctrlKey: true });
    expect([...services.window.current().marked]).toEqual(['p']);
  });
});

describe('the focus', () => {
  it('is on the button to check once a token was got', async () => {
    const { fake } = await renderApp(newcomer());
    await press('Get token');
    act(() => fake.push(() => ({ credentials: pushToken({ id: 'x' }) })));
    await waitFor(() => expect(focused()).toBe('Check'));
  });

  it('is on what is offered next once a token can no longer be checked', async () => {
    const view = newcomer({ credentials: pushToken({ id: 'x' }) });
    const { fake } = await renderApp(view);
    act(() => screen.getByRole('button', { name: 'Check' }).focus());
    act(() =>
      fake.push(() => ({
        credentials: pushToken({ id: 'x', state: 'verified', live: false, can: canNothing }),
      })),
    );
    await waitFor(() => expect(focused()).toBe('Get token'));
  });

  it('is on the list after a recovery key was offered, which the first success brings', async () => {
    const { services } = await renderApp(newcomer({ credentials: pushToken({ id: 'x' }) }), {
      tokenCheck: () => ({ ok: true, value: { ...checkReport(NOW), tokenId: 'x' } }),
    });
    act(() => services.window.patch({ offersRecovery: true }));
    await press('Check');
    closeSheet();
    expect(screen.getByRole('dialog', { name: 'Make a recovery key?' })).toBeDefined();
    await press('Not now');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'));
    await press('Check');
    closeSheet();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is on the test of a credential that was added just now, until something was asked with it', async () => {
    const { services, fake } = await renderApp(newcomer());
    act(() => services.window.patch({ addedId: 'new' }));
    act(() => services.window.open('new'));
    const added = sample({ id: 'new', label: 'Desk-A' });
    act(() => fake.push(() => ({ credentials: [partner, trader, added] })));
    await waitFor(() => expect(focused()).toBe('Test it now'));
    fake.reply('diagnosisStart', () => ({ ok: false, failure: { code: 'cancelled_by_person' } }));
    await press('Test it now');
    expect(fake.calls.at(-1)?.name).toBe('diagnosisStart');
    expect(screen.queryByRole('button', { name: 'Test it now' })).toBeNull();
    await waitFor(() => expect(focused()).toBe('Get token'));
    act(() => services.window.patch({ addedId: 'new' }));
    const asked = { ...added, tokens: [token(NOW, { id: 'n', credentialId: 'new' })] };
    act(() => fake.push(() => ({ credentials: [partner, trader, asked] })));
    expect(screen.queryByRole('button', { name: 'Test it now' })).toBeNull();
    await waitFor(() => expect(focused()).toBe('Check'));
  });
});

describe('the environment of a new credential', () => {
  const all = [...environments];

  it.each([
    ['is nobody’s default where there is only Practice', all.slice(0, 1), null, ''],
    ['is not Practice, though that is shown', all.slice(0, 1), 'practice', ''],
    ['is the only one of the person’s own', all.slice(0, 2), null, 'eu'],
    ['is the one that is shown', all, 'lab', 'lab'],
    ['has to be chosen among several', all, null, ''],
  ])('%s', (_title, known, shownId, expected) => {
    expect(likelyEnvironment(known, shownId)).toBe(expected);
  });

  it('is added from inside the select, and what was typed stays', async () => {
    const { services, fake } = await renderApp(newcomer());
    act(() => services.window.show({ kind: 'add_credential' }));
    const label = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' });
    const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Environment' });
    fireEvent.change(label(), { target: { value: 'Desk-A' } });
    expect(select().value).toBe('');
    fireEvent.change(select(), { target: { value: '+' } });
    const form = screen.getByRole('dialog', { name: 'Add environment' });
    const type = (name: string, value: string): void =>
      void fireEvent.change(within(form).getByRole('textbox', { name }), { target: { value } });
    type('Name', 'Lab');
    type('Base address', 'https://lab.exchange.example/eu');
    type('Trade address', 'https://lab-trade.exchange.example');
    await act(async () => {
      fireEvent.click(within(form).getByRole('button', { name: 'Add environment' }));
      await new Promise((done) => {
        setTimeout(done);
      });
    });
    act(() => fake.push(() => ({ environments: all })));
    expect(label().value).toBe('Desk-A');
    expect(select().value).toBe('lab');
    expect(document.activeElement).toBe(select());
    expect(services.window.current().filter).toEqual({ kind: 'all' });
  });

  it('opens no form under arrow keys that pass the last choice, but by Enter', async () => {
    const { services } = await renderApp(newcomer());
    act(() => services.window.show({ kind: 'add_credential' }));
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Environment' });
    fireEvent.keyDown(select, { key: 'ArrowDown' });
    fireEvent.change(select, { target: { value: '+' } });
    expect(screen.getByText('Press Enter to add an environment.')).toBeDefined();
    fireEvent.keyDown(select, { key: 'Enter' });
    expect(screen.getByRole('dialog', { name: 'Add environment' })).toBeDefined();
  });
});
