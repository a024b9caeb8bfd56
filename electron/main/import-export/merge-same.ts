// A collection of requests uses the same credential again and again: the very same client id and secret
// are one row, with what each of its requests tells.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Candidate } from './candidate.ts';

interface Merged extends Candidate {
  /** Further places with the very same credential. */
  readonly more: number;
}

/** The secrets of those that were merged into others are wiped. */
export function mergeSame(candidates: readonly Candidate[]): readonly Merged[] {
  const key = randomBytes(32);
  const merged = new Map<string, Merged>();
  for (const [at, each] of candidates.entries()) {
    const identity = identityOf(each, key) ?? `nobody ${at}`;
    const known = merged.get(identity);
    if (known !== undefined) each.secret?.wipe();
    merged.set(identity, known === undefined ? { ...each, more: 0 } : join(known, each));
  }
  return [...merged.values()];
}

/** The same for the very same credential; null for what is nobody's. Under a key that is forgotten. */
function identityOf({ clientId, standing, placeholder, secret }: Candidate, key: Buffer) {
  if (secret === null && clientId === '') return null;
  const digest = secret?.use((bytes) => createHmac('sha256', key).update(bytes).digest('hex'));
  return JSON.stringify([clientId, standing, placeholder, digest]);
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
