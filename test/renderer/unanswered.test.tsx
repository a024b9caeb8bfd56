// The window while it lacks main's view, a part of itself or the place of the vault: it says so after five
// seconds, in words of its own, and never before.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WindowFault } from '../../renderer/app/App.tsx';
import { usualLogFile } from '../../renderer/i18n/en-unanswered.ts';
import { AppProvider } from '../../renderer/state/app-context.tsx';
import { wholeUpdate } from '../support/shown-views.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const locked = { state: 'locked', failure: null } as const;
const notAllowed = { ok: false, failure: { code: 'not_allowed' } } as const;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('a window without a view of main', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['refuses', () => notAllowed, 'refuses this window', 'call_refused'],
    [
      'fails',
      () => ({ ok: false, failure: { code: 'internal_error' } }) as const,
      'cannot say what to show',
      'internal_error',
    ],
    ['is silent', () => new Promise<never>(() => undefined), 'does not answer', 'asking by itself'],
  ] as const)(
    'says after five seconds that main %s, and what to do',
    async (_n, reply, ...said) => {
      const view = appView(NOW, { vault: locked });
      const { fake } = await renderApp(view, { viewCurrent: reply });
      await pass(4_900);
      expect(screen.queryByRole('alert')).toBeNull();
      await pass(200);
      for (const words of said) expect(screen.getByRole('alert').textContent).toContain(words);
      expect(document.body.textContent).toContain('strongroom.log');
      fake.reply('viewCurrent', () => ({ ok: true, value: wholeUpdate(view) }));
      await press('Try again');
      await pass(0);
      expect(screen.getByRole('button', { name: 'Unlock' })).toBeDefined();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('says over a view that it holds that it may be old, until main answers again', async () => {
    const { fake, services } = await renderApp(appView(NOW));
    fake.reply('viewCurrent', () => new Promise<never>(() => undefined));
    act(() => services.views.askAgain());
    await pass(5_000);
    expect(screen.getByRole('alert').textContent).toContain('may be out of date');
    expect(screen.getByRole('region', { name: 'Keys' })).toBeDefined();
    fake.reply('viewCurrent', () => ({ ok: true, value: wholeUpdate(fake.view()) }));
    await press('Try again');
    await pass(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says after five seconds that the place of the vault does not answer', async () => {
    await renderApp(appView(NOW, { vault: { state: 'starting', failure: null } }));
    await pass(4_900);
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(200);
    expect(screen.getByRole('alert').textContent).toContain('folder of the vault');
  });

  it('says that it could not be drawn, and draws again when asked', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { services, fake } = await renderApp(appView(NOW));
    let broken = true;
    const Broken = (): string => {
      if (broken) throw new Error('hunter2');
      return 'drawn';
    };
    document.body.replaceChildren();
    await act(async () => {
      render(
        <AppProvider services={services}>
          <WindowFault>
            <Broken />
          </WindowFault>
        </AppProvider>,
      );
    });
    expect(screen.getByRole('alert').textContent).toContain('could not be drawn');
    expect(document.body.textContent).not.toContain('hunter2');
    await press('Lock');
    expect(fake.calls.at(-1)?.name).toBe('vaultLock');
    broken = false;
    await press('Try again');
    expect(document.body.textContent).toContain('drawn');
  });
});

describe('where the log lies', () => {
  it.each([
    ['Linux x86_64', '~/.config/Strongroom/logs/strongroom.log'],
    ['MacIntel', '~/Library/Application Support/Strongroom/logs/strongroom.log'],
    ['Win32', String.raw`%APPDATA%\Strongroom\logs\strongroom.log`],
  ])('on %s is %s', (platform, file) => {
    expect(usualLogFile(platform)).toBe(file);
  });
});
