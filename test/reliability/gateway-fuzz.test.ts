// R8: structured and random input to the reader of token answers and to the check of addresses. Every
// answer is one of the closed set, nothing throws, and no case takes a second of work: a busy machine that
// leaves this thread waiting is no hang of ours.
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { gatewayFailureCodes } from '../../electron/shared/failures/failure-codes.ts';
import { checkGatewayAddress } from '../../electron/main/domain/gateway-address.ts';
import { readTokenResponse } from '../../electron/main/gateway/responses/token-response.ts';
import { figureHolds, seed, sized } from './support/figures.ts';

const runs = sized(5_000, 200_000);
const LONGEST_MS = sized(60_000, 1_800_000);
const CODES: ReadonlySet<string> = new Set(gatewayFailureCodes);

/** Processor time of this thread. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Runs the property, measures its slowest case, and writes the figure. */
function checkFuzzed<T>(
  what: string,
  inputs: fc.Arbitrary<T>,
  isTyped: (input: T) => boolean,
): void {
  let slowestMs = 0;
  const property = fc.property(inputs, (input) => {
    const startedAtMs = workedMs();
    const typed = isTyped(input);
    slowestMs = Math.max(slowestMs, workedMs() - startedAtMs);
    return typed;
  });
  const { failed, counterexample } = fc.check(property, { seed, numRuns: runs });
  expect([failed, counterexample]).toEqual([false, null]);
  expect(slowestMs).toBeLessThan(1_000);
  figureHolds('R8', what, runs);
}

const member = fc.tuple(
  fc.constantFrom(
    'access_token',
    'token_type',
    'expires_in',
    'scope',
    'error',
    'id_token',
    '__proto__',
  ),
  fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('"Bearer"', '"a.b-c"', '3600', '1e999', '"\\u0000"'),
  ),
);
const almostJson = fc
  .tuple(fc.array(member, { maxLength: 6 }), fc.nat({ max: 400 }), fc.string({ maxLength: 3 }))
  .map(([members, at, put]) => {
    const text = `{${members.map(([name, value]) => `"${name}":${value}`).join()}}`;
    return at < text.length ? text.slice(0, at) + put + text.slice(at + put.length) : text;
  });
const bodies = fc.oneof(
  almostJson.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.nat({ max: 20_000 }).map((depth) => Buffer.from('{"a":'.repeat(depth))),
);
const addresses = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .tuple(fc.constantFrom('https://', 'http:', 'https:\\\\', ''), fc.string({ unit: 'grapheme' }))
    .map(([start, rest]) => start + rest),
);

/** No user before the host, no query, no fragment, nothing a parser would repair. */
function isPlainHttps(url: string): boolean {
  const { username, password } = new URL(url);
  return /^https:\/\/[^?#\s\\]+$/.test(url) && username + password === '';
}

describe('fuzzing beyond the vault', () => {
  it(
    'the reader of token answers ends in tokens, an error, or a typed failure',
    () => {
      checkFuzzed(
        'token answers',
        fc.tuple(bodies, fc.constantFrom(200, 201, 206)),
        ([body, status]) => {
          const reading = readTokenResponse({
            status,
            body,
            mediaType: 'application/json',
            accessType: 'trader',
            asked: ['TRADER_READ'],
            secrets: [],
          });
          return reading.kind !== 'failed' || CODES.has(reading.code);
        },
      );
    },
    LONGEST_MS,
  );

  it(
    'the check of addresses ends in https or a reason',
    () => {
      checkFuzzed('addresses', addresses, (text) => {
        const checked = checkGatewayAddress(text);
        return checked.ok ? isPlainHttps(checked.value.url) : typeof checked.failure === 'string';
      });
    },
    LONGEST_MS,
  );
});
