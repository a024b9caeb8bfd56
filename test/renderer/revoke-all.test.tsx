// The sheet of "Revoke everything": what it shows before anything happens, and what it takes to start.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOLD_MS } from '../../renderer/features/revoke-all/HoldButton.tsx';
import { appView } from './fixtures.ts';
import { renderApp, standInForLayout } from './render-app.tsx';
import { standingOfRun } from '../../renderer/features/revoke-all/run-headline.ts';
import { run } from './revocation-run.test.tsx';
import { richCredentials } from './rich-credentials.ts';

standInForLayout();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NOW = Date.UTC(2026, 10, 21, 3, 7);
const preview = {
  revocable: 7,
  trading: 2,
  underWay: 1,
  guided: 1,
  accepted: 0,
  outOfReach: 1,
  credentials: [{ credentialId: 'desk-a', tokens: 8 }],
};

async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  });
}

async function openSheet() {
  const app = await renderApp(appView(NOW, { credentials: [...richCredentials(NOW)] }));
  app.fake.reply('revokeAllPreview', () => ({ ok: true, value: preview }));
  app.fake.reply('revokeAllStart', () => ({ ok: true, value: { runId: 'run-1' } }));
  fireEvent.keyDown(document.body, { key: 'Delete', ctrlKey: true, shiftKey: true });
  await settle();
  const sheet = screen.getByRole('dialog', { name: 'Revoke everything' });
  const started = () => app.fake.calls.filter(({ name }) => name === 'revokeAllStart');
  return {
    ...app,
    sheet,
    started,
    button: within(sheet).getByRole('button', { name: 'Revoke 7 tokens' }),
  };
}

describe('the sheet of Revoke everything', () => {
  it('says in numbers and names what will stop', async () => {
    const { sheet } = await openSheet();
    expect(sheet.textContent).toContain('8 tokens of 1 credential');
    expect(sheet.textContent).toContain('Desk-A');
    expect(sheet.textContent).toContain('2 of them may trade; those go first.');
    expect(sheet.textContent).toContain('1 Partner token: you revoke the key in the web app.');
    expect(sheet.textContent).toContain('1 token out of reach');
  });

  it('starts on the second press of Enter', async () => {
    const { button, started } = await openSheet();
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.keyUp(button, { key: 'Enter' });
    expect(started()).toHaveLength(0);
    fireEvent.keyDown(button, { key: 'Enter' });
    expect(started()).toEqual([{ name: 'revokeAllStart', input: { scope: { kind: 'all' } } }]);
  });

  it('starts once Enter was held for a second', async () => {
    const { button, started } = await openSheet();
    fireEvent.keyDown(button, { key: 'Enter' });
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS - 1));
    expect(started()).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(started()).toHaveLength(1);
  });

  it('takes key repeat for no press', async () => {
    const { button, started } = await openSheet();
    fireEvent.keyDown(button, { key: 'Enter' });
    for (let times = 0; times < 5; times += 1) {
      fireEvent.keyDown(button, { key: 'Enter', repeat: true });
    }
    expect(started()).toHaveLength(0);
  });

  it('forgets a hold that was let go', async () => {
    const { button, started } = await openSheet();
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.keyUp(button, { key: 'Enter' });
    await act(() => vi.advanceTimersByTimeAsync(2 * HOLD_MS));
    expect(started()).toHaveLength(0);
  });

  it.each([
    ['the focus', fireEvent.blur],
    ['the pointer', fireEvent.pointerLeave],
  ] as const)('ends a hold as %s leaves the button', async (_what, leave) => {
    const { button, started } = await openSheet();
    fireEvent.pointerDown(button, { button: 0 });
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS - 1));
    leave(button);
    await act(() => vi.advanceTimersByTimeAsync(2 * HOLD_MS));
    expect(started()).toHaveLength(0);
  });

  it('starts once it was held by a pointer for a second', async () => {
    const { button, started } = await openSheet();
    fireEvent.pointerDown(button, { button: 0 });
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS));
    expect(started()).toHaveLength(1);
  });

  it('needs two clicks of a program that helps', async () => {
    const { button, started } = await openSheet();
    fireEvent.click(button, { detail: 0 });
    expect(started()).toHaveLength(0);
    fireEvent.click(button, { detail: 0 });
    expect(started()).toHaveLength(1);
  });

  it('counts again for another scope', async () => {
    const { sheet, fake } = await openSheet();
    const scope = within(sheet).getByRole('combobox', { name: 'What to stop' });
    const [, second] = within(scope).getAllByRole('option');
    fireEvent.change(scope, { target: { value: (second as HTMLOptionElement).value } });
    await settle();
    expect(fake.calls.at(-1)).toEqual({
      name: 'revokeAllPreview',
      input: { scope: JSON.parse((second as HTMLOptionElement).value) as unknown },
    });
  });

  it('counts again when a token that was being requested has come', async () => {
    const { fake } = await openSheet();
    const before = fake.calls.filter(({ name }) => name === 'revokeAllPreview').length;
    act(() =>
      fake.push(({ credentials }) => ({
        credentials: credentials.map((credential) => ({
          ...credential,
          tokens: credential.tokens.map((each) => ({
            ...each,
            can: { ...each.can, revoke: true },
          })),
        })),
      })),
    );
    await settle();
    expect(fake.calls.filter(({ name }) => name === 'revokeAllPreview').length).toBeGreaterThan(
      before,
    );
  });

  it('opens over another sheet: nothing stands in the way of an emergency', async () => {
    const { services } = await renderApp(appView(NOW));
    act(() => services.window.show({ kind: 'settings' }));
    fireEvent.keyDown(document.body, { key: 'Delete', ctrlKey: true, shiftKey: true });
    await settle();
    expect(screen.getByRole('dialog', { name: 'Revoke everything' })).toBeTruthy();
  });
});

describe('a run', () => {
  it('is found again over every screen', async () => {
    const credentials = [...richCredentials(NOW)];
    const id = credentials[0]?.tokens[0]?.id ?? '';
    await renderApp(appView(NOW, { credentials, revocationRuns: [run({ tokenIds: [id] })] }));
    fireEvent.click(screen.getByRole('button', { name: 'Show run' }));
    await settle();
    expect(screen.getByRole('dialog', { name: 'Revocation run' })).toBeTruthy();
  });

  it('that was stopped offers to revoke what it left alone, and no more', async () => {
    const credentials = [...richCredentials(NOW)];
    const [owner] = credentials;
    const ids = owner?.tokens.map(({ id }) => id) ?? [];
    const halted = run({ tokenIds: ids, cancelledAtMs: NOW });
    const left = standingOfRun(halted, credentials).jobs.filter(
      ({ phase }) => phase === 'left_alone',
    );
    const { fake } = await renderApp(appView(NOW, { credentials, revocationRuns: [halted] }));
    const band = screen.getByRole('region', { name: 'Revocation run' });
    expect(band.textContent).toContain('left alone: not sent, still live');
    fireEvent.click(screen.getByRole('button', { name: 'Show run' }));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: /^Revoke \d+ tokens? left alone…$/ }));
    await settle();
    expect(screen.getByRole('dialog', { name: /^Revoke: \d+ selected tokens?$/ })).toBeTruthy();
    const asked = fake.calls.findLast(({ name }) => name === 'revokeAllPreview')?.input;
    const tokenIds = left.map(({ token }) => token.id);
    expect(tokenIds.length).toBeGreaterThan(0);
    expect(asked).toEqual({ scope: { kind: 'selection', tokenIds } });
  });

  it('cannot be put away before its end', async () => {
    const credentials = [...richCredentials(NOW)];
    const id = credentials[0]?.tokens[0]?.id ?? '';
    const { fake } = await renderApp(
      appView(NOW, { credentials, revocationRuns: [run({ tokenIds: [id] })] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Show run' }));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Close run' }));
    expect(fake.calls.map(({ name }) => name)).not.toContain('revocationRunClose');
  });
});

it('is drawn in its sheet, with a sentence for who does not see it', async () => {
  const credentials = [...richCredentials(NOW)];
  const tokenIds = credentials.flatMap(({ tokens }) => tokens.map(({ id }) => id));
  const { services } = await renderApp(
    appView(NOW, { credentials, revocationRuns: [run({ tokenIds })] }),
  );
  act(() => services.window.show({ kind: 'revocation_run', runId: 'run-1' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Revocation run' }));
  const drawing = sheet.getByRole('img', { name: /tokens on a time axis/ });
  expect(drawing.querySelectorAll('.run-line')).toHaveLength(tokenIds.length);
  expect(drawing.querySelectorAll('title')).toHaveLength(tokenIds.length);
});
