// Which failures of a token request are worth another try, and when.
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../electron/shared/failures/failure.ts';
import { waitBeforeRetry } from '../../../../electron/main/tokens/issuance/retry-delay.ts';

const NOW = 1_000_000;

/** For each failed try the shortest and the longest of many waits, until there is none. */
function waitsOf(failure: Failure): readonly (readonly [number, number])[] {
  const waits: (readonly [number, number])[] = [];
  for (let failed = 1; waitBeforeRetry(failure, failed, NOW) !== null; failed += 1) {
    const each = Array.from({ length: 2_000 }, () => waitBeforeRetry(failure, failed, NOW) ?? NaN);
    waits.push([Math.min(...each), Math.max(...each)]);
  }
  return waits;
}

/** Waits about half a second and a second and a half, spread over three tenths to both sides and no further. */
function expectSoon(waits: readonly (readonly [number, number])[], times: number): void {
  const centres = [500, 1_500].slice(0, times);
  expect(waits).toHaveLength(times);
  for (const [at, centre] of centres.entries()) {
    const [least = NaN, most = NaN] = waits[at] ?? [];
    expect(least).toBeGreaterThanOrEqual(centre * 0.7);
    expect(least).toBeLessThan(centre * 0.8);
    expect(most).toBeLessThanOrEqual(centre * 1.3);
    expect(most).toBeGreaterThan(centre * 1.2);
  }
}

describe('a token request that failed', () => {
  it.each([
    'name_not_found',
    'connect_refused',
    'connect_failed',
    'connection_reset',
    'proxy_unreachable',
    'proxy_closed',
  ] as const)('with %s, nothing sent, is tried twice more (case 75)', (code) => {
    expectSoon(waitsOf({ code, facts: { possiblyDone: false } }), 2);
  });

  it('by a reset after it was sent is tried once more (case 77)', () => {
    expectSoon(waitsOf({ code: 'connection_reset', facts: { possiblyDone: true } }), 1);
  });

  it('because the server cannot answer now is tried once more, since it may have minted (case 78)', () => {
    for (const status of [502, 503, 504]) {
      expectSoon(waitsOf({ code: 'server_error', facts: { status, possiblyDone: true } }), 1);
    }
  });

  it.each([
    { code: 'server_error', facts: { status: 500 } },
    { code: 'invalid_client', facts: { status: 401 } },
    { code: 'http_error', facts: { status: 404 } },
    { code: 'tls_self_signed' },
    { code: 'tls_wrong_host' },
    { code: 'connect_timeout' },
    { code: 'handshake_timeout' },
    { code: 'proxy_auth' },
    { code: 'total_timeout', facts: { possiblyDone: true } },
    { code: 'incomplete_response', facts: { status: 200, possiblyDone: true } },
    { code: 'cancelled', facts: { possiblyDone: true } },
    { code: 'vault_locked' },
  ] satisfies Failure[])(
    'with $code is not tried again by itself (cases 67, 78, 79)',
    (failure) => {
      expect(waitsOf(failure)).toEqual([]);
    },
  );

  it('because there were too many waits longer each time, three times (case 82)', () => {
    expect(waitsOf({ code: 'rate_limited', facts: { status: 429 } })).toEqual([
      [5_000, 5_000],
      [10_000, 10_000],
      [20_000, 20_000],
    ]);
  });

  it.each([
    { code: 'rate_limited', facts: { status: 429, retryAtMs: NOW + 7_000 } },
    { code: 'server_error', facts: { status: 503, possiblyDone: true, retryAtMs: NOW + 7_000 } },
  ] satisfies Failure[])('with $code waits as long as the server says (case 80)', (failure) => {
    expect(waitBeforeRetry(failure, 1, NOW)).toBe(7_000);
    expect(waitBeforeRetry(failure, 1, NOW + 9_000)).toBe(0);
  });
});
