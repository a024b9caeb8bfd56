// What a token is, from its facts and the time left.
import { describe, expect, it } from 'vitest';
import fc from '../../support/seeded-fast-check.ts';
import { anchorExpiry, remainingMs } from '../../../electron/main/domain/expiry.ts';
import type { CredentialId, TokenId } from '../../../electron/main/domain/ids.ts';
import { tokenState } from '../../../electron/main/domain/token-state.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import { requestedToken } from '../../../electron/main/tokens/ledger/ledger.ts';
import { firstIntent } from '../../../electron/main/tokens/revocation/revocation-attempts.ts';
import type { TokenState } from '../../../electron/shared/words.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;

function token(changes: Partial<Token> = {}): Token {
  return {
    ...requestedToken('t' as TokenId, 'c' as CredentialId, ['TRADER_TRADE'], NOW),
    issue: 'issued',
    lifetimeSeconds: 86_400,
    ...changes,
  };
}

const accepted = { ...firstIntent(NOW), attempts: 1, acceptedAtMs: NOW };

describe('the state of a Trader token', () => {
  const table: readonly [string, Partial<Token>, number | null, TokenState][] = [
    ['with a day left', {}, 23 * HOUR, 'active'],
    ['in the last tenth of its life', {}, 2.4 * HOUR, 'expiring'],
    ['just before the last tenth', {}, 2.4 * HOUR + 1, 'active'],
    ['at the very moment of expiry', {}, 0, 'expired'],
    ['of two hours in its last 30 minutes', { lifetimeSeconds: 7_200 }, HOUR / 2, 'expiring'],
    ['of two hours before that', { lifetimeSeconds: 7_200 }, HOUR / 2 + 1, 'active'],
    ['of ten minutes in its second half', { lifetimeSeconds: 600 }, 300_000, 'expiring'],
    ['of ten minutes in its first half', { lifetimeSeconds: 600 }, 300_001, 'active'],
    ['with unknown expiry', { lifetimeSeconds: null }, null, 'expiring'],
    ['refused before its time', { refusedAtMs: NOW }, HOUR, 'refused'],
    ['replaced', { supersededAtMs: NOW }, HOUR, 'superseded'],
    ['never seen', { issue: 'possibly_issued' }, null, 'possibly_issued'],
    ['kept but never used', { issue: 'quarantined' }, HOUR, 'quarantined'],
    ['forgotten here', { forgottenAtMs: NOW }, HOUR, 'forgotten'],
    ['forgotten and past its time', { forgottenAtMs: NOW }, -1, 'expired'],
    ['with an intent saved', { revocation: { ...accepted, acceptedAtMs: null } }, HOUR, 'revoking'],
    [
      'with an intent saved, whose time is not up for sure',
      { revocation: { ...accepted, acceptedAtMs: null } },
      -59_000,
      'revoking',
    ],
    [
      'with an intent saved, long past its time',
      { revocation: { ...accepted, acceptedAtMs: null } },
      -60_000,
      'expired',
    ],
    ['accepted for revocation', { revocation: accepted }, HOUR, 'propagating'],
    [
      'refused three times since',
      { revocation: { ...accepted, verifiedAtMs: NOW } },
      1,
      'verified',
    ],
    [
      'read-only and accepted for revocation',
      { requestedScopes: ['TRADER_READ'], revocation: accepted },
      HOUR,
      'propagating',
    ],
    [
      'accepted, with no answer that says anything for longer than the window',
      { revocation: { ...accepted, acceptedAtMs: NOW - HOUR } },
      HOUR,
      'not_verifiable',
    ],
    ['refused since', { revocation: { ...accepted, refusals: 1 } }, HOUR, 'confirming'],
    [
      'kept aside and accepted for revocation',
      { issue: 'quarantined', revocation: accepted },
      HOUR,
      'not_verifiable',
    ],
  ];
  it.each(table)('%s is %s', (_name, changes, left, state) => {
    expect(tokenState(token(changes), 'trader', { nowMs: NOW, remainingMs: left })).toBe(state);
  });
});

describe('the remaining time', () => {
  it('is over exactly at expiry, for any pair of times (case 117)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer(), (lifetime, offset) => {
        const clock = createFakeClock(NOW);
        const life = { sentAtMs: NOW, lifetimeSeconds: lifetime };
        const anchor = anchorExpiry(life, clock, clock.monotonicMs());
        clock.setWall(NOW + lifetime * 1000 + offset);
        const left = remainingMs(life, anchor, clock) ?? NaN;
        return left <= 0 === offset >= 0;
      }),
      { numRuns: 10_000 },
    );
  });

  it('never grows when the wall clock is set back (case 112)', async () => {
    const clock = createFakeClock(NOW);
    const life = { sentAtMs: NOW, lifetimeSeconds: 3600 };
    const anchor = anchorExpiry(life, clock, clock.monotonicMs());
    await clock.advance(60_000);
    const before = remainingMs(life, anchor, clock) ?? NaN;
    clock.setWall(NOW - 10 * 365 * 24 * HOUR);
    expect(remainingMs(life, anchor, clock)).toBe(before);
  });

  it('follows the wall clock when the machine slept (case 113)', () => {
    const clock = createFakeClock(NOW);
    const life = { sentAtMs: NOW, lifetimeSeconds: 4 * 3600 };
    const anchor = anchorExpiry(life, clock, clock.monotonicMs());
    clock.setWall(NOW + 3 * HOUR);
    expect(remainingMs(life, anchor, clock)).toBe(HOUR);
  });
});
