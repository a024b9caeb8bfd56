// The search: what a text is read as, what it finds, what can complete it, and the field itself.
import { act, fireEvent, screen } from '@testing-library/react';
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { visibleCredentials, withFilter } from '../../renderer/model/credential-list.ts';
import { matches, momentOf, searchRows } from '../../renderer/model/search-match.ts';
import {
  completed,
  completionAt,
  knownValues,
} from '../../renderer/features/credentials/list/search-completion.ts';
import {
  closedValues,
  filterNames,
  parseSearch,
  piecesOf,
  writtenPiece,
} from '../../renderer/model/search-query.ts';
import { appView, credential, environments, token } from './fixtures.ts';
import { renderApp } from './render-app.tsx';
import { richCredentials } from './rich-credentials.ts';

const NOW = Date.UTC(2026, 2, 3, 12, 0, 0);
const MINUTE = 60_000;
const rows = searchRows(richCredentials(NOW), environments);
const found = (search: string, nowMs = NOW): readonly string[] =>
  rows
    .filter((row) => matches(row, parseSearch(search), nowMs))
    .map(({ credential: { label } }) => label);
const all = found('');

/** What people type: words, filters with values known and not, quotation marks, signs, spaces. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'desk',
        '-',
        '"',
        ' ',
        ':',
        '-tag:',
        'tag:"night ',
        'expires:<',
        '08:00',
        'ß',
      ),
      fc.constantFrom(...filterNames).map((name) => `${name}:`),
      fc.constantFrom(...closedValues.state, ...closedValues.scope),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

const value = fc
  .string({ maxLength: 12 })
  .filter((text) => text.trim() !== '' && !text.includes('"'));
const piece = fc.record({
  not: fc.boolean(),
  name: fc.option(fc.constantFrom(...filterNames, 'other'), { nil: null }),
  value,
});

describe('reading a search', () => {
  it('reads every text, and covers every character that is not a space, once', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const pieces = piecesOf(text);
        let at = 0;
        for (const { from, to } of pieces) {
          expect(text.slice(at, from).trim()).toBe('');
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(text.slice(at).trim()).toBe('');
        parseSearch(text);
      }),
    );
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (wanted) => {
        const text = wanted.map(writtenPiece).join(' ');
        const read = piecesOf(text).map(({ not, name, value: said }) => ({
          not,
          name,
          value: said,
        }));
        expect(read).toEqual(wanted.map((each) => ({ ...each })));
      }),
    );
  });

  it('tells an unknown filter and looks for it as text', () => {
    expect(parseSearch('host:x').notes).toEqual([{ kind: 'unknown_filter', name: 'host' }]);
    const odd = searchRows([credential(NOW, { id: 'o', label: 'host:x1' })], environments);
    expect(odd.filter((row) => matches(row, parseSearch('host:x'), NOW))).toHaveLength(1);
  });

  it('tells a value nobody knows; nothing matches, wanted or not', () => {
    expect(parseSearch('state:dead').notes).toEqual([
      { kind: 'unknown_value', name: 'state', value: 'dead' },
    ]);
    expect(found('state:dead')).toEqual([]);
    expect(found('-state:dead')).toEqual([]);
    expect(found('expires:<99:00')).toEqual([]);
  });

  it('waits while a value is still to come', () => {
    expect(parseSearch('state: tag:"').terms).toEqual([]);
    expect(parseSearch('state: tag:"').notes).toEqual([]);
  });
});

describe('finding', () => {
  it('finds by every filter', () => {
    expect(found('state:live')).toEqual(['Desk-A', 'Desk-B', 'MM-1', 'Lab', 'Practice Partner']);
    expect(found('state:expiring')).toEqual(['Desk-B']);
    expect(found('state:superseded')).toEqual(['Desk-A']);
    expect(found('scope:trade access:partner')).toEqual(['MM-1']);
    expect(found('env:prod tag:desk')).toEqual(['Desk-A', 'Desk-B']);
    expect(found('env:lab')).toEqual(['Lab']);
    expect(found('tag:"market making"')).toEqual(['MM-1']);
    expect(found('expires:<1h')).toEqual(['Desk-B']);
    expect(found('expires:unknown')).toEqual(['Lab']);
    expect(found('-env:prod -env:practice')).toEqual(['Lab']);
  });

  it('finds what a value begins with while it is being typed', () => {
    expect(found('state:expi')).toEqual(['Desk-B']);
    expect(found('acc')).toEqual([]);
  });

  it('finds by what stands in a row: environment, its kind, state and scopes, in several words', () => {
    expect(found('production')).toEqual(found('env:production'));
    expect(found('eu main')).toEqual(found('env:eu'));
    expect(found('expiring')).toEqual(['Desk-B']);
    expect(found('desk-b eu trade expiring')).toEqual(['Desk-B']);
    expect(found('lab expiring')).toEqual([]);
  });

  it('empties no list under the beginning of a filter that is still being typed', () => {
    const shown = (search: string): number =>
      visibleCredentials(rows, { kind: 'all' }, parseSearch(search), NOW).length;
    expect(shown('acc')).toBe(rows.length);
    expect(shown('desk acc')).toBe(shown('desk'));
    expect([shown('acc '), shown('accx')]).toEqual([0, 0]);
  });

  it('turns into its opposite with a minus', () => {
    fc.assert(
      fc.property(piece, (wanted) => {
        const yes = found(writtenPiece({ ...wanted, not: false }));
        const no = found(writtenPiece({ ...wanted, not: true }));
        const understood = parseSearch(writtenPiece(wanted)).terms.every(
          ({ test }) => test.kind !== 'nothing',
        );
        expect([...yes, ...no].toSorted()).toEqual(understood ? [...all].toSorted() : []);
      }),
    );
  });

  it('never finds more with one more word', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), piece, (some, more) => {
        const fewer = found([...some, more].map(writtenPiece).join(' '));
        const before = new Set(found(some.map(writtenPiece).join(' ')));
        expect(fewer.filter((label) => !before.has(label))).toEqual([]);
      }),
    );
  });

  it('counts hours from now, and a time of day to its next coming', () => {
    const end = NOW + 90 * MINUTE;
    const one = searchRows(
      [
        credential(NOW, {
          id: 'x',
          label: 'X',
          tokens: [token(NOW, { id: 't', expiresAtMs: end })],
        }),
      ],
      environments,
    )[0];
    const holds = (search: string, nowMs: number) =>
      one !== undefined && matches(one, parseSearch(search), nowMs);
    expect([holds('expires:<1h', NOW), holds('expires:<1h', NOW + 31 * MINUTE)]).toEqual([
      false,
      true,
    ]);
    expect(holds('expires:>1h', NOW)).toBe(true);
    const eight = new Date(momentOf({ kind: 'at', time: '08:00' }, NOW));
    expect([eight.getHours(), eight.getMinutes()]).toEqual([8, 0]);
    expect(eight.getTime() - NOW).toBeGreaterThan(0);
    expect(eight.getTime() - NOW).toBeLessThanOrEqual(25 * 60 * MINUTE);
  });
});

describe('completing', () => {
  const known = knownValues(richCredentials(NOW), environments);
  const texts = (search: string, asked = false) =>
    completionAt(search, search.length, known, asked).suggestions.map(({ text }) => text);

  it('offers names, then values; a value with spaces in quotation marks', () => {
    expect(texts('s')).toEqual(['state:', 'scope:']);
    expect(texts('-t')).toEqual(['-tag:']);
    expect(texts('scope:')).toEqual(['scope:trade', 'scope:read']);
    expect(texts('desk tag:ma')).toEqual(['tag:"market making"']);
    expect(texts('env:pro')).toEqual(['env:production']);
  });

  it('offers nothing for a plain word or a finished value, and all names when asked', () => {
    expect(texts('desk')).toEqual([]);
    expect(texts('access:trader')).toEqual([]);
    expect(texts('')).toEqual([]);
    expect(texts('', true)).toEqual(filterNames.map((name) => `${name}:`));
  });

  it('takes the place of the piece at the caret and leaves the rest', () => {
    const search = 'sco desk';
    const at = completionAt(search, 3, known);
    const [first] = at.suggestions;
    expect(first && completed(search, at, first)).toEqual({ search: 'scope: desk', caret: 6 });
    const value = completionAt('tag:n desk', 5, known);
    expect(value.suggestions[0] && completed('tag:n desk', value, value.suggestions[0])).toEqual({
      search: 'tag:night desk',
      caret: 10,
    });
  });
});

describe('the field', () => {
  const view = appView(NOW, { credentials: [...richCredentials(NOW)] });
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search keys' });
  const type = (text: string) =>
    act(() => {
      field().focus();
      fireEvent.change(field(), { target: { value: text, selectionStart: text.length } });
    });
  const labels = () => screen.getAllByRole('row').map(({ dataset }) => dataset['id']);

  it('takes a suggestion by keyboard', async () => {
    const { services } = await renderApp(view);
    type('acc');
    expect(field().getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    const active = document.querySelector(
      `#${CSS.escape(field().getAttribute('aria-activedescendant') ?? '')}`,
    );
    expect(active?.textContent).toContain('access:');
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    fireEvent.keyDown(field(), { key: 'Tab' });
    expect(services.window.current().search).toBe('access:partner ');
    expect(new Set(labels())).toEqual(new Set(['mm-1', 'practice-partner']));
  });

  it('has the caret behind what was taken at once, so that the next letter stands there', async () => {
    await renderApp(view);
    type('acc desk');
    field().setSelectionRange(3, 3);
    fireEvent.select(field());
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect([field().value, field().selectionStart]).toEqual(['access: desk', 7]);
  });

  it('closes the suggestions with Escape, then clears', async () => {
    const { services } = await renderApp(view);
    type('st');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(services.window.current().search).toBe('st');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(services.window.current().search).toBe('');
  });

  it('says in words what it does not understand', async () => {
    await renderApp(view);
    type('state:dead');
    expect(screen.getByText(/does not know “dead”, so nothing matches/)).toBeDefined();
    expect(screen.getByText('No key matches state:dead.')).toBeDefined();
  });

  it('finds anew when a minute passes', async () => {
    const soon = credential(NOW, {
      id: 'soon',
      label: 'Soon',
      tokens: [token(NOW, { id: 's', expiresAtMs: NOW + 61 * MINUTE })],
    });
    const { clock } = await renderApp(appView(NOW, { credentials: [soon] }));
    type('expires:<1h');
    expect(screen.queryAllByRole('row')).toHaveLength(0);
    act(() => clock.advance(2 * MINUTE));
    expect(labels()).toEqual(['soon']);
  });
});

describe('a search that is kept', () => {
  const lists = { credentials: [...richCredentials(NOW)], environments: [...environments] };

  it.each([
    [{ kind: 'all' }, 'state:live'],
    [{ kind: 'environment', environmentId: 'eu' }, 'env:"EU main" state:live'],
    [{ kind: 'tag', tag: 'night' }, 'tag:night state:live'],
    [{ kind: 'attention' }, 'state:attention state:live'],
    [{ kind: 'favourites' }, 'is:favourite state:live'],
    [{ kind: 'trade' }, 'scope:trade state:live'],
  ] as const)('of the filter %j is %s, and shows the same', (filter, query) => {
    const kept = withFilter(' state:live ', filter, lists);
    expect(kept).toEqual({ query, exact: true });
    const shown = visibleCredentials(rows, filter, parseSearch('state:live'), NOW);
    expect(found(query)).toEqual(shown.map(({ label }) => label));
    expect(withFilter(kept.query, filter, lists).query).toBe(query);
  });

  it('says so where others have a name like it', async () => {
    const named = ['desk', 'desk-2'].map((tag) =>
      credential(NOW, { id: tag, label: tag, tags: [tag] }),
    );
    const { services } = await renderApp(appView(NOW, { credentials: named }));
    const filter = { kind: 'tag', tag: 'desk' } as const;
    act(() => services.window.patch({ filter, search: 'state:none' }));
    fireEvent.click(screen.getByRole('button', { name: /Save this search/ }));
    const query = screen.getByRole('textbox', { name: 'Search' });
    expect(query).toHaveProperty('value', 'tag:desk state:none');
    expect(screen.getByText(/may show more or fewer/)).toBeDefined();
  });
});
