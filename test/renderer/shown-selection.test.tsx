// What a key or a button acts on stands in the list: nothing that is hidden is acted on.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drillScenarios } from '../../electron/shared/words.ts';
import { appView, credential, environments, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const [here, elsewhere] = environments;

/** The same label in two environments, each with a live token. */
function bot(
  id: string,
  environmentId: string | undefined,
  state: 'active' | 'expiring' = 'active',
) {
  return credential(NOW, {
    id,
    label: 'Momentum bot',
    environmentId: environmentId ?? '',
    tokens: [token(NOW, { id: `t-${id}`, state })],
  });
}

const view = appView(NOW, {
  credentials: [bot('eu', here?.id), bot('us', elsewhere?.id)],
});
const usOnly = { kind: 'environment', environmentId: elsewhere?.id ?? '' } as const;

describe('what is chosen', () => {
  const current = () => document.querySelector<HTMLElement>('[data-current]')?.dataset['id'];
  const revoke = () => fireEvent.keyDown(document.body, { key: 'Delete' });

  it('is the first row where a filter leaves out what was chosen, and Del is about that', async () => {
    const { services } = await renderApp(view);
    act(() => services.window.open('eu'));
    act(() => services.window.patch({ filter: usOnly }));
    expect([services.window.current().selectedId, current()]).toEqual(['us', 'us']);
    act(() => void revoke());
    expect(services.window.current().armedTokenId).toBe('t-us');
    expect(screen.getByRole('group', { name: /^Revoke/ }).textContent).toContain(
      `Momentum bot in ${elsewhere?.name}`,
    );
  });

  it('is nothing where a search finds nothing, and Del does nothing', async () => {
    const { services } = await renderApp(view);
    act(() => services.window.open('eu'));
    act(() => services.window.patch({ search: 'nobody' }));
    act(() => void revoke());
    const { selectedId, armedTokenId } = services.window.current();
    expect([selectedId, armedTokenId]).toEqual([null, null]);
  });

  it('takes along the question that stood open for what is left out', async () => {
    const { services } = await renderApp(view);
    act(() => services.window.open('eu'));
    act(() => void revoke());
    expect(services.window.current().armedTokenId).toBe('t-eu');
    act(() => services.window.patch({ filter: usOnly }));
    expect(services.window.current().armedTokenId).toBeNull();
  });

  it('widens the list where it was chosen elsewhere', async () => {
    const { services } = await renderApp(view);
    act(() => services.window.patch({ filter: usOnly, search: 'momentum' }));
    act(() => services.window.open('eu'));
    const { selectedId, filter, search } = services.window.current();
    expect([selectedId, filter.kind, search, current()]).toEqual(['eu', 'all', '', 'eu']);
  });

  it('stays in the list where what happened leaves it out', async () => {
    const { fake, services } = await renderApp(view);
    act(() => services.window.patch({ search: 'state:active' }));
    act(() => services.window.open('eu'));
    act(() =>
      fake.push(() => ({
        credentials: [bot('eu', here?.id, 'expiring'), bot('us', elsewhere?.id)],
      })),
    );
    expect([services.window.current().selectedId, current()]).toEqual(['eu', 'eu']);
  });

  it('is what a drill is about once that begins', async () => {
    const { fake, services } = await renderApp(view);
    act(() => services.window.open('eu'));
    const drill = {
      id: 'drill-1',
      scenario: drillScenarios[0],
      preparing: false,
      startedAtMs: NOW,
      credentialIds: ['us'],
      leakedIds: ['us'],
      tokens: 1,
      accepted: 0,
      verified: 0,
    };
    act(() => fake.push(() => ({ drill })));
    expect([services.window.current().selectedId, current()]).toEqual(['us', 'us']);
  });
});
