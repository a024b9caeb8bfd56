// The history in the window: what is listed, searched, verified and said when something is wrong.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  HistoryEventView,
  HistoryPageView,
} from '../../electron/shared/history/history-view.ts';
import type { HistoryWord } from '../../electron/shared/history/history-words.ts';
import type { Answer } from '../../electron/shared/ipc-contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const nowMs = Date.UTC(2026, 10, 21, 9, 0);
const damage = {
  kind: 'row_changed',
  atSeq: 5,
  known: 12,
  keptAside: 'strongroom.history.damaged-20261121T090000Z-0a1b',
} as const;

const entry = (seq: number, what: HistoryWord, label?: string): HistoryEventView => ({
  seq,
  event: { what, atMs: nowMs - 1_000 * (100 - seq), by: 'person', ...(label && { label }) },
});
const page = (
  events: HistoryEventView[],
  next: number | null,
  total: number,
): Answer<HistoryPageView> => ({ ok: true, value: { events, next, total } });

async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  });
}

async function openHistory(fake: FakeBridge): Promise<HTMLElement> {
  act(() => fake.invoke('history'));
  await settle();
  return screen.getByRole('dialog', { name: /^History/ });
}

const rows = (sheet: HTMLElement): (string | null)[] =>
  within(sheet)
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('.event-what')?.textContent ?? null);

describe('the history sheet', () => {
  it('lists what happened, newest first, and asks for earlier events from there', async () => {
    const { fake } = await renderApp(appView(nowMs));
    fake.reply('historyPage', ({ before }) =>
      before === null
        ? page([entry(150, 'token_received', 'Desk A')], 51, 150)
        : page([entry(1, 'history_started')], null, 150),
    );
    const sheet = await openHistory(fake);
    expect(rows(sheet)).toEqual(['Token received', 'History started']);
    expect(sheet.textContent).toContain('150 events');
    expect(within(sheet).getByText('This is the beginning of the history.')).toBeTruthy();
  });

  it('tells no number of events before it has read any', async () => {
    const { fake } = await renderApp(appView(nowMs));
    fake.reply('historyPage', () => new Promise(() => undefined));
    const sheet = await openHistory(fake);
    expect(sheet.textContent).not.toContain('0 events');
    expect(within(sheet).getAllByText('Reading…')).toHaveLength(1);
  });

  it('asks main to search, and says when nothing matches', async () => {
    const { fake } = await renderApp(appView(nowMs));
    fake.reply('historyPage', ({ search }) =>
      search === '' ? page([entry(1, 'history_started')], null, 1) : page([], null, 1),
    );
    const sheet = await openHistory(fake);
    fireEvent.change(within(sheet).getByRole('searchbox'), { target: { value: 'Desk Z' } });
    await settle();
    expect(within(sheet).getByText(/Nothing in the history matches/)).toBeTruthy();
    expect(fake.calls.findLast(({ name }) => name === 'historyPage')?.input).toEqual({
      before: null,
      search: 'Desk Z',
      credentialId: null,
    });
  });

  it('puts what happens meanwhile on top', async () => {
    const { fake } = await renderApp(appView(nowMs));
    let events = [entry(1, 'history_started')];
    fake.reply('historyPage', () => page(events, null, events.length));
    const sheet = await openHistory(fake);
    events = [entry(2, 'vault_unlocked'), ...events];
    act(() => fake.push(() => ({})));
    await settle();
    expect(rows(sheet)).toEqual(['Vault unlocked', 'History started']);
  });

  it('leaves none out where more came meanwhile than a page holds', async () => {
    const { fake } = await renderApp(appView(nowMs));
    fake.reply('historyPage', () => page([entry(1, 'history_started')], null, 1));
    const sheet = await openHistory(fake);
    fake.reply('historyPage', ({ before }) =>
      before === null
        ? page([entry(300, 'token_renewed')], 201, 300)
        : page([entry(200, 'token_checked'), entry(1, 'history_started')], null, 300),
    );
    act(() => fake.push(() => ({})));
    await settle();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Show earlier events' }));
    await settle();
    expect(rows(sheet)).toEqual(['Token renewed', 'Token checked', 'History started']);
  });

  it('says that every event is in its place, or what is wrong and what to do', async () => {
    const { fake } = await renderApp(appView(nowMs));
    fake.reply('historyVerify', () => ({
      ok: true,
      value: { events: 12, damage: null, atMs: nowMs },
    }));
    const sheet = await openHistory(fake);
    const verify = within(sheet).getByRole('button', { name: 'Verify' });
    fireEvent.click(verify);
    await settle();
    expect(sheet.textContent).toContain('12 events, every one in its place');
    fake.reply('historyVerify', () => ({ ok: true, value: { events: 12, damage, atMs: nowMs } }));
    fireEvent.click(verify);
    await settle();
    const alert = within(sheet).getByRole('alert');
    expect(alert.textContent).toContain('An event of the history was changed.');
    expect(sheet.textContent).toContain(damage.keptAside);
    expect(sheet.textContent).not.toContain('every one in its place');
  });

  it('of one credential stands in its detail, and is read anew where something happens to it', async () => {
    const view = appView(nowMs, { credentials: [...richCredentials(nowMs)] });
    const { fake } = await renderApp(view);
    const [first, other] = view.credentials;
    if (first === undefined || other === undefined) throw new Error('no key');
    fireEvent.click(screen.getByRole('row', { name: new RegExp(first.label) }));
    fireEvent.click(screen.getByRole('tab', { name: 'History' }));
    await settle();
    const asked = () => fake.calls.filter(({ name }) => name === 'historyPage');
    expect(asked().at(-1)?.input).toMatchObject({ credentialId: first.id });
    const before = asked().length;
    const change = (id: string) => () =>
      fake.push((now) => ({
        credentials: now.credentials.map((each) =>
          each.id === id ? { ...each, refusalsInARow: each.refusalsInARow + 1 } : each,
        ),
      }));
    act(change(other.id));
    await settle();
    expect(asked()).toHaveLength(before);
    act(change(first.id));
    await settle();
    expect(asked()).toHaveLength(before + 1);
  });

  it('marks an event of a later version as one, and shows the others', async () => {
    const { fake } = await renderApp(appView(nowMs));
    fake.reply('historyPage', () =>
      page([{ seq: 2, event: null }, entry(1, 'history_started')], null, 2),
    );
    const sheet = await openHistory(fake);
    expect(rows(sheet)).toEqual([
      'An event of a newer version of Strongroom (2)',
      'History started',
    ]);
  });
});

describe('the window over everything', () => {
  it('says that the history is damaged until that was read', async () => {
    const standing = { failure: null, waiting: 0, damage };
    await renderApp(appView(nowMs, { history: standing }));
    const band = screen.getByRole('region', { name: 'Damaged history' });
    expect(band.textContent).toContain('First event concerned: number 5.');
    fireEvent.click(within(band).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Damaged history' })).toBeNull();
  });

  it('says that the history is not written for as long as it lasts', async () => {
    const standing = { failure: { code: 'disk_full' as const }, waiting: 3, damage: null };
    const { fake } = await renderApp(appView(nowMs, { history: standing }));
    const band = screen.getByRole('region', { name: 'The history is not being written.' });
    expect(band.textContent).toContain('The disk is full.');
    expect(band.textContent).toContain('3 events wait in memory');
    act(() => fake.push(() => ({ history: { failure: null, waiting: 0, damage: null } })));
    expect(screen.queryByRole('region', { name: 'The history is not being written.' })).toBeNull();
  });
});
