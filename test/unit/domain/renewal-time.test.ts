// When a token is renewed: margin and jitter (docs/oauth-cases.md case 96), and how failures are paced.
import { describe, expect, it } from 'vitest';
import {
  isRefusal,
  renewalMarginMs,
  renewalPauseMs,
  shareOf,
} from '../../../electron/main/domain/renewal-time.ts';

const SAMPLES = Array.from({ length: 10_000 }, () => 2 * shareOf(crypto.randomUUID()) - 1);
const marginsOf = (seconds: number): readonly number[] =>
  SAMPLES.map((jitter) => renewalMarginMs(seconds, jitter));

describe('the renewal margin (case 96)', () => {
  it.each([
    ['24 h', 24 * 3600],
    ['2 h', 2 * 3600],
  ])('is 4 to 6 minutes for a token of %s', (_name, seconds) => {
    const margins = marginsOf(seconds);
    expect(Math.min(...margins)).toBeGreaterThanOrEqual(240_000);
    expect(Math.max(...margins)).toBeLessThanOrEqual(360_000);
  });

  it('uses the whole of the jitter', () => {
    const margins = marginsOf(24 * 3600);
    expect(Math.min(...margins)).toBeLessThan(242_000);
    expect(Math.max(...margins)).toBeGreaterThan(358_000);
  });

  it.each([301, 400, 1_800])('is a tenth of %i s, at least 30 s', (seconds) => {
    for (const margin of marginsOf(seconds)) {
      expect(margin).toBeGreaterThanOrEqual(Math.max(30_000, seconds * 80));
      expect(margin).toBeLessThanOrEqual(Math.max(30_000, seconds * 120));
    }
  });

  it.each([1, 30, 300])('never reaches the life of a token of %i s', (seconds) => {
    for (const margin of marginsOf(seconds)) expect(margin).toBeLessThan(seconds * 1000);
  });

  it('is the same for the same token every time', () => {
    expect(shareOf('3f9a02c1')).toBe(shareOf('3f9a02c1'));
  });

  it('spreads neighbouring ids evenly', () => {
    const shares = Array.from({ length: 10_000 }, (_, index) => shareOf(`token-${index}`));
    const inTenths = Array.from({ length: 10 }, (_, tenth) => {
      return shares.filter((share) => Math.floor(share * 10) === tenth).length;
    });
    for (const inTenth of inTenths) expect(Math.abs(inTenth - 1_000)).toBeLessThan(150);
  });
});

describe('a failed renewal', () => {
  it('is tried again after half a minute, doubling to five minutes', () => {
    const pauses = [1, 2, 3, 4, 5, 50].map(renewalPauseMs);
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
  });

  it.each(['invalid_client', 'invalid_scope', 'invalid_response', 'token_refused'] as const)(
    'counts %s as a refusal',
    (code) => expect(isRefusal({ code })).toBe(true),
  );

  it.each(['connect_refused', 'server_error', 'rate_limited', 'disk_full'] as const)(
    'does not count %s as one',
    (code) => expect(isRefusal({ code })).toBe(false),
  );

  it.each(['tls_unknown_authority', 'proxy_refused'] as const)(
    'counts %s only where a request had left',
    (code) => {
      expect(isRefusal({ code, facts: { possiblyDone: false } })).toBe(false);
      expect(isRefusal({ code, facts: { possiblyDone: true } })).toBe(true);
    },
  );
});
