// Several rows at once: marking them by pointer and keyboard, what is asked for all, and a line for each.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BulkRunView } from '../../electron/shared/bulk/bulk-view.ts';
import { bulkPlan, planSize } from '../../renderer/model/bulk-plan.ts';
import { appView, credential, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const view = appView(NOW, {
  credentials: ['A', 'B', 'C', 'D'].map((label) =>
    credential(NOW, {
      id: label.toLowerCase(),
      label,
      tokens: label === 'D' ? [] : [token(NOW, { id: `t-${label}` })],
    }),
  ),
});

describe('a plan for many', () => {
  it('leaves out what does not fit, with the reason', () => {
    const plan = bulkPlan('check', view.credentials);
    expect(plan.action).toEqual({ kind: 'check', tokenIds: ['t-A', 't-B', 't-C'] });
    expect(plan.left).toEqual([{ credentialId: 'd', why: 'no_token' }]);
  });

  it('asks for read, and never for trade by itself', () => {
    const tradesOnly = credential(NOW, {
      id: 'x',
      label: 'X',
      registeredScopes: ['TRADER_TRADE'],
    });
    const plan = bulkPlan('get', [...view.credentials, tradesOnly]);
    expect(planSize(plan)).toBe(4);
    expect(JSON.stringify(plan.action)).not.toContain('TRADER_TRADE');
    expect(plan.left).toEqual([{ credentialId: 'x', why: 'choose_scope' }]);
  });

  it.each(['get', 'renew'] as const)('does not %s what waits for its deletion', (kind) => {
    const [a, ...others] = view.credentials.slice(0, 3);
    const plan = bulkPlan(kind, [{ ...a!, removing: true }, ...others]);
    expect(planSize(plan)).toBe(2);
    expect(plan.left).toEqual([{ credentialId: 'a', why: 'being_deleted' }]);
  });
});

describe('marking rows', () => {
  const row = (id: string): HTMLElement => {
    const found = screen.getAllByRole('row').find(({ dataset }) => dataset['id'] === id);
    if (found === undefined) throw new Error(`no row ${id}`);
    return found;
  };
  const open = async () => {
    const rendered = await renderApp(view);
    return { ...rendered, marked: () => [...rendered.services.window.current().marked] };
  };

  it('gathers with Ctrl and ranges with Shift; a plain press lets go', async () => {
    const { marked } = await open();
    fireEvent.click(row('a'));
    fireEvent.click(row('c'), { ctrlKey: true });
    expect(marked()).toEqual(['a', 'c']);
    fireEvent.click(row('d'), { shiftKey: true });
    expect(marked()).toEqual(['c', 'd']);
    expect(row('c').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(row('b'));
    expect(marked()).toEqual([]);
  });

  it('works by keyboard alone: Space, Shift with arrows, Ctrl+A, Escape', async () => {
    const { marked } = await open();
    act(() => row('a').focus());
    fireEvent.keyDown(row('a'), { key: ' ' });
    fireEvent.keyDown(row('a'), { key: 'ArrowDown' });
    fireEvent.keyDown(row('b'), { key: 'ArrowDown' });
    fireEvent.keyDown(row('c'), { key: ' ' });
    expect(marked()).toEqual(['a', 'c']);
    fireEvent.keyDown(row('c'), { key: 'ArrowDown', shiftKey: true });
    expect(marked()).toEqual(['c', 'd']);
    fireEvent.keyDown(row('d'), { key: 'a', ctrlKey: true });
    expect(marked()).toHaveLength(4);
    fireEvent.keyDown(row('d'), { key: 'Escape' });
    expect(marked()).toEqual([]);
  });

  it('begins a range where the focus is, whatever was touched before', async () => {
    const { marked, services } = await open();
    const shiftDown = (id: string) =>
      fireEvent.keyDown(row(id), { key: 'ArrowDown', shiftKey: true });
    fireEvent.click(row('a'));
    fireEvent.keyDown(row('a'), { key: 'ArrowDown' });
    shiftDown('b');
    expect(marked()).toEqual(['b', 'c']);
    shiftDown('c');
    expect(marked()).toEqual(['b', 'c', 'd']);
    fireEvent.keyDown(row('d'), { key: 'Escape' });
    fireEvent.keyDown(row('d'), { key: 'ArrowUp', shiftKey: true });
    expect(marked()).toEqual(['c', 'd']);
    // The row touched last is none of these.
    act(() => services.window.patch({ search: 'state:none' }));
    fireEvent.click(row('d'));
    act(() => services.window.patch({ search: 'state:live' }));
    fireEvent.click(row('c'), { shiftKey: true });
    expect(marked()).toEqual(['c']);
  });

  it('lets go of what another search would hide', async () => {
    const { marked, services } = await open();
    fireEvent.keyDown(row('a'), { key: 'a', ctrlKey: true });
    act(() => services.window.patch({ search: 'A' }));
    expect(marked()).toEqual([]);
  });

  it('asks once for all, and revokes what is selected through the same sheet as everything', async () => {
    const { fake, services } = await open();
    fireEvent.keyDown(row('a'), { key: 'a', ctrlKey: true });
    const bar = within(screen.getByRole('region', { name: 'Selection' }));
    expect(bar.getByText('4 selected')).toBeDefined();
    await act(async () => fireEvent.click(bar.getByRole('button', { name: 'Check' })));
    expect(fake.calls.at(-1)).toEqual({
      name: 'bulkCheck',
      input: { tokenIds: ['t-A', 't-B', 't-C'] },
    });
    await act(async () => fireEvent.click(bar.getByRole('button', { name: 'Revoke…' })));
    expect(services.window.current().sheet).toEqual({
      kind: 'revoke_all',
      scope: { kind: 'selection', tokenIds: ['t-A', 't-B', 't-C'] },
    });
  });

  it('is for all of them what their keys are for one, and says why not', async () => {
    const { fake, services } = await open();
    fireEvent.keyDown(row('a'), { key: 'a', ctrlKey: true });
    const press = (key: string, ctrlKey = false) =>
      act(async () => fireEvent.keyDown(row('a'), { key, ctrlKey }));
    await press('i', true);
    expect(fake.calls.at(-1)?.name).toBe('bulkCheck');
    act(() => services.window.show(null));
    await press('Enter', true);
    expect(fake.calls.at(-1)?.name).toBe('bulkCheck');
    expect(screen.getByText(/^Get tokens, or renew.*: Some of the selected have a/)).toBeDefined();
    act(() => services.window.patch({ marked: new Set(['a', 'b']) }));
    await press('Enter', true);
    expect(fake.calls.at(-1)).toEqual({ name: 'bulkRenew', input: { tokenIds: ['t-A', 't-B'] } });
    act(() => services.window.show(null));
    await press('Delete');
    expect(services.window.current().sheet).toEqual({
      kind: 'revoke_all',
      scope: { kind: 'selection', tokenIds: ['t-A', 't-B'] },
    });
  });
});

describe('the results', () => {
  const run: BulkRunView = {
    id: 'bulk-1',
    kind: 'renew',
    startedAtMs: NOW,
    endedAtMs: NOW + 500,
    items: [
      { credentialId: 'desk-a', state: 'done', failure: null, outcome: null },
      { credentialId: 'desk-b', state: 'failed', failure: 'invalid_client', outcome: null },
    ],
  };

  it('have a line each, the failed first, and try those again alone', async () => {
    const { fake, services } = await renderApp(
      appView(NOW, { credentials: [...richCredentials(NOW)], bulk: run }),
    );
    act(() =>
      services.window.show({
        kind: 'bulk',
        runId: 'bulk-1',
        left: [{ credentialId: 'mm-1', why: 'no_token' }],
      }),
    );
    const sheet = within(screen.getByRole('dialog', { name: 'Renewals' }));
    const lines = sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toMatch(/^Desk-B in EU mainThe server does not accept/);
    expect(lines[1]).toBe('Desk-A in EU mainNew token received');
    expect(lines[2]).toMatch(/^MM-1 in EU mainLeft out/);
    await act(async () => fireEvent.click(sheet.getByRole('button', { name: 'Try 1 again' })));
    expect(fake.calls.at(-1)).toEqual({ name: 'bulkRenew', input: { tokenIds: ['b1'] } });
  });

  it('offer to stop the queue while something waits, and no longer', async () => {
    const items = (second: 'waiting' | 'left_alone'): BulkRunView['items'] => [
      { credentialId: 'desk-a', state: 'running', failure: null, outcome: null },
      { credentialId: 'desk-b', state: second, failure: null, outcome: null },
    ];
    const { fake, services } = await renderApp(
      appView(NOW, {
        credentials: [...richCredentials(NOW)],
        bulk: { ...run, endedAtMs: null, items: items('waiting') },
      }),
    );
    act(() => services.window.show({ kind: 'bulk', runId: null, left: [] }));
    const stop = screen.getByRole('button', { name: 'Stop the queue' });
    await act(async () => fireEvent.click(stop));
    expect(fake.calls.at(-1)).toEqual({ name: 'bulkCancel', input: { runId: 'bulk-1' } });
    act(() => fake.push(() => ({ bulk: { ...run, endedAtMs: null, items: items('left_alone') } })));
    expect(screen.getByText('Not begun')).toBeDefined();
    expect(stop.getAttribute('aria-disabled')).toBe('true');
  });

  it('are put away by another button than the one that stopped the queue', async () => {
    const { fake, services } = await renderApp(
      appView(NOW, { credentials: [...richCredentials(NOW)], bulk: { ...run, endedAtMs: null } }),
    );
    act(() => services.window.show({ kind: 'bulk', runId: null, left: [] }));
    const stop = screen.getByRole('button', { name: 'Stop the queue' });
    act(() => stop.focus());
    act(() => fake.push(() => ({ bulk: run })));
    expect(stop.isConnected).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Results' }));
    expect(screen.getByRole('button', { name: 'Close run' })).toBeDefined();
  });

  it('say of one that waits for another try why, and until when', async () => {
    const failure = { code: 'rate_limited', facts: { status: 429 } } as const;
    const nextTry = { atMs: NOW + 65_000, failure };
    const activities = [
      { call: 'token', tokenId: null, startedAtMs: NOW, nextTry, isLeft: false } as const,
    ];
    const waiting = credential(NOW, { id: 'desk-w', label: 'Desk-W', activities: [...activities] });
    const item = {
      credentialId: 'desk-w',
      state: 'running',
      failure: null,
      outcome: null,
    } as const;
    const { services } = await renderApp(
      appView(NOW, { credentials: [waiting], bulk: { ...run, endedAtMs: null, items: [item] } }),
    );
    act(() => services.window.show({ kind: 'bulk', runId: 'bulk-1', left: [] }));
    const sheet = within(screen.getByRole('dialog', { name: 'Renewals' }));
    expect(sheet.getByRole('listitem').textContent).toMatch(
      /^Desk-W.*asks to slow down.*Next attempt in 1:05 min$/,
    );
  });

  it('are never those of another run while the new one is not in the snapshot yet', async () => {
    const { services, fake } = await renderApp(
      appView(NOW, { credentials: [...richCredentials(NOW)], bulk: run }),
    );
    act(() => services.window.show({ kind: 'bulk', runId: 'bulk-2', left: [] }));
    expect(screen.queryByText('New token received')).toBeNull();
    act(() => fake.push(() => ({ bulk: { ...run, id: 'bulk-2', kind: 'check' } })));
    expect(screen.getByRole('dialog', { name: 'Checks' })).toBeDefined();
  });
});
