// A collection of requests uses the same credential again and again: the very same client id and secret
// are one row, with what each of its requests tells.
import { timingSafeEqual } from 'node:crypto';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Candidate } from './candidate.ts';

export interface Merged extends Candidate {
  /** Further places with the very same credential. */
  readonly more: number;
}

/** The secrets of those that were merged into others are wiped. */
export function mergeSame(candidates: readonly Candidate[]): readonly Merged[] {
  const merged: Merged[] = [];
  for (const each of candidates) {
    const index = merged.findIndex((known) => isSame(known, each));
    const known = merged[index];
    if (known === undefined) {
      merged.push({ ...each, more: 0 });
      continue;
    }
    each.secret?.wipe();
    merged[index] = join(known, each);
  }
  return merged;
}

function isSame(a: Candidate, b: Candidate): boolean {
  if (a.clientId !== b.clientId || a.standing !== b.standing) return false;
  if (a.placeholder !== b.placeholder) return false;
  return a.secret === null || b.secret === null
    ? a.secret === b.secret && a.clientId !== ''
    : isSameSecret(a.secret, b.secret);
}

export function isSameSecret(a: SecretBytes, b: SecretBytes): boolean {
  if (a.length !== b.length) return false;
  return a.use((left) => b.use((right) => timingSafeEqual(left, right)));
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
