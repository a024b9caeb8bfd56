// The line of what is under way with a credential: a request that waits for another try says why and until
// when, and can be made now or ended.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { appView, credential } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const waiting: CredentialView['activities'] = [
  {
    call: 'token',
    tokenId: null,
    startedAtMs: NOW,
    nextTry: {
      atMs: NOW + 75_000,
      failure: { code: 'rate_limited', facts: { host: 'api.test', status: 429 } },
    },
    isLeft: false,
  },
];

const sent = { call: 'token', tokenId: 'asked', startedAtMs: NOW, nextTry: null } as const;

async function renderWith(activities: CredentialView['activities']) {
  const shown = credential(NOW, { id: 'desk-x', label: 'Desk-X', activities });
  const app = await renderApp(appView(NOW, { credentials: [shown] }));
  fireEvent.click(screen.getByRole('row', { name: /^Desk-X/ }));
  return app;
}

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('a request that waits for another try', () => {
  it('says why and until when', async () => {
    const { clock, services } = await renderWith(waiting);
    expect(screen.getByText(/^api.test asks to slow down/)).toBeDefined();
    expect(screen.getByText(/^Next attempt in/).textContent).toBe('Next attempt in 1:15 min');
    act(() => clock.advance(10_000));
    expect(screen.getByText(/^Next attempt in/).textContent).toBe('Next attempt in 1:05 min');
    act(() => services.window.patch({ paused: true }));
    expect(screen.getByText(/^Next attempt at/).textContent).toMatch(/at .*\d\d:01/);
  });

  it('is made now, or ended, as the person says', async () => {
    const { fake } = await renderWith(waiting);
    await press('Try now');
    await press('Stop asking');
    expect(fake.calls.slice(-2)).toEqual([
      { name: 'tokenTryNow', input: { credentialId: 'desk-x' } },
      { name: 'tokenStopAsking', input: { credentialId: 'desk-x' } },
    ]);
  });

  it('gives the focus back when it is over', async () => {
    const { fake } = await renderWith(waiting);
    const choice = screen.getByRole('button', { name: 'Try now' });
    // What choosing the row brings about comes first.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    choice.focus();
    await act(async () => {
      fake.push(({ credentials }) => ({
        credentials: credentials.map((each) => ({ ...each, activities: [] })),
      }));
    });
    expect(choice.isConnected).toBe(false);
    const origin = within(screen.getByRole('region', { name: 'Desk-X' })).getByRole('button', {
      name: 'Get token',
    });
    await waitFor(() => expect(document.activeElement).toBe(origin));
  });

  it('says that it stops once it was sent and nobody wants it, and cannot be stopped again', async () => {
    await renderWith([{ ...sent, isLeft: true }]);
    expect(screen.getByText('Stopping. If a token still arrives, it is revoked.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Stop asking' })).toBeNull();
  });

  it('is told before one that only ends beside it', async () => {
    await renderWith([
      { ...sent, isLeft: true },
      { ...waiting[0]!, nextTry: null },
    ]);
    expect(screen.queryByText(/^Stopping/)).toBeNull();
  });

  it('offers nothing of that where nothing waits', async () => {
    await renderWith([]);
    expect(screen.queryByRole('button', { name: /Try now|Stop asking/ })).toBeNull();
  });
});
