// Whether a token might still work anywhere: the one conservative answer.
import { describe, expect, it } from 'vitest';
import type { CredentialId, TokenId } from '../../../electron/main/domain/ids.ts';
import { EXPIRY_MARGIN_MS, mightStillWork } from '../../../electron/main/domain/token-evidence.ts';
import type { Token, TokenCheck } from '../../../electron/main/domain/token.ts';
import { requestedToken } from '../../../electron/main/tokens/ledger/ledger.ts';
import { firstIntent } from '../../../electron/main/tokens/revocation/revocation-attempts.ts';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function token(changes: Partial<Token> = {}): Token {
  return {
    ...requestedToken('t' as TokenId, 'c' as CredentialId, ['TRADER_TRADE'], NOW),
    issue: 'issued',
    lifetimeSeconds: 86_400,
    ...changes,
  };
}

const accepted = { ...firstIntent(NOW), attempts: 1, acceptedAtMs: NOW };

const check = (outcome: TokenCheck['outcome']): TokenCheck => ({
  atMs: NOW,
  outcome,
  status: 200,
  durationMs: 10,
});

const live = (subject: Token, remainingMs: number | null, more: object = {}): boolean =>
  mightStillWork(subject, 'trader', { nowMs: NOW, remainingMs, ...more });

describe('a token might still work', () => {
  it.each<[string, Partial<Token>]>([
    ['with time left', {}],
    ['after a refusal', { refusedAtMs: NOW }],
    ['kept but never used', { issue: 'quarantined' }],
    ['forgotten here', { forgottenAtMs: NOW }],
    ['accepted for revocation', { revocation: accepted }],
    ['accepted long ago, and refused since', { revocation: { ...accepted, refusals: 9 } }],
    [
      'accepted long ago where nothing can confirm it',
      { requestedScopes: ['TRADER_READ'], revocation: { ...accepted, acceptedAtMs: NOW - DAY } },
    ],
  ])('%s', (_name, changes) => {
    expect(live(token(changes), HOUR)).toBe(true);
  });

  it.each<[string, Partial<Token>]>([
    ['whose end nobody named', {}],
    ['of that kind after a refusal', { refusedAtMs: NOW }],
    ['of that kind that was never seen', { issue: 'possibly_issued' }],
  ])('%s', (_name, changes) => {
    expect(live(token({ lifetimeSeconds: null, ...changes }), null)).toBe(true);
  });

  it('until a margin after its end by our own clock', () => {
    expect(live(token(), 1 - EXPIRY_MARGIN_MS)).toBe(true);
    expect(live(token(), -EXPIRY_MARGIN_MS)).toBe(false);
  });

  it('while one of both clocks says so', () => {
    expect(live(token(), -DAY, { mostRemainingMs: 1 })).toBe(true);
    expect(live(token(), -DAY, { mostRemainingMs: -DAY })).toBe(false);
  });

  it('not once it was proven dead', () => {
    expect(live(token({ revocation: { ...accepted, verifiedAtMs: NOW } }), HOUR)).toBe(false);
  });

  it.each<[string, Partial<Token>]>([
    ['was never seen', { issue: 'possibly_issued' }],
    ['was forgotten', { forgottenAtMs: NOW }],
    ['was accepted for revocation', { revocation: accepted }],
    ['was accepted, and refused last', { revocation: accepted, lastCheck: check('refused') }],
  ])('not past the documented lifetime where nobody named its end and it %s', (_name, changes) => {
    const endless = token({ lifetimeSeconds: null, ...changes });
    expect(live(endless, null, { leastAgeMs: DAY })).toBe(true);
    expect(live(endless, null, { leastAgeMs: DAY + EXPIRY_MARGIN_MS + 1 })).toBe(false);
  });

  it.each<[string, Partial<Token>]>([
    ['after its window', { revocation: { ...accepted, honouredLateAtMs: NOW } }],
    ['by the last check', { revocation: accepted, lastCheck: check('honoured') }],
    ['though the call is not allowed', { revocation: accepted, lastCheck: check('forbidden') }],
  ])('however old it is, where it was accepted and seen to work %s', (_name, changes) => {
    const endless = token({ lifetimeSeconds: null, ...changes });
    expect(live(endless, null, { leastAgeMs: 90 * DAY })).toBe(true);
  });

  it('where nobody saw it, for a day, and as long as others of its credential live', () => {
    const unseen = token({ lifetimeSeconds: null, issue: 'possibly_issued' });
    const after = (leastAgeMs: number, more: object = {}): boolean =>
      mightStillWork(unseen, 'partner', { nowMs: NOW, remainingMs: null, leastAgeMs, ...more });
    expect([after(DAY), after(DAY + EXPIRY_MARGIN_MS + 1)]).toEqual([true, false]);
    expect(after(DAY + EXPIRY_MARGIN_MS + 1, { longestLifetimeMs: 2 * DAY })).toBe(true);
  });
});
