// What is said where the clock of this machine cannot be trusted about a token's end.
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/i18n/en.ts';
import { clockDoubt } from '../../renderer/features/credentials/detail/TokenFacts.tsx';
import { appView, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const HOUR = 3_600_000;
const behind = token(NOW, { id: 'behind', sentAtMs: NOW + 5 * HOUR, expiresAtMs: null });

describe('a clock in doubt', () => {
  it('that shows a time before the request is named as the reason of an unknown end (case 114)', async () => {
    const owner = credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens: [behind] });
    const { services } = await renderApp(appView(NOW, { credentials: [owner] }));
    act(() => services.window.open('desk-a'));
    expect(screen.getByText(en.token.clock.behind)).toBeDefined();
  });

  it('that was set back is noted beside an end that counts by the time that passed (case 112)', async () => {
    const set = token(NOW, {
      id: 'set',
      sentAtMs: NOW + HOUR / 2,
      expiresAtMs: NOW + 23 * HOUR,
      lifetimeSeconds: 86_400,
    });
    const owner = credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens: [set] });
    const { services } = await renderApp(appView(NOW, { credentials: [owner] }));
    act(() => services.window.open('desk-a'));
    expect(screen.getByText(en.token.clock.set)).toBeDefined();
  });

  it('is not suspected where the server named no end, for a token that is over, or for a correction', () => {
    expect(clockDoubt({ ...behind, lifetimeSeconds: null })).toBeNull();
    expect(clockDoubt({ ...behind, live: false })).toBeNull();
    const right = token(NOW, { id: 'right' });
    expect(clockDoubt(right)).toBeNull();
    expect(clockDoubt({ ...right, expiresAtMs: (right.expiresAtMs ?? 0) - 59_000 })).toBeNull();
    expect(clockDoubt({ ...right, expiresAtMs: (right.expiresAtMs ?? 0) - 61_000 })).toBe('set');
  });
});
