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
const intended = { ...accepted, acceptedAtMs: null };
const longAccepted = { ...accepted, acceptedAtMs: NOW - HOUR };
const terminalFailure = { code: 'invalid_client' } as const;
const plan = { startedAtMs: NOW, done: [], oldSecret: null, refusals: 0, verifiedAtMs: null };
const check = { atMs: NOW, outcome: 'honoured', status: 200, durationMs: 1 } as const;
const wordless = { ...check, outcome: 'unclear', status: 401 } as const;
const endless = { lifetimeSeconds: null, sentAtMs: NOW - 24 * HOUR };
const tooOld = { ...endless, sentAtMs: NOW - 24 * HOUR - 1 };

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
    ['with unknown expiry', endless, null, 'expiring'],
    ['with unknown expiry, past the longest life', tooOld, null, 'unclear'],
    ['asked for', { issue: 'requested' }, null, 'requesting'],
    ['refused before its time', { refusedAtMs: NOW }, HOUR, 'refused'],
    ['replaced', { supersededAtMs: NOW }, HOUR, 'superseded'],
    ['refused without a word', { lastCheck: wordless }, HOUR, 'unclear'],
    ['never seen', { ...endless, issue: 'possibly_issued' }, null, 'possibly_issued'],
    ['never seen, past the longest life', { ...tooOld, issue: 'possibly_issued' }, null, 'expired'],
    ['kept but never used', { issue: 'quarantined' }, HOUR, 'quarantined'],
    ['forgotten here', { forgottenAtMs: NOW }, HOUR, 'forgotten'],
    ['forgotten and past its time', { forgottenAtMs: NOW }, -1, 'expired'],
    ['forgotten with unknown expiry', { ...endless, forgottenAtMs: NOW }, null, 'forgotten'],
    ['forgotten past the longest life', { ...tooOld, forgottenAtMs: NOW }, null, 'expired'],
    ['with an intent saved', { revocation: intended }, HOUR, 'revoking'],
    ['intended, whose time is not up for sure', { revocation: intended }, -59_000, 'revoking'],
    ['intended, long past its time', { revocation: intended }, -60_000, 'expired'],
    ['refused a revocation', { revocation: { ...intended, terminalFailure } }, 1, 'revoke_failed'],
    ['of a key that the person ends', { partnerPlan: plan }, HOUR, 'needs_you'],
    [
      'refused once its key was revoked',
      { partnerPlan: { ...plan, done: ['revoke_key'], refusals: 1 } },
      HOUR,
      'confirming',
    ],
    [
      'refused before its key was revoked',
      { partnerPlan: { ...plan, refusals: 1 } },
      HOUR,
      'needs_you',
    ],
    ['accepted for revocation', { revocation: accepted }, HOUR, 'propagating'],
    [
      'refused three times since, and past its time',
      { revocation: { ...accepted, verifiedAtMs: NOW } },
      -60_000,
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
      { revocation: longAccepted },
      HOUR,
      'not_verifiable',
    ],
    [
      'accepted as long ago, and taken by the last check within the window',
      { revocation: { ...longAccepted, honouredAtMs: NOW - HOUR }, lastCheck: check },
      HOUR,
      'propagating',
    ],
    [
      'accepted as long ago, and taken since',
      { revocation: { ...longAccepted, honouredLateAtMs: NOW }, lastCheck: check },
      HOUR,
      'still_honoured',
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
