// The line at the foot: a clock apart from the server's, and the proxy of the environment in view.
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { appView, credential } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

describe('the network, at the foot of the window', () => {
  it.each([
    [5, '', false],
    [-6, '−6', false],
    [60, '+60', false],
    [61, '+61', true],
  ])('tells of a clock %d s apart from the server’s', async (skew, shown, warns) => {
    await renderApp(appView(NOW, { clockSkewSeconds: skew }));
    const { textContent } = screen.getByRole('contentinfo');
    expect(/[+−]\d+/.exec(textContent)?.[0] ?? '').toBe(shown);
    expect(textContent.includes('expiry times may be wrong')).toBe(warns);
  });

  it('names the proxy of the credential chosen, and of the list narrowed down', async () => {
    const direct = credential(NOW, { id: 'a', label: 'A', environmentId: 'practice' });
    const own = credential(NOW, { id: 'desk-a', label: 'Desk-A', environmentId: 'lab' });
    const { services, fake } = await renderApp(appView(NOW, { credentials: [direct, own] }));
    const named = 'Proxy proxy.exchange.example:3128';
    expect(screen.queryByText(named)).toBeNull();
    act(() => services.window.select('desk-a'));
    expect(screen.getByText(named)).toBeDefined();
    act(() => services.window.select('a'));
    expect(screen.queryByText(named)).toBeNull();
    act(() => fake.push(() => ({ credentials: [] })));
    act(() => services.window.patch({ filter: { kind: 'environment', environmentId: 'lab' } }));
    expect(screen.getByText(named)).toBeDefined();
  });
});
