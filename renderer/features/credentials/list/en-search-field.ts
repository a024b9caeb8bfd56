// The words of the search: what its filters mean, and what it could not understand.
import { stateWords } from '../../../i18n/en-states.ts';
import { tokenStates } from '../../../../electron/shared/words.ts';
import {
  closedValues,
  type FilterName,
  type Note,
  type SearchQuery,
} from '../../../model/search-query.ts';

const names: Readonly<Record<FilterName, string>> = {
  state: 'token state',
  scope: 'what it may do',
  expires: 'when a live token ends',
  env: 'environment',
  tag: 'tag',
  access: 'access type',
  is: 'favourite',
};

const values: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    tokenStates.map((state) => [state.replaceAll('_', '-'), stateWords[state]]),
  ),
  live: 'a token may be live',
  none: 'no live token',
  attention: 'needs attention',
  failed: stateWords.failed,
  trade: 'can trade',
  read: 'may read',
  trader: 'Trader API',
  partner: 'Partner API',
  favourite: 'marked with a star',
  '<1h': 'within an hour',
  '<8h': 'within eight hours',
  '<08:00': 'before the next 08:00',
  '>1h': 'not within an hour',
  unknown: 'the server did not say',
};

const examples: Readonly<Record<FilterName, string>> = {
  state: 'live, none, attention, active, expiring',
  scope: closedValues.scope.join(', '),
  expires: '<1h, >30m, <08:00, unknown',
  env: 'prod, or a name',
  tag: 'a tag',
  access: closedValues.access.join(', '),
  is: 'favourite',
};

export const searchWords = {
  hint: 'Name, environment, state',
  suggestions: 'Filters',
  name: (name: FilterName) => names[name],
  /** Empty where the value says it all. */
  value: (value: string) => values[value] ?? '',
  note: (note: Note): string =>
    note.kind === 'unknown_filter'
      ? `“${note.name}:” is not a filter, so it is searched for as text. Filters: ${Object.keys(names).join(', ')}.`
      : `“${note.name}:” does not know “${note.value}”, so nothing matches. It knows ${examples[note.name]}.`,
  /** `“desk” and not state:live`. */
  query: ({ terms }: SearchQuery): string =>
    terms
      .map(({ piece: { not, name, value } }) => {
        const said = name === null ? `“${value}”` : `${name}:${value}`;
        return not ? `not ${said}` : said;
      })
      .join(' and '),
} as const;
