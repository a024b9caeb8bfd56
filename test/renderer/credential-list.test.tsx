// The order of the list, and that nothing moves under the focus or the pointer.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { LastUseView } from '../../electron/shared/health/secret-due.ts';
import { describe, expect, it, vi } from 'vitest';
import {
  nextOrder,
  sortCredentials,
  tagCounts,
  visibleCredentials,
} from '../../renderer/model/credential-list.ts';
import { searchRows } from '../../renderer/model/search-match.ts';
import { grouped, listItems, type Grouping } from '../../renderer/model/list-groups.ts';
import { parseSearch } from '../../renderer/model/search-query.ts';
import { leadToken, needsAttention, standingOf } from '../../renderer/model/token-standing.ts';
import type { TokenState } from '../../electron/shared/words.ts';
import {
  appView,
  credential,
  environments,
  HOUR,
  leakPlan,
  revocation,
  token,
} from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const named = (label: string, state: 'active' | 'expiring' | 'refused' | 'revoke_failed') =>
  credential(NOW, {
    id: label.toLowerCase(),
    label,
    tokens: [token(NOW, { id: `t-${label}`, state })],
  });

describe('the order', () => {
  it('puts what needs attention first, by urgency, and the rest by name', () => {
    const sorted = sortCredentials([
      named('Zeta', 'active'),
      named('B10', 'active'),
      named('B9', 'active'),
      named('Late', 'expiring'),
      named('Bad', 'revoke_failed'),
      named('Off', 'refused'),
    ]);
    expect(sorted.map(({ label }) => label)).toEqual(['Bad', 'Off', 'Late', 'B9', 'B10', 'Zeta']);
  });

  it('puts a leaked key first, and a rotation that waits behind what burns, before what is calm', () => {
    const leaked = { ...named('Leaked', 'active'), leakPlan: leakPlan(NOW) };
    const waits = {
      ...named('Waits', 'active'),
      rotation: { step: 1, waitingFor: 'you' } as never,
    };
    const others = [named('A', 'active'), waits, leaked, named('Bad', 'revoke_failed')];
    const sorted = sortCredentials(others);
    expect(sorted.map(({ label }) => label)).toEqual(['Leaked', 'Bad', 'Waits', 'A']);
  });

  it('puts within the same urgency what its row shows as ending first, and the unknown before that', () => {
    const ends = (label: string, state: TokenState, expiresAtMs: number | null) =>
      credential(NOW, {
        id: label,
        label,
        tokens: [
          token(NOW, { id: `${label}1`, state, expiresAtMs }),
          // Not the one the row is about.
          token(NOW, { id: `${label}2`, state: 'superseded', expiresAtMs: NOW + 1 }),
        ],
      });
    const sorted = sortCredentials([
      ends('A', 'active', NOW + 3 * HOUR),
      ends('B', 'active', NOW + 2 * HOUR),
      ends('C', 'expiring', NOW + HOUR),
      ends('D', 'expiring', NOW + HOUR / 2),
      ends('E', 'expiring', null),
      ends('F', 'propagating', NOW + 60_000),
      credential(NOW, { id: 'G', label: 'G' }),
    ]);
    expect(sorted.map(({ label }) => label)).toEqual(['E', 'D', 'C', 'B', 'A', 'F', 'G']);
  });

  it('can be by name, or by what ends first with unknown ends before all', () => {
    const ends = (label: string, expiresAtMs: number | null, live = true) =>
      credential(NOW, { id: label, label, tokens: [token(NOW, { id: label, expiresAtMs, live })] });
    const all = [
      ends('B', NOW + 9),
      ends('A', NOW + 5, false),
      ends('D', null),
      ends('C', NOW + 3),
    ];
    const labels = (sort: 'name' | 'expiry') => sortCredentials(all, sort).map((c) => c.label);
    expect(labels('name')).toEqual(['A', 'B', 'C', 'D']);
    expect(labels('expiry')).toEqual(['D', 'C', 'B', 'A']);
  });

  it('is by last use, the newest first and what was never used last', () => {
    const used = (label: string, lastUse: Partial<LastUseView>) =>
      credential(NOW, {
        id: label,
        label,
        lastUse: { ...credential(NOW, { id: '', label: '' }).lastUse, ...lastUse },
      });
    const all = [
      used('A', {}),
      used('B', { gotAtMs: NOW - 9 }),
      used('C', { gotAtMs: NOW - 20, handedOutAtMs: NOW - 2 }),
      used('D', { checkedAtMs: NOW - 5 }),
    ];
    expect(sortCredentials(all, 'used').map(({ label }) => label)).toEqual(['C', 'D', 'B', 'A']);
  });

  it('is the new one when nothing holds it', () => {
    expect(nextOrder(['a', 'b'], ['b', 'a'], false)).toEqual(['b', 'a']);
  });

  it('stays while held: the gone leave, the new come last', () => {
    expect(nextOrder(['a', 'b', 'c'], ['x', 'c', 'a'], true)).toEqual(['a', 'c', 'x']);
  });

  it('stays while held though one is let through no more', () => {
    const there = new Set(['a', 'b', 'x']);
    expect(nextOrder(['a', 'b', 'c'], ['x', 'a'], true, there)).toEqual(['a', 'b', 'x']);
  });

  it('is the same array when nothing changed', () => {
    const shown = ['a', 'b'];
    expect(nextOrder(shown, ['a', 'b'], false)).toBe(shown);
    expect(nextOrder(shown, ['b', 'a'], true)).toBe(shown);
  });
});

describe('search', () => {
  const credentials = richCredentials(NOW);
  const rows = searchRows(credentials, environments);
  const found = (search: string): readonly string[] =>
    visibleCredentials(rows, { kind: 'all' }, parseSearch(search), NOW).map(({ label }) => label);

  it('looks at label, client id, owner and tags; every word must occur', () => {
    expect(found('desk-b')).toEqual(['Desk-B']);
    expect(found('northwind NIGHT desk')).toEqual(['Desk-A']);
    expect(found('market')).toEqual(['MM-1']);
    expect(found('nothing like it')).toEqual([]);
  });

  it('counts tags', () => {
    expect(tagCounts(credentials)).toEqual([
      ['desk', 2],
      ['market making', 1],
      ['night', 2],
    ]);
  });
});

describe('what a credential stands for', () => {
  it('leads with the newest usable token, not with one that is over', () => {
    const [deskA] = richCredentials(NOW);
    expect(deskA === undefined ? null : leadToken(deskA)?.id).toBe('a1');
  });

  it('does not let a refused token outlive its replacement', () => {
    const both = credential(NOW, {
      id: 'x',
      label: 'X',
      tokens: [token(NOW, { id: 'new' }), token(NOW, { id: 'old', state: 'refused' })],
    });
    expect(standingOf(both)).toBe('active');
    expect(needsAttention(both)).toBe(false);
  });

  it('says that the last request failed only while nothing newer came', () => {
    const failure = { atMs: NOW - 10, failure: { code: 'server_error' as const } };
    const older = token(NOW, { id: 'o', sentAtMs: NOW - 100, state: 'expired', live: false });
    const newer = token(NOW, { id: 'n', sentAtMs: NOW });
    const base = { id: 'x', label: 'X', lastFailure: failure };
    expect(standingOf(credential(NOW, { ...base, tokens: [older] }))).toBe('failed');
    expect(standingOf(credential(NOW, { ...base, tokens: [newer, older] }))).toBe('active');
  });
});

/** What moves the focus a little later waits for one of these. */
const LATER = ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] as const;

describe('the list on screen', () => {
  const labels = (): (string | undefined)[] =>
    screen.getAllByRole('row').map((row) => row.dataset['id']);
  const view = appView(NOW, { credentials: [named('A', 'active'), named('B', 'active')] });
  const bExpires = { credentials: [named('A', 'active'), named('B', 'expiring')] };
  /** Somebody is at it, not only led there by the unlocking. */
  const workAt = (row: HTMLElement | undefined): void =>
    act(() => {
      row?.focus();
      if (row !== undefined) fireEvent.keyDown(row, { key: 'Shift' });
    });

  it('has the focus after unlocking, and is held once somebody works in it', async () => {
    const { fake } = await renderApp(view);
    const [first] = screen.getAllByRole('row');
    await waitFor(() => expect(document.activeElement).toBe(first));
    act(() => fake.push(() => bExpires));
    expect(labels()).toEqual(['b', 'a']);
    if (first !== undefined) fireEvent.keyDown(first, { key: 'Shift' });
    act(() => fake.push(() => ({ credentials: [...view.credentials] })));
    expect(labels()).toEqual(['b', 'a']);
  });

  it('takes no focus from what opened by itself', async () => {
    const waiting = document.body.appendChild(document.createElement('input'));
    waiting.focus();
    vi.useFakeTimers({ toFake: [...LATER] });
    await renderApp(view);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(document.activeElement).toBe(waiting);
    waiting.remove();
  });

  it('keeps the focused row in place, and sorts when the focus leaves', async () => {
    const { fake } = await renderApp(view);
    const [first] = screen.getAllByRole('row');
    workAt(first);
    act(() => fake.push(() => bExpires));
    expect(labels()).toEqual(['a', 'b']);
    expect(document.activeElement).toBe(first);
    expect(screen.getByRole('button', { name: 'Update' })).toBeDefined();
    act(() => first?.blur());
    expect(labels()).toEqual(['b', 'a']);
  });

  it('sorts on request while held', async () => {
    const { fake } = await renderApp(view);
    workAt(screen.getAllByRole('row')[0]);
    act(() => fake.push(() => bExpires));
    fireEvent.click(screen.getByRole('button', { name: 'Update' }));
    expect(labels()).toEqual(['b', 'a']);
  });

  it('keeps a row that an action took out of the search, focused, until the focus leaves', async () => {
    const { fake, services } = await renderApp(view);
    act(() => services.window.patch({ search: 'state:active' }));
    const [, second] = screen.getAllByRole('row');
    act(() => second?.focus());
    act(() => fake.push(() => bExpires));
    expect(labels()).toEqual(['a', 'b']);
    expect(document.activeElement).toBe(second);
    expect(screen.getByText('2 keys')).toBeDefined();
    act(() => second?.blur());
    expect(labels()).toEqual(['a']);
    expect(screen.getByText('1 key')).toBeDefined();
  });

  it('gives the focus to a row where the one that had it was deleted', async () => {
    const { fake } = await renderApp(view);
    const [first, second] = screen.getAllByRole('row');
    workAt(first);
    act(() => fake.push(() => ({ credentials: [named('B', 'active')] })));
    await waitFor(() => expect(document.activeElement).toBe(second));
  });

  it('gives no focus to anything where somebody pressed beside what had it, and that goes later', async () => {
    const { fake } = await renderApp(view);
    const [first] = screen.getAllByRole('row');
    await waitFor(() => expect(document.activeElement).toBe(first));
    await act(async () => {
      first?.blur();
      await Promise.resolve();
    });
    vi.useFakeTimers({ toFake: [...LATER] });
    act(() => fake.push(() => ({ credentials: [named('B', 'active')] })));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(document.activeElement).toBe(document.body);
  });

  it('is held no more by a pointer that was in it when a search emptied it', async () => {
    const { fake, services } = await renderApp(view);
    const rows = document.querySelector('.list-scroll');
    if (rows !== null) fireEvent.pointerEnter(rows);
    for (const search of ['zzz', '']) act(() => services.window.patch({ search }));
    act(() => fake.push(() => bExpires));
    expect(labels()).toEqual(['b', 'a']);
  });

  it('gives the focus to a row where the button that sorts is gone with its reason', async () => {
    const { fake } = await renderApp(view);
    workAt(screen.getAllByRole('row')[0]);
    act(() => fake.push(() => bExpires));
    act(() => screen.getByRole('button', { name: 'Update' }).focus());
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'));
  });

  it('finds a name with a space in it by its beginning, and marks with Space otherwise', async () => {
    const all = ['Desk 1', 'Desk 2', 'Lab'].map((label) => named(label, 'active'));
    const { services } = await renderApp(appView(NOW, { credentials: all }));
    const type = (key: string) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
    act(() => screen.getAllByRole('row')[2]?.focus());
    for (const key of 'desk 2') type(key);
    expect(services.window.current().selectedId).toBe('desk 2');
    expect(services.window.current().marked.size).toBe(0);
    type(' ');
    expect([...services.window.current().marked]).toEqual(['desk 2']);
  });

  it('names a row in full, with its environment where there are several', async () => {
    const { fake } = await renderApp(view);
    const ofOne = /^A Active 23 hours 10 minutes left Read/;
    expect(screen.getByRole('row', { name: ofOne })).toBeDefined();
    const other = credential(NOW, { id: 'z', label: 'Z', environmentId: 'lab' });
    act(() => fake.push(({ credentials }) => ({ credentials: [...credentials, other] })));
    const ofSeveral = /^A EU main, production Active 23 hours 10 minutes left Read/;
    expect(screen.getByRole('row', { name: ofSeveral })).toBeDefined();
  });

  it('says of a dead token what proved it, and no time that would be left', async () => {
    const proven = {
      ...revocation(NOW - 400_000),
      acceptedAtMs: NOW - 305_000,
      refusals: 4,
      firstRefusedAtMs: NOW - 304_000,
      evidence: 'named' as const,
      verifiedAtMs: NOW - 4_000,
    };
    const dead = token(NOW, { id: 'd', state: 'verified', live: false, revocation: proven });
    const one = credential(NOW, { id: 'd', label: 'Dead', tokens: [dead] });
    await renderApp(appView(NOW, { credentials: [one] }));
    const row = screen.getByRole('row', { name: /^Dead/ });
    expect(row.textContent).toContain('Confirmed dead: refused in 4 checks over 5 minutes');
    expect(row.textContent).not.toContain('23h');
  });

  it('counts beside a row what may be used, from two on, and nothing that is over or being ended', async () => {
    const usable = (id: string) => token(NOW, { id });
    const ended = token(NOW, { id: 'r', state: 'propagating' });
    const one = credential(NOW, { id: 'a', label: 'A', tokens: [ended] });
    const two = credential(NOW, { id: 'b', label: 'B', tokens: [usable('1'), usable('2'), ended] });
    const over = token(NOW, { id: 'o', state: 'expired', live: true });
    const three = credential(NOW, { id: 'c', label: 'C', tokens: [over] });
    await renderApp(appView(NOW, { credentials: [one, two, three] }));
    const figures = (name: RegExp) =>
      screen.getByRole('row', { name }).querySelector('.figure[title]')?.textContent;
    expect([figures(/^A/), figures(/^B/), figures(/^C/)]).toEqual([
      undefined,
      '×22 tokens',
      undefined,
    ]);
  });

  it('has one row in the tab order and moves with the arrows', async () => {
    const { services } = await renderApp(view);
    const [first, second] = screen.getAllByRole('row');
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
    if (first !== undefined) fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(services.window.current().selectedId).toBe('b');
    expect(document.activeElement).toBe(second);
  });

  it('says on a second line what must be done, and offers that; nothing where all is well', async () => {
    const due = { atMs: NOW - 24 * HOUR, soon: true, why: 'rotation_age' as const };
    const overdue = credential(NOW, { ...named('Due', 'active'), secretDue: due });
    const { services } = await renderApp(
      appView(NOW, { credentials: [named('A', 'active'), overdue, named('Bad', 'revoke_failed')] }),
    );
    const reason = (name: RegExp) =>
      screen.getByRole('row', { name }).querySelector('.row-reason')?.textContent;
    expect([reason(/^A/), reason(/^Due/), reason(/^Bad/)]).toEqual([
      undefined,
      expect.stringMatching(/^Secret overdue since \d+ \w+$/),
      'Revoke failed',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Rotate secret…: Due' }));
    expect(services.window.current().sheet).toEqual({ kind: 'rotation', credentialId: 'due' });
  });

  it('stands in groups with their counts, and the arrows pass over the headings', async () => {
    const { services, fake } = await renderApp(
      appView(NOW, {
        credentials: [named('A', 'active'), named('B', 'active'), named('C', 'expiring')],
      }),
    );
    const seen = () =>
      screen.getAllByRole('row').map((row) => row.dataset['id'] ?? row.textContent);
    fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), {
      target: { value: 'state' },
    });
    expect(seen()).toEqual(['Expiring 1', 'c', 'All fine 2', 'a', 'b']);
    const row = screen.getByRole('row', { name: /^C/ });
    act(() => row.focus());
    fireEvent.keyDown(row, { key: 'ArrowDown' });
    expect(services.window.current().selectedId).toBe('a');
    // Held while somebody works in it, headings and all.
    act(() => fake.push(() => ({ credentials: [named('A', 'active'), named('B', 'expiring')] })));
    expect(seen()).toEqual(['All fine 2', 'a', 'b']);
  });

  it('can be grouped by environment, owner and tags', () => {
    const one = credential(NOW, { id: 'a', label: 'A', tags: ['night', 'desk'] });
    const two = credential(NOW, { id: 'b', label: 'B', environmentId: 'lab', ownerAccount: 'Own' });
    const headings = (grouping: Grouping) => {
      const { rows, headings: found } = grouped([one, two], grouping, appView(NOW));
      return listItems(rows, found).flatMap((item) => (item.kind === 'heading' ? item.words : []));
    };
    expect(headings('none')).toEqual([]);
    expect(headings('environment')).toEqual(['EU main', 'Lab']);
    expect(headings('owner')).toEqual(['Own', 'No owner']);
    expect(headings('tags')).toEqual(['desk, night', 'No tags']);
  });

  it('acts with one press: renew', async () => {
    const { fake } = await renderApp(view);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Renew: A' })));
    expect(fake.calls.at(-1)).toEqual({ name: 'tokenRenew', input: { tokenId: 't-A' } });
  });

  it('says why it is empty', async () => {
    await renderApp(view);
    fireEvent.change(screen.getByRole('combobox', { name: 'Search keys' }), {
      target: { value: 'zzz' },
    });
    expect(screen.getByText('No key matches “zzz”.')).toBeDefined();
  });

  it('offers adding and importing where an environment has no credential, and nowhere twice', async () => {
    const { services } = await renderApp(view);
    act(() => services.window.patch({ filter: { kind: 'environment', environmentId: 'lab' } }));
    expect(screen.getByText('No keys in Lab yet.')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Add key' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Import…' })).toHaveLength(1);
    act(() => void services.focusPoints.focus('next_step'));
    expect(document.activeElement?.textContent).toBe('Add key');
  });

  it('offers the same where the vault is empty, whichever environments it has', async () => {
    await renderApp(appView(NOW, { credentials: [] }));
    expect(screen.getByText('No keys yet.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add key' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Import…' })).toBeDefined();
  });
});
