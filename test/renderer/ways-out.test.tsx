// A failure has its way out beside it, a diagnosis says first what is wrong, and a fresh sheet shows no old failure.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  CheckLineView,
  DiagnosisView,
} from '../../electron/shared/diagnosis/diagnosis-view.ts';
import type { Failure } from '../../electron/shared/failures/failure.ts';
import { appView, checkReport, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const refused: Failure = {
  code: 'invalid_client',
  facts: { call: 'token', host: 'api.test', status: 401, scopes: ['TRADER_TRADE'] },
};

const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
const namesIn = (element: HTMLElement): readonly string[] =>
  within(element)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== '' && name !== 'Copy details');
const notice = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('.notices .notice-failure');
  if (found === null) throw new Error('no failure is shown');
  return found;
};
const deskWith = (part: Partial<Parameters<typeof credential>[1]> = {}) =>
  appView(NOW, { credentials: [credential(NOW, { id: 'desk-a', label: 'Desk-A', ...part })] });

describe('a failure of a credential', () => {
  it('that may be the secret’s offers another try, another secret and a diagnosis', async () => {
    await renderApp(deskWith({ lastFailure: { atMs: NOW, failure: refused } }));
    expect(namesIn(notice())).toEqual(['Try again', 'Replace secret…', 'Diagnose']);
  });

  it('of the network offers no other secret, and none that was refused by a web page', async () => {
    const { fake } = await renderApp(
      deskWith({
        lastFailure: { atMs: NOW, failure: { code: 'connect_refused', facts: { call: 'token' } } },
      }),
    );
    expect(namesIn(notice())).toEqual(['Try again', 'Diagnose']);
    const page: Failure = { code: 'http_error', facts: { call: 'token', about: 'text/html' } };
    act(() => fake.push(() => deskWith({ lastFailure: { atMs: NOW, failure: page } })));
    expect(namesIn(notice())).toEqual(['Try again', 'Diagnose']);
  });

  it('is tried again with the scopes that were asked for', async () => {
    const { fake } = await renderApp(deskWith({ lastFailure: { atMs: NOW, failure: refused } }));
    await press('Try again');
    expect(fake.calls.at(-1)).toEqual({
      name: 'tokenGet',
      input: { credentialId: 'desk-a', scopes: ['TRADER_TRADE'] },
    });
  });

  it('of a check is checked again from its report', async () => {
    const failure: Failure = { code: 'connect_timeout', facts: { call: 'identity check' } };
    const { fake } = await renderApp(deskWith({ tokens: [token(NOW, { id: 'a1' })] }), {
      tokenCheck: () => ({
        ok: true,
        value: { ...checkReport(NOW), outcome: 'no_answer', failure, tree: null },
      }),
    });
    await press('Check');
    const report = within(screen.getByRole('dialog', { name: 'Check report' }));
    await act(async () => void fireEvent.click(report.getByRole('button', { name: 'Try again' })));
    expect(fake.calls.filter(({ name }) => name === 'tokenCheck')).toHaveLength(2);
  });

  it('that never left this machine offers nothing of that', async () => {
    await renderApp(deskWith({ lastFailure: { atMs: NOW, failure: { code: 'disk_full' } } }));
    expect(namesIn(notice())).toEqual([]);
  });
});

const line = (part: Partial<CheckLineView>): CheckLineView => ({
  place: 'base',
  step: 'name',
  verdict: 'good',
  finding: 'name_found',
  because: null,
  durationMs: 4,
  failure: null,
  doors: [],
  facts: [],
  ...part,
});
const diagnosis = (checks: readonly CheckLineView[]): DiagnosisView => ({
  id: 'd1',
  credentialId: 'desk-a',
  label: 'Desk-A',
  clientId: 'c',
  accessType: 'trader',
  environment: 'EU main',
  kind: 'production',
  baseUrl: 'https://api.test',
  tradeUrl: 'https://trade.test',
  ownAuthority: false,
  scopes: ['TRADER_READ'],
  startedAtMs: NOW,
  endedAtMs: NOW + 9,
  stopped: false,
  checks: [...checks],
});

describe('a diagnosis that has ended', () => {
  const show = async (checks: readonly CheckLineView[]) => {
    const { services } = await renderApp(deskWith());
    act(() => services.feedback.fail('desk-a', { code: 'disk_full' }, NOW));
    const run = diagnosis(checks);
    act(() => services.window.show({ kind: 'diagnosis', credentialId: 'desk-a', run }));
    return await screen.findByRole('dialog', { name: 'Diagnose Desk-A' });
  };

  it('is headed by its cause and what to do, then its six steps, and folds the rest', async () => {
    const sheet = await show([
      line({}),
      line({ step: 'tls', verdict: 'amber', finding: 'tls_ends_soon' }),
      line({ place: 'token', step: 'token', verdict: 'bad', finding: 'failed', failure: refused }),
      line({
        place: 'token',
        step: 'scope',
        verdict: 'not_tried',
        finding: null,
        because: 'no_token',
      }),
    ]);
    expect(sheet.querySelector('.verdict-word')?.textContent).toBe(
      'The client id or the secret is wrong, was replaced or was deleted.',
    );
    expect(within(sheet).getByText(/^Compare the client id with the web app/)).toBeDefined();
    expect(within(sheet).getByRole('button', { name: 'Replace secret…' })).toBeDefined();
    const steps = within(within(sheet).getByRole('list', { name: 'Steps' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Address: Waiting',
      'Network: Good',
      'TLS: Look at this',
      'Token: Failed',
      'Check: Waiting',
      'Revoke: Waiting',
    ]);
    const fold = sheet.querySelector('details.fold');
    expect(fold?.hasAttribute('open')).toBe(false);
    expect(fold?.querySelector('summary')?.textContent).toBe(
      'Evidence: 1 failed, 1 to look at, 1 good, 1 not tried',
    );
  });

  it('leads to where an authority is added, where the certificate came from an unknown one', async () => {
    const failure: Failure = { code: 'tls_unknown_authority', facts: { host: 'api.test' } };
    const sheet = await show([line({ step: 'tls', verdict: 'bad', finding: 'failed', failure })]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Trust its authority…' }));
    expect(await screen.findByRole('dialog', { name: 'EU main' })).toBeDefined();
  });

  it('folds everything where everything works', async () => {
    const sheet = await show([line({}), line({ step: 'connect', finding: 'connected' })]);
    expect(within(sheet).getByText(/^Everything works/)).toBeDefined();
    expect(sheet.querySelector('details.fold summary')?.textContent).toBe('Evidence: 2 good');
  });

  it('shows no failure from before it was opened', async () => {
    const sheet = await show([line({})]);
    expect(within(sheet).queryByText('The disk is full.')).toBeNull();
    expect(screen.getByText('The disk is full.')).toBeDefined();
  });
});

describe('the name of an environment', () => {
  it('is changed in its sheet, and the focus goes back to where it was', async () => {
    const { fake, services } = await renderApp(appView(NOW), {
      environmentRename: () => ({ ok: true, value: 'done' }),
    });
    act(() => services.window.show({ kind: 'environment', environmentId: 'lab' }));
    await press('Rename…');
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'eu MAIN' } });
    await press('Save name');
    expect(screen.getByText(/Another environment has this name/)).toBeDefined();
    expect(fake.calls.map(({ name }) => name)).not.toContain('environmentRename');
    fireEvent.change(field, { target: { value: ' Lab 2 ' } });
    await press('Save name');
    expect(fake.calls.at(-1)).toEqual({
      name: 'environmentRename',
      input: { environmentId: 'lab', name: 'Lab 2' },
    });
    expect(document.activeElement?.textContent).toBe('Rename…');
  });

  it('of Practice is its own', async () => {
    const { services } = await renderApp(appView(NOW));
    act(() => services.window.show({ kind: 'environment', environmentId: 'practice' }));
    expect(screen.queryByRole('button', { name: 'Rename…' })).toBeNull();
  });
});
