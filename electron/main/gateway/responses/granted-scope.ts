// What the scope of a token answer grants, beside what was asked (RFC 6749 section 3.3; cases 27, 28).
// Compared letter by letter: a scope in another case is another scope, so its meaning is unknown.
import { MOST_SCOPES } from '../../../shared/view-parts.ts';
import { traderScopes, type Anomaly } from '../../../shared/words.ts';

/** What a token answer grants (RFC 6749 section 3.3). */
export interface Grant {
  /** Null where the server said none, or nothing that means anything. */
  readonly scopes: readonly string[] | null;
  readonly anomalies: readonly Anomaly[];
}

const MAX_SCOPE_CHARACTERS = 200;
/** RFC 6749 appendix A.4: printable ASCII without space, quote and backslash. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** `said`: the text of the scope, null where it is not a string, undefined where it is missing. */
export function readGrant(
  said: string | null | undefined,
  accessType: 'trader' | 'partner',
  asked: readonly string[],
): Grant {
  if (said === undefined) {
    // Partner answers carry no scope (docs/service.md 2.5).
    return { scopes: null, anomalies: accessType === 'trader' ? ['scope_missing'] : [] };
  }
  const scopes = [...new Set(said === null ? [] : said.split(' '))];
  if (scopes.length === 0 || scopes.length > MOST_SCOPES || !scopes.every(isScope)) {
    return { scopes: null, anomalies: ['scope_malformed'] };
  }
  if (accessType === 'partner') return { scopes, anomalies: [] };
  const anomalies: Anomaly[] = [];
  if (asked.some((scope) => !scopes.includes(scope))) anomalies.push('scope_narrower');
  if (scopes.some((scope) => !asked.includes(scope))) anomalies.push('scope_wider');
  return { scopes, anomalies };
}

function isScope(text: string): boolean {
  const isKnown = (traderScopes as readonly string[]).includes(text);
  const looksKnown = (traderScopes as readonly string[]).includes(text.toUpperCase());
  return SCOPE.test(text) && text.length <= MAX_SCOPE_CHARACTERS && isKnown === looksKnown;
}
