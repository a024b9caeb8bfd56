// What could stand at the caret of the search field: the names of filters, and the values that make
// sense after one. Never completes a plain word. Pure.
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import {
  closedValues,
  filterNames,
  folded,
  piecesOf,
  writtenPiece,
  type FilterName,
  type Piece,
} from '../../../model/search-query.ts';

const MOST = 10;
const expiryValues = ['<1h', '<8h', '<08:00', '>1h', 'unknown'] as const;

export interface Suggestion {
  /** What takes the place of the piece at the caret. */
  readonly text: string;
  readonly name: FilterName;
  /** Null: the name alone, a value is still to come. */
  readonly value: string | null;
}

interface Completion {
  readonly suggestions: readonly Suggestion[];
  /** The part of the text a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

export interface Known {
  readonly environments: readonly string[];
  readonly tags: readonly string[];
}

export function knownValues(
  credentials: readonly CredentialView[],
  environments: readonly EnvironmentView[],
): Known {
  const kinds = environments.map(({ kind }) => kind);
  const names = environments.map(({ name }) => name);
  return {
    environments: [...new Set([...kinds, ...names.map(folded)])],
    tags: [...new Set(credentials.flatMap(({ tags }) => tags))].toSorted(),
  };
}

/** @param asked the person asked for suggestions: with nothing typed yet, every name is one. */
export function completionAt(
  search: string,
  caret: number,
  known: Known,
  asked = false,
): Completion {
  const piece = piecesOf(search).find(({ from, to }) => from < caret && caret <= to) ?? null;
  const { from = caret, to = caret } = piece ?? {};
  const all = piece === null ? (asked ? namesFrom('', false) : []) : suggestionsFor(piece, known);
  return { suggestions: all.slice(0, MOST), from, to };
}

const namesFrom = (typed: string, not: boolean): readonly Suggestion[] =>
  filterNames
    .filter((name) => name.startsWith(typed))
    .map((name) => ({ text: writtenPiece({ not, name, value: '' }), name, value: null }));

function suggestionsFor({ name, value, not, quoted }: Piece, known: Known): readonly Suggestion[] {
  const typed = folded(value);
  if (name === null) return quoted ? [] : namesFrom(typed, not);
  const filter = filterNames.find((each) => each === name);
  if (filter === undefined) return [];
  const fitting = valuesOf(filter, known).filter((each) => folded(each).startsWith(typed));
  if (fitting.length === 1 && folded(fitting[0] ?? '') === typed) return [];
  return fitting.map((each) => ({
    text: writtenPiece({ not, name, value: each }),
    name: filter,
    value: each,
  }));
}

function valuesOf(name: FilterName, known: Known): readonly string[] {
  switch (name) {
    case 'env':
      return known.environments;
    case 'tag':
      return known.tags;
    case 'expires':
      return expiryValues;
    case 'state':
    case 'scope':
    case 'access':
    case 'is':
      return closedValues[name];
  }
}

/** The text with the suggestion in place, and where the caret belongs. */
export function completed(
  search: string,
  { from, to }: Pick<Completion, 'from' | 'to'>,
  { text, value }: Suggestion,
): { readonly search: string; readonly caret: number } {
  const rest = search.slice(to);
  // A name waits for its value there; a value is finished.
  const placed = value === null ? text : `${text} `;
  const after = value === null ? rest : rest.replace(/^ /, '');
  return { search: search.slice(0, from) + placed + after, caret: from + placed.length };
}
