// The sheet of "Revoke everything": what it shows before anything happens, and what it takes to start.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOLD_MS } from '../../renderer/features/revoke-all/HoldButton.tsx';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import { appView, credential, MINUTE, revocation, run, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { standingOfRun } from '../../renderer/features/revoke-all/run-headline.ts';
import { richCredentials } from './rich-credentials.ts';

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
    expect(sheet.textContent).toContain('8 tokens in 1 key');
    expect(sheet.textContent).toContain('Desk-A');
    expect(sheet.textContent).toContain('2 of them can trade; those go first.');
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

  it('counts again for another scope, of which there may be several', async () => {
    const { sheet, fake } = await openSheet();
    const scope = within(sheet).getByRole('group', { name: 'What to stop' });
    const names = within(scope).getAllByRole('radio');
    expect(names.map((each) => each.closest('label')?.textContent)).toEqual([
      'Everything',
      'Environment…',
      'Tag…',
      'One key…',
    ]);
    expect(within(sheet).queryByRole('combobox')).toBeNull();
    fireEvent.click(within(scope).getByRole('radio', { name: 'Environment…' }));
    await settle();
    const asked = () => fake.calls.findLast(({ name }) => name === 'revokeAllPreview')?.input;
    expect(document.activeElement).not.toBe(
      within(sheet).getByRole('button', { name: 'Revoke 7 tokens' }),
    );
    const [first, second] = appView(NOW).environments;
    expect(asked()).toEqual({ scope: { kind: 'environment', environmentId: first?.id } });
    const which = within(sheet).getByRole('combobox', { name: 'Which one' });
    const value = JSON.stringify({ kind: 'environment', environmentId: second?.id });
    fireEvent.change(which, { target: { value } });
    await settle();
    expect(asked()).toEqual({ scope: { kind: 'environment', environmentId: second?.id } });
  });

  it('has a bar for each environment, and many names only where they are asked for', async () => {
    const keys = Array.from({ length: 8 }, (_, index) =>
      credential(NOW, {
        id: `k${index}`,
        label: `Key ${7 - index}`,
        environmentId: index < 6 ? 'eu' : 'lab',
      }),
    );
    const app = await renderApp(appView(NOW, { credentials: keys }));
    const credentials = keys.map(({ id }) => ({ credentialId: id, tokens: 2 }));
    app.fake.reply('revokeAllPreview', () => ({ ok: true, value: { ...preview, credentials } }));
    act(() => app.services.window.show({ kind: 'revoke_all', scope: { kind: 'all' } }));
    await settle();
    const sheet = screen.getByRole('dialog', { name: 'Revoke everything' });
    const bars = within(sheet).getByRole('list', { name: 'Tokens by environment' });
    expect(
      within(bars)
        .getAllByRole('listitem')
        .map((bar) => bar.textContent),
    ).toEqual([expect.stringMatching(/^EU main.*12$/), expect.stringMatching(/^Lab.*4$/)]);
    const names = within(sheet).getByText('Show 8 keys').closest('details');
    expect(names?.open).toBe(false);
    expect([...(names?.querySelectorAll('li') ?? [])].map((each) => each.textContent)).toEqual(
      ['2', '3', '4', '5', '6', '7']
        .map((name) => `Key ${name} in EU main2`)
        .concat(['0', '1'].map((name) => `Key ${name} in Lab2`)),
    );
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
    await renderApp(appView(NOW, { credentials, revocationRuns: [run(NOW, { tokenIds: [id] })] }));
    fireEvent.click(screen.getByRole('button', { name: 'Show run' }));
    await settle();
    expect(screen.getByRole('dialog', { name: 'Revocation run' })).toBeTruthy();
  });

  it('that was stopped offers to revoke what it left alone, and no more', async () => {
    const credentials = [...richCredentials(NOW)];
    const [owner] = credentials;
    const ids = owner?.tokens.map(({ id }) => id) ?? [];
    const halted = run(NOW, { tokenIds: ids, cancelledAtMs: NOW });
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
      appView(NOW, { credentials, revocationRuns: [run(NOW, { tokenIds: [id] })] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Show run' }));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Close run' }));
    expect(fake.calls.map(({ name }) => name)).not.toContain('revocationRunClose');
  });
});

describe('the sheet of a run', () => {
  const NAMES = ['a', 'b', 'c', 'd', 'e'];
  async function sheetOf(tokens: TokenView[]) {
    const desk = credential(NOW, { id: 'desk-a', label: 'Desk-A', tokens });
    const revocationRuns = [run(NOW, { tokenIds: tokens.map(({ id }) => id) })];
    const app = await renderApp(appView(NOW, { credentials: [desk], revocationRuns }));
    act(() => app.services.window.show({ kind: 'revocation_run', runId: 'run-1' }));
    return screen.getByRole('dialog', { name: 'Revocation run' });
  }
  const accepted = (id: string, state: TokenView['state']): TokenView =>
    token(NOW, {
      id,
      state,
      confirmsAtMs: state === 'confirming' ? NOW + 4 * MINUTE : null,
      revocation: { ...revocation(NOW), attempts: 1, acceptedAtMs: NOW - 1_000 },
    });

  it('folds those that stand alike, and shows what needs somebody', async () => {
    const failed = NAMES.map((id) => accepted(`f${id}`, 'revoke_failed'));
    const sheet = await sheetOf([
      ...NAMES.map((id) => accepted(id, 'confirming')),
      accepted('one', 'verified'),
      ...failed,
    ]);
    const lines = within(sheet).getByRole('list', { name: 'Tokens of this run' });
    expect(lines.querySelectorAll('[data-token]')).toHaveLength(1 + failed.length);
    const fold = within(lines).getByText('5 × Refused here, confirming').closest('details');
    if (fold === null) throw new Error('not folded');
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
    expect(fold.querySelectorAll('[data-token]')).toHaveLength(5);
  });

  it('has a ring for what was accepted and one for what is confirmed, with the time left', async () => {
    const sheet = await sheetOf([accepted('a', 'confirming'), accepted('b', 'verified')]);
    const rings = [...sheet.querySelectorAll('.stop-ring')];
    expect(rings.map((ring) => ring.textContent)).toEqual(['2/2', '1/2']);
    expect(within(sheet).getByText('about 4:00 min left')).toBeTruthy();
  });

  it('has its drawing, with a sentence for who does not see it', async () => {
    const sheet = await sheetOf(NAMES.map((id) => accepted(id, 'confirming')));
    const drawing = within(sheet).getByRole('img', { name: /tokens on a time axis/, hidden: true });
    expect(drawing.querySelectorAll('.run-line')).toHaveLength(NAMES.length);
    expect(drawing.querySelectorAll('title')).toHaveLength(NAMES.length);
  });
});
