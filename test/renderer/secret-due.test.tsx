// When a client secret is to be replaced, as the window shows and takes it; and the last use of a credential.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { endOfDayMs } from '../../electron/shared/health/secret-due.ts';
import { secretsDue } from '../../renderer/features/night/night.ts';
import { needsAttention } from '../../renderer/model/token-standing.ts';
import { appView, credential } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const DAY = 24 * 60 * 60_000;
const desk = (part: Partial<CredentialView> = {}) =>
  credential(NOW, { id: 'desk-a', label: 'Desk-A', ...part });
const dueIn = (days: number, soon: boolean): Partial<CredentialView> => ({
  secretDue: { atMs: NOW + days * DAY, why: 'valid_until', soon },
});

async function opened(part: Partial<CredentialView>) {
  const app = await renderApp(appView(NOW, { credentials: [desk(part)] }));
  await act(async () => app.services.window.patch({ selectedId: 'desk-a' }));
  const press = (name: string) =>
    act(async () => fireEvent.click(screen.getByRole('button', { name })));
  return { ...app, press };
}

describe('a secret that is due', () => {
  it('needs a person once it is near, unless its rotation is under way', () => {
    expect(needsAttention(desk(dueIn(40, false)))).toBe(false);
    expect(needsAttention(desk(dueIn(5, true)))).toBe(true);
    const rotation = {
      step: 'take_secret',
      waitingFor: 'server',
    } as unknown as CredentialView['rotation'];
    expect(needsAttention(desk({ ...dueIn(5, true), rotation }))).toBe(false);
  });

  it('says by when, and leads into the rotation', async () => {
    const { services } = await opened(dueIn(5, true));
    const notice = screen.getByText(/is due for replacement by 2026-03-08/);
    const row = notice.closest('.section-row');
    if (!(row instanceof HTMLElement)) throw new Error('no row');
    await act(async () =>
      fireEvent.click(within(row).getByRole('button', { name: 'Rotate secret…' })),
    );
    expect(services.window.current().sheet).toEqual({ kind: 'rotation', credentialId: 'desk-a' });
  });

  it('is said to be overdue once its day is over', async () => {
    await opened(dueIn(-1, true));
    expect(screen.getByText(/was due for replacement by 2026-03-02/)).toBeTruthy();
  });

  it('stands in the longer view of the night, by date, for 90 days', async () => {
    const later = credential(NOW, { id: 'b', label: 'B', ...dueIn(91, false) });
    const over = credential(NOW, { id: 'c', label: 'C', ...dueIn(-2, true) });
    const all = [desk(dueIn(40, false)), later, over];
    expect(secretsDue(all, NOW).map(({ credential: { label } }) => label)).toEqual(['C', 'Desk-A']);
    const { services } = await renderApp(appView(NOW, { credentials: all }));
    await act(async () => services.window.show({ kind: 'night' }));
    const sheet = screen.getByRole('dialog');
    expect(within(sheet).getByText('overdue')).toBeTruthy();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Rotate secret…: Desk-A' }));
    expect(services.window.current().sheet).toEqual({ kind: 'rotation', credentialId: 'desk-a' });
  });
});

describe('the end of a secret', () => {
  it('is written as a date, and means the whole day', async () => {
    const { fake, press } = await opened({});
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    await press('Secret valid until…');
    const field = screen.getByRole('textbox', { name: 'Valid until' });
    fireEvent.change(field, { target: { value: '31.3.2027' } });
    await press('Save date');
    expect(screen.getByText(/year-month-day/)).toBeTruthy();
    expect(fake.calls.some(({ name }) => name === 'credentialValidUntilSet')).toBe(false);
    fireEvent.change(field, { target: { value: '2027-03-31' } });
    await press('Save date');
    expect(fake.calls.at(-1)).toEqual({
      name: 'credentialValidUntilSet',
      input: { credentialId: 'desk-a', validUntilMs: endOfDayMs('2027-03-31') },
    });
  });

  it('is taken back by an empty field', async () => {
    const secret = { setAtMs: NOW, fingerprint: 'aaaa·bbbb', validUntilMs: NOW + DAY };
    const { fake, press } = await opened({ secret });
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    expect(screen.getByText(/Valid until 2026-03-04/)).toBeTruthy();
    await press('Secret valid until…');
    fireEvent.change(screen.getByRole('textbox', { name: 'Valid until' }), {
      target: { value: '' },
    });
    await press('Save date');
    expect(fake.calls.at(-1)?.input).toEqual({ credentialId: 'desk-a', validUntilMs: null });
  });
});

describe('the rotation age of an environment', () => {
  it('is a number of days, or no rule', async () => {
    const { fake, services } = await renderApp(appView(NOW, { credentials: [desk()] }));
    await act(async () => services.window.show({ kind: 'environment', environmentId: 'eu' }));
    const press = (name: string) =>
      act(async () => fireEvent.click(screen.getByRole('button', { name })));
    await press('Set rotation age…');
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name: 'Days' }), { target: { value } });
    for (const wrong of ['0', '1.5', '3651', 'ninety']) {
      type(wrong);
      await press('Save rotation age');
      expect(fake.calls.some(({ name }) => name === 'environmentRotationAgeSet')).toBe(false);
    }
    type('90');
    await press('Save rotation age');
    expect(fake.calls.at(-1)?.input).toEqual({ environmentId: 'eu', days: 90 });
  });
});

describe('the last use of a credential', () => {
  it('is shown with each of its kinds, the newest first', async () => {
    await opened({
      lastUse: {
        gotAtMs: NOW - 2 * DAY,
        checkedAtMs: NOW - DAY,
        handedOutAtMs: null,
        tradedAtMs: null,
      },
    });
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    const shown = screen.getByText('Last used', { selector: 'dt' }).nextElementSibling;
    expect(shown?.textContent).toBe('checked a token 1 day agogot a token 2 days ago');
  });

  it('is said to be none where the history knows of none', async () => {
    await opened({});
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    expect(screen.getByText('No use is recorded.')).toBeTruthy();
  });
});
