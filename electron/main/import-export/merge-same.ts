// A collection of requests uses the same credential again and again: the very same client id and secret
// are one row, with what each of its requests tells.
import type { Candidate } from './candidate.ts';

interface Merged extends Candidate {
  /** Further places with the very same credential. */
  readonly more: number;
}

export function mergeSame(candidates: readonly Candidate[]): readonly Merged[] {
  const merged = new Map<string, Merged>();
  for (const [at, each] of candidates.entries()) {
    const { clientId, standing, placeholder, secret } = each;
    const isNobodys = secret === null && clientId === '';
    const identity = isNobodys
      ? `nobody ${at}`
      : JSON.stringify([clientId, standing, placeholder, secret]);
    const known = merged.get(identity);
    merged.set(identity, known === undefined ? { ...each, more: 0 } : join(known, each));
  }
  return [...merged.values()];
}

function join(known: Merged, other: Candidate): Merged {
  const access = known.accessReason === null || isBetter(other, known) ? other : known;
  return {
    ...known,
    hosts: [...new Set([...known.hosts, ...other.hosts])].slice(0, 8),
    scopes: [...new Set([...known.scopes, ...other.scopes])],
    accessType: access.accessType,
    accessReason: access.accessReason,
    environmentName: known.environmentName === '' ? other.environmentName : known.environmentName,
    notes: [...new Set([...known.notes, ...other.notes])],
    more: known.more + 1,
  };
}

/** A word or a path says more than how a body is encoded. */
function isBetter(a: Candidate, b: Candidate): boolean {
  const rank = ['encoding', 'scope', 'path', 'said'];
  return rank.indexOf(a.accessReason ?? '') > rank.indexOf(b.accessReason ?? '');
}
