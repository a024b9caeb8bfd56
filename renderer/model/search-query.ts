// Reads what stands in the search field: words, and filters such as `state:live` or `-tag:"night desk"`.
// What cannot be understood is told, never ignored: an unknown filter is looked for as text, a filter
// with a value nobody knows matches nothing. Pure; every text has a reading.
import { tokenStates, type TokenState } from '../../electron/shared/words.ts';

export const filterNames = ['state', 'scope', 'expires', 'env', 'tag', 'access', 'is'] as const;
export type FilterName = (typeof filterNames)[number];

/** `live`, `none` and `attention` are about the credential; the rest are the states of a token. */
type StateValue = 'live' | 'none' | 'attention' | 'failed' | TokenState;

/** What people ask for most, first. */
const usualStates: readonly string[] = [
  'live',
  'none',
  'attention',
  'active',
  'expiring',
  'expired',
  'refused',
  'failed',
];

/** What may follow a filter's name where the choice is closed, as it is written. */
export const closedValues = {
  state: [
    ...usualStates,
    ...tokenStates.map(written).filter((each) => !usualStates.includes(each)),
  ],
  scope: ['trade', 'read'],
  access: ['trader', 'partner'],
  is: ['favourite'],
} as const satisfies Partial<Record<FilterName, readonly string[]>>;

type Closed = keyof typeof closedValues;

export type Deadline =
  | { readonly kind: 'in'; readonly ms: number }
  /** The next time a clock on the wall shows this. */
  | { readonly kind: 'at'; readonly time: string };

export type Test =
  | { readonly kind: 'text'; readonly text: string }
  /** Any of these: as many as begin with what was typed. */
  | { readonly kind: Closed; readonly values: readonly string[] }
  | { readonly kind: 'env' | 'tag'; readonly text: string }
  | { readonly kind: 'expires'; readonly side: 'before' | 'after'; readonly deadline: Deadline }
  | { readonly kind: 'expires_unknown' }
  /** Not understood: nothing passes, wanted or not. */
  | { readonly kind: 'nothing' };

/** One word or filter as it was typed, `from` to `to` in the text. */
export interface Piece {
  readonly not: boolean;
  /** In lower case; null for a word. */
  readonly name: string | null;
  readonly value: string;
  readonly quoted: boolean;
  readonly from: number;
  readonly to: number;
}

interface Term {
  readonly piece: Piece;
  readonly test: Test;
}

export type Note =
  | { readonly kind: 'unknown_filter'; readonly name: string }
  | { readonly kind: 'unknown_value'; readonly name: FilterName; readonly value: string };

export interface SearchQuery {
  readonly terms: readonly Term[];
  readonly notes: readonly Note[];
  /** The last word may become a filter's name: it is still being typed. */
  readonly unfinished: boolean;
  /** It asks about time, so that its answer changes without anything else changing. */
  readonly timed: boolean;
}

/** How texts are compared: without regard to case or compatibility forms. */
export const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en');

function written(state: TokenState): string {
  return state.replaceAll('_', '-');
}
export const stateOf = (value: string): StateValue => value.replaceAll('-', '_') as StateValue;

const isFilterName = (name: string): name is FilterName =>
  (filterNames as readonly string[]).includes(name);

/** An optional minus, an optional name with its colon, and a value in quotation marks or up to a space. */
const PIECE = /(-)?(?:(\p{L}[\p{L}\p{N}_]*):)?(?:"([^"]*)"?|(\S*))/gu;

/** Words and filters in the order typed. A quotation mark opens a value; the next one, or the end, closes. */
export function piecesOf(search: string): readonly Piece[] {
  return Array.from(search.matchAll(PIECE))
    .filter(([whole]) => whole !== '')
    .map((found) => {
      const [whole, minus, name, quoted, bare = ''] = found;
      const alone = whole === '-';
      return {
        not: minus !== undefined && !alone,
        name: name?.toLowerCase() ?? null,
        value: alone ? '-' : (quoted ?? bare),
        quoted: quoted !== undefined,
        from: found.index,
        to: found.index + whole.length,
      };
    });
}

export function parseSearch(search: string): SearchQuery {
  const notes: Note[] = [];
  const terms: Term[] = [];
  for (const piece of piecesOf(search)) {
    const { name, value } = piece;
    if (name !== null && !isFilterName(name)) notes.push({ kind: 'unknown_filter', name });
    // A filter without its value yet, or an empty quotation: still being typed.
    if (value === '' && (name === null || isFilterName(name))) continue;
    const test = testOf(piece);
    if (test.kind === 'nothing' && name !== null) {
      notes.push({ kind: 'unknown_value', name: name as FilterName, value });
    }
    terms.push({ piece, test });
  }
  const timed = terms.some(({ test }) => test.kind === 'expires');
  const last = terms.at(-1)?.piece;
  const unfinished =
    last !== undefined &&
    last.name === null &&
    !last.quoted &&
    last.to === search.length &&
    filterNames.some((name) => name.startsWith(folded(last.value)));
  return { terms, notes, unfinished, timed };
}

function testOf({ name, value }: Piece): Test {
  const text = folded(value);
  if (name === null) return { kind: 'text', text };
  if (!isFilterName(name)) return { kind: 'text', text: folded(`${name}:${value}`) };
  if (name === 'env' || name === 'tag') return { kind: name, text };
  if (name === 'expires') return expiryTest(text);
  const known: readonly string[] = closedValues[name];
  const values = known.includes(text) ? [text] : known.filter((each) => each.startsWith(text));
  return values.length === 0 ? { kind: 'nothing' } : { kind: name, values };
}

const MINUTE_MS = 60_000;
const unitMs = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS } as const;

/** `<1h`, `>30m`, `<2d`, `<08:00`, `unknown`; without a sign it means before. */
function expiryTest(text: string): Test {
  if (text !== '' && 'unknown'.startsWith(text)) return { kind: 'expires_unknown' };
  const [, sign, amount, unit, hours, minutes] =
    /^([<>])?(?:(\d{1,4})([mhd])|(\d{1,2}):(\d{2}))$/.exec(text) ?? [];
  const side = sign === '>' ? 'after' : 'before';
  if (amount !== undefined) {
    const ms = Number(amount) * unitMs[unit as keyof typeof unitMs];
    return { kind: 'expires', side, deadline: { kind: 'in', ms } };
  }
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return { kind: 'nothing' };
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return { kind: 'expires', side, deadline: { kind: 'at', time } };
}

/** As it would be typed; a value with spaces stands in quotation marks. */
export function writtenPiece(piece: Pick<Piece, 'not' | 'name' | 'value'>): string {
  const { not, name, value } = piece;
  const needsQuotes =
    /\s/u.test(value) || (name === null && /^-.|^\p{L}[\p{L}\p{N}_]*:/u.test(value));
  const said = needsQuotes ? `"${value}"` : value;
  return `${not ? '-' : ''}${name === null ? '' : `${name}:`}${said}`;
}
