// Which credentials a search finds. Texts are folded once per view, so that a key press only compares.
// A word finds what stands in the row as well: environment, state, scopes. Holds no secret. Pure.
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import { kindWords, scopeWords } from '../i18n/en.ts';
import { stateWords } from '../i18n/en-states.ts';
import { nextTime } from './next-time.ts';
import { hasReadScope, hasTradeScope } from './credential-scopes.ts';
import { folded, stateOf, type Deadline, type SearchQuery, type Test } from './search-query.ts';
import { liveTokens, needsAttention, standingOf } from './token-standing.ts';

export interface SearchRow {
  readonly credential: CredentialView;
  /** What a word is looked for in: every text of the credential and of its row, folded, a line each. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly environment: string;
  readonly kind: string;
}

export function searchRows(
  credentials: readonly CredentialView[],
  environments: readonly EnvironmentView[],
): readonly SearchRow[] {
  const places = new Map(environments.map((each) => [each.id, each]));
  return credentials.map((credential) => {
    const { label, clientId, ownerAccount, notes, webPage, tags } = credential;
    const { name, kind } = places.get(credential.environmentId) ?? {};
    const place = name === undefined || kind === undefined ? [] : [name, kindWords[kind]];
    const own = [label, clientId, ownerAccount, notes, webPage, ...tags];
    return {
      credential,
      text: folded([...own, ...place, ...shownWords(credential)].join('\n')),
      tags: tags.map(folded),
      environment: folded(name ?? ''),
      kind: kind ?? '',
    };
  });
}

function shownWords(credential: CredentialView): readonly string[] {
  return [
    stateWords[standingOf(credential)],
    ...(hasReadScope(credential) ? [scopeWords.TRADER_READ] : []),
    ...(hasTradeScope(credential) ? [scopeWords.TRADER_TRADE] : []),
  ];
}

/** Every term must hold. */
export function matches(row: SearchRow, query: SearchQuery, nowMs: number): boolean {
  return query.terms.every(
    ({ piece, test }) => test.kind !== 'nothing' && passes(row, test, nowMs) !== piece.not,
  );
}

function passes(row: SearchRow, test: Test, nowMs: number): boolean {
  const { credential } = row;
  switch (test.kind) {
    case 'text':
      return row.text.includes(test.text);
    case 'state':
      return test.values.some((value) => isInState(credential, value));
    case 'scope':
      return test.values.some((value) =>
        value === 'trade' ? hasTradeScope(credential) : hasReadScope(credential),
      );
    case 'access':
      return test.values.includes(credential.accessType);
    case 'is':
      return credential.favourite;
    case 'env':
      return row.kind.startsWith(test.text) || row.environment.includes(test.text);
    case 'tag':
      return row.tags.some((tag) => tag.startsWith(test.text));
    case 'expires':
      return liveTokens(credential).some((token) =>
        isOnSide(token, test.side, momentOf(test.deadline, nowMs)),
      );
    case 'expires_unknown':
      return liveTokens(credential).some(({ expiresAtMs }) => expiresAtMs === null);
    case 'nothing':
      return false;
  }
}

function isOnSide({ expiresAtMs }: TokenView, side: 'before' | 'after', momentMs: number): boolean {
  if (expiresAtMs === null) return false;
  return side === 'before' ? expiresAtMs < momentMs : expiresAtMs >= momentMs;
}

/** The moment a deadline means: so long from now, or the next time the clock shows it. */
export function momentOf(deadline: Deadline, nowMs: number): number {
  if (deadline.kind === 'in') return nowMs + deadline.ms;
  return nextTime(deadline.time, nowMs) ?? nowMs;
}

function isInState(credential: CredentialView, value: string): boolean {
  const state = stateOf(value);
  if (state === 'live') return credential.tokens.some(({ live }) => live);
  if (state === 'none') return !credential.tokens.some(({ live }) => live);
  if (state === 'attention') return needsAttention(credential);
  // What is over counts only where nothing newer stands in its place.
  return (
    standingOf(credential) === state ||
    credential.tokens.some((token) => token.live && token.state === state)
  );
}
