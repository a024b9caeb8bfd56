// When a client secret is to be replaced: at the end that a person wrote down for it, or at the age that its
// environment allows, whichever comes first. Pure.
import type { Credential } from './credential.ts';
import type { Environment } from './environment.ts';

export const DAY_MS = 24 * 60 * 60_000;

export interface SecretDue {
  readonly atMs: number;
  readonly why: 'valid_until' | 'rotation_age';
}

/** Until when the secret in use is valid, as a person said; null: nobody said, or it was an earlier secret's. */
export function validUntilMsOf({ secretEnd, secretSetAtMs }: Credential): number | null {
  return secretEnd !== undefined && secretEnd.saidAtMs >= secretSetAtMs ? secretEnd.atMs : null;
}

/** Null: no date and no rule. */
export function secretDueOf(
  credential: Credential,
  environment: Pick<Environment, 'rotateAfterDays'> | undefined,
): SecretDue | null {
  const validUntilMs = validUntilMsOf(credential);
  const days = environment?.rotateAfterDays;
  const oldAtMs = days === undefined ? null : credential.secretSetAtMs + days * DAY_MS;
  if (validUntilMs !== null && (oldAtMs === null || validUntilMs <= oldAtMs)) {
    return { atMs: validUntilMs, why: 'valid_until' };
  }
  return oldAtMs === null ? null : { atMs: oldAtMs, why: 'rotation_age' };
}
