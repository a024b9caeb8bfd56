// A key that leaked looks so, and nobody is led to a new token of it.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { appView, credential, leakPlan, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);

describe.each([
  ['without a token', []],
  ['with a live token', [token(NOW, { id: 't' })]],
])('a leaked key %s', (_name, tokens) => {
  it('stands first, with its mark, and offers to continue the plan in place of a token', async () => {
    const others = credential(NOW, { id: 'a', label: 'A', tokens: [] });
    const leaked = credential(NOW, {
      id: 'z',
      label: 'Z',
      tokens: [...tokens],
      leakPlan: leakPlan(NOW),
    });
    const { services } = await renderApp(appView(NOW, { credentials: [others, leaked] }));
    expect(services.window.current().selectedId).toBe('z');
    const [first] = screen.getAllByRole('row');
    expect(first?.dataset['id']).toBe('z');
    expect(first?.textContent).toContain('Leaked');
    const detail = document.querySelector('[data-pane="detail"]');
    const offered = [first, detail].flatMap((part) => [
      ...(part?.querySelectorAll('[data-action="get_or_renew"], [data-action="another_token"]') ??
        []),
    ]);
    expect(offered).toEqual([]);
    expect(first?.querySelector('[data-action="leaked"]')).not.toBeNull();
    expect(detail?.querySelector('.notice-failure')?.textContent).toContain('This key leaked');
  });
});
