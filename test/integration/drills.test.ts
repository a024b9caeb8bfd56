// Drills against the practice gateway over real TLS: their own credentials, a fence around them, a score
// from the facts, and nothing left behind.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../../electron/main/domain/ids.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { Drills } from '../../electron/main/practice/drills/drills.ts';
import { PracticeSession } from '../../electron/main/practice/practice-session.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from '../support/quiet-session.ts';
import { practiceEnvironment } from '../../electron/main/environments/environments.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import type { DrillScenario } from '../../electron/shared/words.ts';
import { createMemoryVault, type MemoryVault } from '../support/memory-vault.ts';
import { eventually } from '../support/eventually.ts';

let practice: PracticeSession;
let drills: Drills;
let vault: MemoryVault;
let services: SessionServices;

async function open(): Promise<void> {
  practice = new PracticeSession({
    clock: systemClock,
    handOver: () => Promise.resolve(),
  });
  drills = new Drills(practice);
  services = await quietSession({
    vault,
    gateway: createGateway({ clock: systemClock }),
    clock: systemClock,
    targetOf: () => practice.target(),
    async beforeResuming(session) {
      await practice.open(session);
      await drills.recover(session);
    },
  });
}

beforeEach(async () => {
  vault = createMemoryVault({ ...NO_CONTENTS, environments: [practiceEnvironment] });
  await open();
  await practice.addSamples(services.session);
});

afterEach(async () => {
  await practice.close();
});

const standing = () => drills.standing(services.session);

async function started(scenario: DrillScenario) {
  const answer = await drills.start(services, scenario);
  expect(answer).toEqual({ ok: true });
  const drill = standing()!;
  return drill;
}

/** Whatever a drill made is gone from vault and gateway; what was there before is as it was. */
function nothingLeft(clientIds: readonly string[]): void {
  const { credentials, tokens, revocationRuns } = vault.contents();
  expect(credentials.map(({ label }) => label)).toEqual(['Practice trader', 'Practice partner']);
  expect([tokens.length, revocationRuns.length]).toEqual([0, 0]);
  const rotates = clientIds.map((id) => practice.gateway()?.controls.rotateSecret(id, 'x'));
  expect(new Set(rotates)).toEqual(new Set([false]));
}

const clientIdsOf = (ids: readonly string[]) =>
  vault
    .contents()
    .credentials.filter(({ id }) => ids.includes(id))
    .map(({ clientId }) => clientId);

describe('a drill', () => {
  it.each([
    'public_repository',
    'stolen_laptop',
    'slow_server',
    'lost_answers',
    'long_propagation',
  ] as const)(
    'sets up live tokens of its own in practice, then gives the alarm: %s',
    async (scenario) => {
      const drill = await started(scenario);
      const mine = vault
        .contents()
        .credentials.filter(({ id }) => drill.credentialIds.includes(id));
      expect(new Set(mine.map(({ environmentId }) => environmentId))).toEqual(
        new Set([PRACTICE_ENVIRONMENT_ID]),
      );
      expect(standing()).toMatchObject({
        preparing: false,
        accepted: 0,
        verified: 0,
      });
      expect(standing()?.tokens).toBeGreaterThan(2);
      expect(drill.startedAtMs).toBeGreaterThan(0);
    },
  );

  it('stops its own tokens alone, whatever the press was aimed at', async () => {
    const [sample] = vault.contents().credentials;
    await services.requests.request(sample!.id, ['TRADER_TRADE']);
    const outside = vault.contents().tokens[0]!.id;
    const drill = await started('lost_answers');
    const run = await services.stops.start({ kind: 'all' });
    const found = run.ok ? services.stops.find(run.value) : null;
    expect(found?.drillId).toBe(drill.id);
    expect(found?.tokenIds).toHaveLength(5);
    expect(found?.tokenIds).not.toContain(outside);
    await drills.end(services.session, 'stopped');
    expect(vault.contents().tokens.map(({ id }) => id)).toEqual([outside]);
  });

  it('scores the time to the last acceptance, and what was declared over too early', async () => {
    await started('lost_answers');
    await services.stops.start({ kind: 'all' });
    await eventually(() => expect(standing()?.accepted).toBe(5));
    const ended = await drills.end(services.session, 'finished');
    expect(ended).toMatchObject({
      ok: true,
      value: { how: 'finished', tokens: 5, verifiedAfterMs: null },
    });
    expect(ended.ok && ended.value.acceptedAfterMs).toBeGreaterThan(0);
    expect(ended.ok && ended.value.mistakes).toEqual(['ended_before_verified']);
  });

  it('finds a token that was forgotten and a secret that still works', async () => {
    await started('public_repository');
    const [token] = vault.contents().tokens;
    await services.revocations.revoke(token!.id);
    const ended = await drills.end(services.session, 'finished');
    expect(ended.ok && ended.value.mistakes).toEqual([
      'forgot_token',
      'left_secret_working',
      'ended_before_verified',
    ]);
  });

  it('finds a revocation that was refused because the secret was rotated away first', async () => {
    const drill = await started('long_propagation');
    const [clientId] = clientIdsOf(drill.credentialIds);
    practice.gateway()!.controls.rotateSecret(clientId!, Buffer.from('another'));
    await services.stops.start({ kind: 'all' });
    await eventually(() =>
      expect(vault.contents().tokens.every((each) => each.revocation?.terminalFailure)).toBe(true),
    );
    const ended = await drills.end(services.session, 'finished');
    expect(ended.ok && ended.value.mistakes).toContain('revoked_with_rotated_secret');
  });

  it('leaves nothing behind, and puts the practice settings back', async () => {
    practice.gateway()!.controls.set({ propagationSeconds: 77, fault: 'none' });
    const before = practice.gateway()!.controls.settings();
    const drill = await started('slow_server');
    const clientIds = clientIdsOf(drill.credentialIds);
    expect(practice.gateway()!.controls.settings()).not.toEqual(before);
    await drills.end(services.session, 'stopped');
    nothingLeft(clientIds);
    expect(practice.gateway()!.controls.settings()).toEqual(before);
    expect(vault.contents().drills).toMatchObject([{ how: 'stopped', mistakes: [] }]);
  });

  it('puts the practice settings back where it could not begin', async () => {
    practice.gateway()!.controls.set({ propagationSeconds: 77 });
    vault.failWith({ code: 'disk_full' });
    await drills.start(services, 'slow_server');
    expect(practice.gateway()?.controls.settings().propagationSeconds).toBe(77);
  });

  it('leaves no port open where it could not begin and nobody else practises', async () => {
    vault = createMemoryVault({ ...NO_CONTENTS, environments: [practiceEnvironment] });
    await practice.close();
    await open();
    vault.failWith({ code: 'disk_full' });
    await drills.start(services, 'slow_server');
    expect(practice.gateway()).toBeNull();
  });

  it('is over after a kill, has left nothing behind, and says that it was cut off', async () => {
    const drill = await started('slow_server');
    const clientIds = clientIdsOf(drill.credentialIds);
    await services.stops.start({ kind: 'all' });
    await practice.close();
    await open();
    nothingLeft(clientIds);
    expect(vault.contents().drills).toMatchObject([
      { how: 'interrupted', mistakes: expect.arrayContaining(['quit']) },
    ]);
    expect(practice.gateway()!.controls.settings().revokeLatencyMs).toBe(0);
    expect(standing()).toBeNull();
  });

  it('closes the practice gateway again where nobody else practises', async () => {
    vault = createMemoryVault({ ...NO_CONTENTS, environments: [practiceEnvironment] });
    await practice.close();
    await open();
    expect(practice.gateway()).toBeNull();
    await started('long_propagation');
    expect(practice.gateway()).not.toBeNull();
    await drills.end(services.session, 'stopped');
    expect(practice.gateway()).toBeNull();
  });

  it('is not begun twice, nor while tokens are being revoked in earnest', async () => {
    const [sample] = vault.contents().credentials;
    await services.requests.request(sample!.id, ['TRADER_TRADE']);
    await services.stops.start({ kind: 'all' });
    expect(await drills.start(services, 'stolen_laptop')).toMatchObject({
      failure: { code: 'in_use', facts: { about: 'run' } },
    });
    expect(vault.contents().drills).toEqual([]);
  });
});
