// Starting at login in the settings: what the system would do is shown, not what was wished for.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LoginStartState } from '../../electron/shared/settings/login-start-view.ts';
import { linuxMachine } from '../support/protection.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const LABEL = 'Start at login, locked, in the tray';

async function opened(loginStart: LoginStartState) {
  const view = (state: LoginStartState) =>
    appView(NOW, { machine: { ...linuxMachine, loginStart: state } });
  const app = await renderApp(view(loginStart));
  act(() => app.services.window.show({ kind: 'settings', section: 'login' }));
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: LABEL });
  const note = () => box().closest('.choice')?.textContent ?? '';
  const press = () => act(async () => void fireEvent.click(box()));
  return { ...app, view, box, note, press };
}

describe('starting at login', () => {
  it.each([
    ['off', false, false, 'It starts locked'],
    ['on', true, false, 'It starts locked'],
    ['held_back', true, false, 'the system does not do it yet'],
    ['other_copy', false, false, 'Another copy'],
    ['not_installed', false, true, 'runs from its source'],
    ['passing_place', false, true, 'gone at the next login'],
  ] as const)('that is %s is shown so', async (state, isOn, isClosed, said) => {
    const { box, note } = await opened(state);
    expect([box().checked, box().disabled]).toEqual([isOn, isClosed]);
    expect(note()).toContain(said);
  });

  it('is asked of main, and shown once the system does it', async () => {
    const { fake, box, press } = await opened('off');
    await press();
    expect(fake.calls.at(-1)).toEqual({ name: 'loginStartSet', input: { on: true } });
    expect(box().checked).toBe(false);
  });

  it('that the system holds back is said, with where to allow it', async () => {
    const { fake, press } = await opened('off');
    fake.reply('loginStartSet', () => ({
      ok: false,
      failure: { code: 'system_refused', facts: { about: 'login start held back' } },
    }));
    await press();
    expect(screen.getByRole('alert').textContent).toContain('Allow Strongroom in the settings');
  });
});
