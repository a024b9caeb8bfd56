// What a drill showed, from the facts of its tokens.
import { describe, expect, it } from 'vitest';
import type { DrillResult } from '../../../../electron/main/domain/drill.ts';
import type { CredentialId, DrillId, TokenId } from '../../../../electron/main/domain/ids.ts';
import type { Token } from '../../../../electron/main/domain/token.ts';
import {
  progressOf,
  scored,
  type DrillToken,
} from '../../../../electron/main/practice/drills/drill-score.ts';
import { newPartnerPlan } from '../../../../electron/main/domain/leak-plan.ts';
import { requestedToken } from '../../../../electron/main/tokens/ledger/ledger.ts';
import { firstIntent } from '../../../../electron/main/tokens/revocation/revocation-attempts.ts';

const ALARM = 1_000_000;
const drill: DrillResult = {
  id: 'drill' as DrillId,
  scenario: 'stolen_laptop',
  startedAtMs: ALARM,
  endedAtMs: null,
  how: null,
  credentialIds: [],
  leakedIds: [],
  leakedSecrets: [],
  tokens: 0,
  acceptedAfterMs: null,
  verifiedAfterMs: null,
  mistakes: [],
};

function token(part: Partial<Token>, scope: 'TRADER_READ' | 'TRADER_TRADE' = 'TRADER_TRADE') {
  const fresh = requestedToken('t' as TokenId, 'c' as CredentialId, [scope], 0);
  return { ...fresh, issue: 'issued' as const, ...part };
}

const trader = (part: Partial<Token>, live = true): DrillToken => ({
  token: token(part),
  accessType: 'trader',
  live,
});
const revoked = (acceptedAfterMs: number | null, verifiedAfterMs: number | null) => ({
  revocation: {
    ...firstIntent(ALARM),
    acceptedAtMs: acceptedAfterMs === null ? null : ALARM + acceptedAfterMs,
    verifiedAtMs: verifiedAfterMs === null ? null : ALARM + verifiedAfterMs,
  },
});
const end = { how: 'finished', endedAtMs: ALARM + 60_000, secretWorks: false } as const;

describe('the score of a drill', () => {
  it('counts from the alarm to the last acceptance and the last proof', () => {
    const tokens = [trader(revoked(500, 9_000), false), trader(revoked(2_000, 7_000), false)];
    expect(scored(drill, tokens, end)).toMatchObject({
      acceptedAfterMs: 2_000,
      verifiedAfterMs: 9_000,
      mistakes: [],
    });
  });

  it('gives no time where one token was never accepted', () => {
    const tokens = [trader(revoked(500, 900), false), trader(revoked(null, null))];
    expect(scored(drill, tokens, end)).toMatchObject({
      acceptedAfterMs: null,
      verifiedAfterMs: null,
    });
  });

  it('does not wait for what no call can prove', () => {
    const reader = { ...trader({}), token: token(revoked(800, null), 'TRADER_READ') };
    const tokens = [trader(revoked(500, 900), false), reader];
    expect(scored(drill, tokens, end)).toMatchObject({ verifiedAfterMs: 900, mistakes: [] });
    expect(progressOf(tokens, ALARM)).toEqual({ tokens: 2, accepted: 2, verified: 1 });
  });

  it('counts against the tokens that had leaked at the alarm, whatever is minted or shown since', () => {
    const since: DrillToken = { ...trader({}), token: { ...token({}), sentAtMs: ALARM + 1 } };
    const reader = { ...trader({}), token: token({}, 'TRADER_READ') };
    const before = progressOf([trader({}), reader], ALARM);
    const seen = { atMs: ALARM, way: 'identity check at trade.test', status: 403 };
    const provable = { ...reader, token: token({ baselines: [seen] }, 'TRADER_READ') };
    expect(progressOf([since, trader({}), provable], ALARM)).toEqual(before);
  });

  it('counts a Partner token by its proof alone', () => {
    const partnerPlan = { ...newPartnerPlan(ALARM), verifiedAtMs: ALARM + 4_000 };
    const partner: DrillToken = {
      token: token({ partnerPlan }),
      accessType: 'partner',
      live: false,
    };
    expect(scored(drill, [partner, trader(revoked(100, 200), false)], end)).toMatchObject({
      acceptedAfterMs: 100,
      verifiedAfterMs: 4_000,
    });
  });

  it.each([
    ['forgot_token', [trader({})], end],
    ['ended_before_verified', [trader(revoked(100, null))], end],
    ['left_secret_working', [trader(revoked(1, 2), false)], { ...end, secretWorks: true }],
    [
      'revoked_with_rotated_secret',
      [
        trader({
          revocation: { ...firstIntent(ALARM), terminalFailure: { code: 'invalid_client' } },
        }),
      ],
      end,
    ],
    ['quit', [trader(revoked(1, 2), false)], { ...end, how: 'interrupted' }],
  ] as const)('finds the mistake: %s', (mistake, tokens, ended) => {
    expect(scored(drill, tokens, ended).mistakes).toContain(mistake);
  });

  it('finds no fault with who gives up', () => {
    expect(scored(drill, [trader({})], { ...end, how: 'stopped' }).mistakes).toEqual([]);
  });
});
