// A day of renewals under the fake clock, after a day to settle: half Trader tokens of 24 h, half Partner
// tokens of 2 h. No credential is ever without a token, none is asked for twice, one timer does it all,
// and the heap does not grow.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { CredentialId } from '../../electron/main/domain/ids.ts';
import { ok } from '../../electron/main/domain/result.ts';
import { addCredentials, addTokens } from '../support/many-tokens.ts';
import { createTestSession, PARTNER, type TestSession } from '../support/test-session.ts';
import { sized } from './support/figures.ts';

const CREDENTIALS = sized(60, 500);
const MINUTE = 60_000;
const HOURS = 24;
/** Timers of tokens that were confirmed dead after they had worked: one each at most, until its time is up. */
const WATCHED = CREDENTIALS;
const DAY_SECONDS = 86_400;
const PARTNER_SECONDS = 7_200;
/** A renewal comes at most six minutes early. */
const EARLIEST_MS = 6 * MINUTE;
/** Rows live a day after their token's end: from then on nothing may grow. */
const SETTLE_HOURS = sized(50, 27);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Soak {
  readonly session: TestSession;
  readonly ids: readonly CredentialId[];
  /** When a token was asked for, by credential. */
  readonly asked: ReadonlyMap<CredentialId, number[]>;
}

async function begin(): Promise<Soak> {
  const session = await createTestSession();
  const half = Math.floor(CREDENTIALS / 2);
  const traders = await addCredentials(session, half);
  const partners = await addCredentials(session, CREDENTIALS - half, { like: PARTNER, name: 'mm' });
  const ids = [...traders, ...partners];
  const asked = new Map(ids.map((id) => [id, [] as number[]]));
  session.gateway.onToken((secret) => {
    asked.get(secret as CredentialId)?.push(session.clock.nowMs());
    const lifetimeSeconds = secret.startsWith('mm') ? PARTNER_SECONDS : DAY_SECONDS;
    return ok(session.gateway.issued({ lifetimeSeconds, expiresInRaw: String(lifetimeSeconds) }));
  });
  // Ends spread over the day, so that no hour is like another; none beyond what a day's token can have
  // left, or it would be asked for in the future, and its end be unknown (case 114).
  await addTokens(
    session,
    ids.map((id, index) => ({
      id: `first-of-${id}`,
      credentialId: id,
      scopes: id.startsWith('mm') ? [] : ['TRADER_READ'],
      leftSeconds: 600 + Math.floor((index * (DAY_SECONDS - 600)) / CREDENTIALS),
    })),
  );
  for (const id of ids) await session.renewals.turnOn(id, { untilMs: null, graceSeconds: 60 });
  return { session, ids, asked };
}

/** Credentials none of whose tokens could be used right now. */
function without({ session, ids }: Soak): number {
  const { tokens } = session.vault.contents();
  const usable = new Set(
    tokens
      .filter((token) => token.supersededAtMs === null && token.revocation === null)
      .filter((token) => (session.session.expiries.remainingMs(token) ?? 0) > 0)
      .map(({ credentialId }) => credentialId),
  );
  return ids.filter((id) => !usable.has(id)).length;
}

/** Requests that came before the token before them was about to end. */
function twice({ asked }: Soak): number {
  let found = 0;
  for (const [id, moments] of asked) {
    const lifetimeMs = (id.startsWith('mm') ? PARTNER_SECONDS : DAY_SECONDS) * 1_000;
    for (const [index, atMs] of moments.slice(1).entries()) {
      if (atMs - moments[index]! < lifetimeMs - EARLIEST_MS) found += 1;
    }
  }
  return found;
}

describe('a day of renewals', () => {
  it(
    'misses no expiry, asks nothing twice, and grows nowhere',
    async () => {
      const soak = await begin();
      const { clock, gateway, noted } = soak.session;
      let missed = 0;
      let mostTimers = 0;
      let leastTimers = Infinity;
      const heaps: number[] = [];
      async function hour(): Promise<void> {
        for (let minute = 0; minute < 60; minute += 1) {
          await clock.advance(MINUTE);
          missed += without(soak);
          mostTimers = Math.max(mostTimers, clock.timers());
          leastTimers = Math.min(leastTimers, clock.timers());
        }
        // What the test itself remembers.
        gateway.calls.length = 0;
        (noted as unknown[]).length = 0;
        collect();
        heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
      }
      for (let each = 0; each < SETTLE_HOURS + HOURS; each += 1) await hour();
      const day = heaps.slice(SETTLE_HOURS);
      const grownMiB =
        Math.max(...day) - Math.max(...heaps.slice(SETTLE_HOURS - HOURS, SETTLE_HOURS));
      const requests = [...soak.asked.values()].flat().length;
      expect(missed).toBe(0);
      expect(twice(soak)).toBe(0);
      expect([...soak.asked.values()].filter((moments) => moments.length === 0)).toEqual([]);
      // Proofs of death that are under way, and tokens that are asked about once more.
      expect(mostTimers).toBeLessThanOrEqual(leastTimers + WATCHED);
      expect(grownMiB).toBeLessThan(4);
      console.log(
        `${requests} renewals of ${CREDENTIALS} keys in ${SETTLE_HOURS + HOURS} simulated hours, ` +
          `${leastTimers} to ${mostTimers} timers, heap grown ${grownMiB.toFixed(1)} MiB in the last ${HOURS}`,
      );
    },
    sized(600_000, 1_800_000),
  );
});
