// Renewal and leases in the window: what is said, what is asked for, and what the locked screen tells.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { appView, credential, token, renewal } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const HOUR = 3_600_000;
const waiting = renewal(NOW, { nextAtMs: NOW + 2 * HOUR });

async function opened(part: Partial<CredentialView>) {
  const desk = credential(NOW, { id: 'desk-a', label: 'Desk A', ...part });
  const app = await renderApp(appView(NOW, { credentials: [desk] }));
  await act(async () => void fireEvent.click(screen.getByRole('row', { name: /Desk A/ })));
  return { ...app, section: within(screen.getByRole('region', { name: 'Renewal' })) };
}

const last = (calls: readonly { readonly name: string; readonly input: unknown }[], name: string) =>
  calls.findLast((call) => call.name === name)?.input;

describe('renewal in the detail', () => {
  it('is off unless it was switched on, and says what it would do', async () => {
    const { section } = await opened({});
    expect(section.getByText('Off. Each token ends when it expires.')).toBeDefined();
    expect(section.getByText(/revokes the old one/)).toBeDefined();
  });

  it('says for Partner that nothing revokes the old token', async () => {
    const { section } = await opened({ accessType: 'partner' });
    expect(section.getByText(/no call revokes a Partner token/)).toBeDefined();
  });

  it('tells what happens next, and when it stops', async () => {
    const { section } = await opened({ renewal: { ...waiting, untilMs: NOW + 6 * HOUR } });
    expect(section.getByText(/^Renews at 14:00 UTC\. Stops at 18:00 UTC\.$/)).toBeDefined();
  });

  it('that is over, but for a token on its way, is nothing to switch off', async () => {
    const renewal = { ...waiting, phase: 'ending', nextAtMs: null, untilMs: NOW - 1 } as const;
    const { section } = await opened({ renewal });
    expect(section.getByText(/^Ended\. A new token is on its way already/)).toBeDefined();
    expect(section.queryByText(/Stops at/)).toBeNull();
    expect(section.queryByRole('button', { name: 'Switch off' })).toBeNull();
    expect(section.getByRole('button', { name: 'Renew automatically…' })).toBeDefined();
    fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
    expect(screen.queryByText(/Renewal is on/)).toBeNull();
  });

  it('of a credential that is being deleted names the deletion as what holds it', async () => {
    const { section } = await opened({
      removing: true,
      renewal: { ...waiting, phase: 'frozen', nextAtMs: null },
    });
    expect(section.getByText(/being deleted/)).toBeDefined();
    expect(section.queryByText(/Revoke everything/)).toBeNull();
  });

  it.each(['outlives', 'idle', 'frozen', 'leased'] as const)(
    'that is %s promises no new token in the place of these',
    async (phase) => {
      await opened({ renewal: { ...waiting, phase, nextAtMs: null } });
      fireEvent.click(screen.getByRole('tab', { name: 'Access' }));
      const card = screen.getByRole('region', { name: 'Reach' });
      expect(within(card).queryByText(/new tokens take their place/)).toBeNull();
    },
  );

  it('says in a live region why the last one failed, and that the token is safe', async () => {
    const lastFailure = { atMs: NOW, failure: { code: 'invalid_client' } } as const;
    const renewal = { ...waiting, lastFailure };
    const inUse = token(NOW, { id: 't', expiresAtMs: NOW + HOUR });
    const { fake, section } = await opened({ renewal, tokens: [inUse] });
    expect(section.getByRole('status').textContent).toMatch(/12:00 UTC did not work.*not touched/);
    const over = { ...inUse, state: 'expired', live: false } as const;
    const desk = credential(NOW, { id: 'desk-a', label: 'Desk A', renewal, tokens: [over] });
    act(() => fake.push(() => ({ credentials: [desk] })));
    expect(section.getByRole('status').textContent).toMatch(/12:00 UTC did not work/);
    expect(section.getByRole('status').textContent).not.toMatch(/in use/);
  });

  it('says no more why the last one failed, once a token was got since', async () => {
    const lastFailure = { atMs: NOW - HOUR, failure: { code: 'server_error' } } as const;
    const renewal = { ...waiting, lastFailure };
    const since = token(NOW, { id: 't', sentAtMs: NOW - HOUR / 2, expiresAtMs: NOW + HOUR });
    const { section } = await opened({ renewal, tokens: [since] });
    expect(section.getByRole('status').textContent).toBe('');
  });

  it('is switched on with a stop and a grace', async () => {
    const { fake, section } = await opened({});
    fireEvent.click(section.getByRole('button', { name: 'Renew automatically…' }));
    fireEvent.change(section.getByRole('combobox', { name: 'Renew' }), { target: { value: '8' } });
    await act(
      async () => void fireEvent.click(section.getByRole('button', { name: 'Switch renewal on' })),
    );
    expect(last(fake.calls, 'renewalTurnOn')).toMatchObject({
      credentialId: 'desk-a',
      untilMs: NOW + 8 * HOUR,
      graceSeconds: 60,
    });
  });

  it('keeps its stop when only the grace is changed', async () => {
    const untilMs = NOW + 6 * HOUR;
    const { fake, section } = await opened({ renewal: { ...waiting, untilMs } });
    fireEvent.click(section.getByRole('button', { name: 'Change…' }));
    fireEvent.change(section.getByRole('combobox', { name: 'Old token lives on for' }), {
      target: { value: '300' },
    });
    await act(async () => void fireEvent.click(section.getByRole('button', { name: 'Save' })));
    expect(last(fake.calls, 'renewalTurnOn')).toMatchObject({ untilMs, graceSeconds: 300 });
    expect(document.activeElement).toBe(section.getByRole('button', { name: 'Change…' }));
  });
});

describe('a lease in the window', () => {
  it('is chosen on the token, and taken back there', async () => {
    const leased = token(NOW, { id: 'a1', lease: { end: 'lock', endsAtMs: null } });
    const { fake } = await opened({ tokens: [leased] });
    expect(screen.getByText('Revoked when Strongroom locks.')).toBeDefined();
    const choose = async (name: RegExp): Promise<void> => {
      fireEvent.click(screen.getByRole('button', { name: /^More for token/ }));
      await act(async () => {
        fireEvent.click(screen.getByRole('menuitem', { name }));
        await new Promise((resolve) => setTimeout(resolve));
      });
    };
    await choose(/^Revoke early: after 30 minutes/);
    expect(last(fake.calls, 'leaseSet')).toEqual({
      tokenId: 'a1',
      lease: { end: 'after', seconds: 1_800 },
    });
    await choose(/^Keep the token until it expires/);
    expect(last(fake.calls, 'leaseRemove')).toEqual({ tokenId: 'a1' });
  });

  it.each([
    [{ ended: 2, waiting: 0 }, '2 tokens set to end at lock were revoked.'],
    [
      { ended: 1, waiting: 1 },
      'Revoking 1 token set to end at lock continues as soon as you unlock.',
    ],
  ])('that a lock ended is told on the locked screen', async (leasesAtLock, text) => {
    const vault = { state: 'locked', failure: null } as const;
    await renderApp(appView(NOW, { vault, leasesAtLock }));
    expect(screen.getByText(text)).toBeDefined();
  });
});

describe('the settings of notifications', () => {
  async function settings(part: Parameters<typeof appView>[1] = {}) {
    const desk = credential(NOW, { id: 'desk-a', label: 'Desk A', tags: ['night'] });
    const app = await renderApp(appView(NOW, { credentials: [desk], ...part }));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Settings' })));
    return app.fake;
  }

  it('change quiet hours and thresholds as one', async () => {
    const fake = await settings();
    await act(
      async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'Quiet hours' })),
    );
    expect(last(fake.calls, 'settingsChange')).toEqual({
      alerts: { quiet: { from: 1_320, to: 420 } },
    });
    const before = screen.getByRole('combobox', { name: 'Before a token ends' });
    await act(async () => void fireEvent.change(before, { target: { value: '5' } }));
    expect(last(fake.calls, 'settingsChange')).toEqual({ alerts: { minutesBefore: [5] } });
    expect(fake.view().settings.alerts.quiet).toEqual({ from: 1_320, to: 420 });
  });

  it('lose no end of the quiet hours when both are changed before main has answered', async () => {
    const fake = await settings();
    await act(
      async () => void fireEvent.click(screen.getByRole('checkbox', { name: 'Quiet hours' })),
    );
    const answers: (() => void)[] = [];
    fake.reply(
      'settingsChange',
      () => new Promise((resolve) => answers.push(() => resolve({ ok: true, value: 'done' }))),
    );
    await act(async () => {
      for (const [label, value] of [
        ['From', '18:30'],
        ['To', '00:30'],
      ] as const) {
        const field = screen.getByLabelText(label);
        fireEvent.change(field, { target: { value } });
        fireEvent.blur(field);
      }
    });
    await act(async () => answers[0]?.());
    await act(async () => answers[1]?.());
    const changes = fake.calls.filter(({ name }) => name === 'settingsChange');
    expect(changes.slice(-2).map(({ input }) => input)).toEqual([
      { alerts: { quiet: { from: 1_110 } } },
      { alerts: { quiet: { to: 30 } } },
    ]);
  });

  it('give a tag thresholds of its own, and take them back', async () => {
    const fake = await settings({ tagAlerts: [{ tag: 'other', minutesBefore: [5] }] });
    const tag = screen.getByRole('combobox', { name: 'Keys with the tag night' });
    await act(async () => void fireEvent.change(tag, { target: { value: '60 15 5' } }));
    expect(last(fake.calls, 'tagAlertSet')).toEqual({ tag: 'night', minutesBefore: [60, 15, 5] });
    await act(async () => void fireEvent.change(tag, { target: { value: 'usual' } }));
    expect(last(fake.calls, 'tagAlertSet')).toEqual({ tag: 'night', minutesBefore: null });
  });
});
