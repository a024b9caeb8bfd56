// Case 86 and R17 over real TLS and a real vault file: 500 tokens of which some hang, some are refused
// and some meet a server that is busy once. Every token ends as it should, whatever the others do.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { standardBudgets } from '../../electron/main/gateway/budgets.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from '../support/quiet-session.ts';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import {
  startRevokeService,
  textOf,
  type Fate,
  type RevokeService,
} from '../support/revoke-service.ts';
import { fillVault } from '../support/revoke-all-vault.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { figureHolds } from './support/figures.ts';
import { quickArgon2id } from './support/quick-argon2id.ts';

const TOKENS = 500;
/** Of a hundred tokens, these have another fate than being accepted at once. */
const others: Readonly<Record<number, Fate>> = {
  ...Object.fromEntries(
    [3, 23, 43, 63, 83].map((each, at) => [each, at < 3 ? 'hangs_once' : 'hangs']),
  ),
  ...Object.fromEntries([7, 27, 47, 67, 87].map((each) => [each, 'refused'])),
  ...Object.fromEntries([11, 31, 51, 71, 91].map((each) => [each, 'busy_once'])),
};
const fateOf = (index: number): Fate => others[index % 100] ?? 'accepted';
const trades = (index: number): boolean => index % 5 === 1;
const ATTEMPTED_WITHIN_MS = 10_000;

describe('a run over 500 tokens against a server in trouble', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'strongroom-stop-run-'));
  const texts = Array.from({ length: TOKENS }, (_, index) => textOf(fateOf(index), index));
  let service: RevokeService;
  let services: SessionServices;
  let pressedAt = 0;

  const token = (text: string): Token | undefined =>
    services.session.vault.contents().tokens.find(({ id }) => id === text);
  const withFate = (fate: Fate): readonly Token[] =>
    services.session.vault.contents().tokens.filter(({ id }) => id.startsWith(`${fate}-`));
  const statesOf = (fate: Fate): Record<string, number> => {
    const { session } = services;
    const states = withFate(fate).map((each) => stateOf(session, session.vault.contents(), each));
    return Object.fromEntries(
      [...Map.groupBy(states, (state) => state)].map(([state, all]) => [state, all.length]),
    );
  };

  beforeAll(async () => {
    service = await startRevokeService(() => 20 + Math.random() * 30);
    const store = createVaultStore({
      directory,
      kdf: LOW_COST,
      nowMs: Date.now,
      argon2id: quickArgon2id,
    });
    const vault = valueOf(await store.create(secret(PASSPHRASE), NO_CONTENTS));
    const tokens = texts.map((text, index) => ({ text, trades: trades(index) }));
    await fillVault(vault, service.target, tokens);
    services = await quietSession({
      vault,
      gateway: createGateway({
        clock: systemClock,
        systemAuthorities: () => [],
        // A call that hangs is given up sooner than in earnest, so that its retry is seen here.
        budgets: { ...standardBudgets, headersMs: 10_000, totalMs: 12_000 },
      }),
      clock: systemClock,
    });
    pressedAt = performance.now();
    valueOf(await services.stops.start({ kind: 'all' }));
    const isThrough = ({ id, revocation }: Token): boolean =>
      id.startsWith('hangs-')
        ? (revocation?.attempts ?? 0) > 0
        : revocation?.acceptedAtMs != null || revocation?.terminalFailure != null;
    const through = (): boolean => services.session.vault.contents().tokens.every(isThrough);
    const refused = (): boolean =>
      [...withFate('accepted'), ...withFate('busy_once')].every(
        ({ revocation }) => (revocation?.refusals ?? 0) > 1,
      );
    while (!through() || !refused()) await later(100);
  }, 220_000);
  afterAll(async () => {
    await services.close();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('attempts every token, though five in a hundred hang (case 86)', () => {
    const first = texts.map((text) => service.asked.get(text)?.[0] ?? Infinity);
    const slowestMs = Math.max(...first) - pressedAt;
    const late = first.filter((at) => at - pressedAt > ATTEMPTED_WITHIN_MS).length;
    // Several times what a busy machine needs: missed only where calls that hang hold the others up.
    expect(late).toBe(0);
    figureHolds(
      'R17',
      `5 % hanging, the last one attempted after ${slowestMs.toFixed(0)} ms`,
      TOKENS,
    );
  });

  it('sees every accepted token refused twice, and calls none dead for that', () => {
    expect(statesOf('accepted')).toEqual({ confirming: 425 });
    expect(statesOf('busy_once')).toEqual({ confirming: 25 });
  });

  it('asks again what met a busy server, not before the server said (case 102)', () => {
    expect(withFate('busy_once').every(({ revocation }) => revocation?.acceptedAtMs != null)).toBe(
      true,
    );
    const pauses = withFate('busy_once').map(({ id }) => {
      const [first = 0, second = 0] = service.asked.get(id) ?? [];
      return second - first;
    });
    expect(pauses.filter((pause) => pause < 950)).toEqual([]);
  });

  it('asks again what had no answer (case 103)', () => {
    expect(withFate('hangs_once')).toHaveLength(15);
    expect(withFate('hangs_once').every(({ id }) => service.accepted.has(id))).toBe(true);
  });

  it('never shows as revoked what never answered', () => {
    expect(statesOf('hangs')).toEqual({ revoking: 10 });
  });

  it('says of a refusal for good that it failed, and why (case 100)', () => {
    expect(statesOf('refused')).toEqual({ revoke_failed: 25 });
    expect(token(textOf('refused', 7))?.revocation?.terminalFailure).toMatchObject({
      code: 'oauth_error',
    });
    expect(withFate('refused').every(({ id }) => service.asked.get(id)?.length === 1)).toBe(true);
  });
});
