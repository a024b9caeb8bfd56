// The text inside a lock file: which process holds it, and a number used once, so that a holder can
// tell its own lock from another's.
import { randomBytesOwn } from '../keys/primitives.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The text of a lock file of this process, different each time. */
export function lockText(holder: ProcessIdentity): string {
  return JSON.stringify({ ...holder, nonce: randomBytesOwn(8).toString('hex') });
}

/** Null for a lock whose writer was killed before it wrote, and for anything else. */
export function parseLockText(text: string): ProcessIdentity | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { pid, started, place } = value as Record<string, unknown>;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return null;
  return typeof started === 'string' && typeof place === 'string' ? { pid, started, place } : null;
}
