// R17, case 104: a process that revokes everything, killed with SIGKILL at random moments again and
// again. Whatever reached the server was durable before; whatever was acknowledged is still wanted
// after; and in the end no token was missed.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { startRevokeService, textOf, type RevokeService } from '../support/revoke-service.ts';
import { fillVault } from '../support/revoke-all-vault.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { runChild, twoAtATime } from './support/children.ts';
import { randomFrom, figureHolds, seed, sized } from './support/figures.ts';
import { quickArgon2id } from './support/quick-argon2id.ts';

const KILLS = sized(200, 1_000);
const TOKENS = 24;
/** Children are killed within this time of opening the vault; one that is left alone takes longer. */
const MOST_MS = 120;
const MOST_ANSWER_MS = 25;
const RESUME_WITHIN_MS = 5_000;
/** One that has not ended by then never will: what it said last tells where it stands. */
const STUCK_MS = 60_000;

/** A commit's takes 40 s. */
const MOST_IN_ALL_MS = sized(900_000, 1_800_000);

const texts = Array.from({ length: TOKENS }, (_, index) => textOf('accepted', index));

describe('a process that revokes everything and is killed', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'strongroom-stop-kill-'));
  const random = randomFrom(seed);
  const services: RevokeService[] = [];
  let kills = 0;
  let slowestResumeMs = 0;
  const bad: string[] = [];
  /** What each of the two does now: told where the whole takes too long. */
  const doing = new Map<string, string>();

  const storeIn = (directory: string) =>
    createVaultStore({ directory, kdf: LOW_COST, nowMs: Date.now, argon2id: quickArgon2id });

  beforeAll(async () => {
    // One for each of the two that run beside each other, so that each has its own memory.
    for (const name of ['0', '1']) {
      const service = await startRevokeService(() => random() * MOST_ANSWER_MS);
      services.push(service);
      const created = await storeIn(path.join(root, name)).create(secret(PASSPHRASE), NO_CONTENTS);
      const vault = valueOf(created);
      await fillVault(
        vault,
        service.target,
        texts.map((text) => ({ text, trades: false })),
      );
      await vault.lock();
    }
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** What the file says after a child's end. */
  async function reevaluate(
    directory: string,
  ): Promise<{ readonly runs: number; readonly wanted: number }> {
    const opened = await storeIn(directory).open(secret(PASSPHRASE));
    if (!opened.ok) return { runs: -1, wanted: -1 };
    const { revocationRuns, tokens } = opened.value.contents();
    await opened.value.lock();
    const wanted = tokens.filter(({ revocation }) => revocation !== null).length;
    return { runs: revocationRuns.length, wanted };
  }

  /** One run from its press to its end, with a kill in every life but the last. */
  async function oneRun(name: string, service: RevokeService): Promise<void> {
    const directory = path.join(root, `${name}-case`);
    rmSync(directory, { recursive: true, force: true });
    cpSync(path.join(root, name), directory, { recursive: true, preserveTimestamps: true });
    const before = new Map(texts.map((text) => [text, service.asked.get(text)?.length ?? 0]));
    const wasAsked = (text: string): boolean =>
      (service.asked.get(text)?.length ?? 0) > (before.get(text) ?? 0);
    let pressed = false;
    for (let life = 0; life < 20; life += 1) {
      doing.set(name, `life ${life} of ${kills} kills`);
      const killAfterMs = life < 10 ? random() * MOST_MS : null;
      let unlockedAt = 0;
      const end = await runChild('revocation-run-child.ts', [directory], {
        mostMs: STUCK_MS,
        onLine(line, kill) {
          if (line !== 'unlocked') return;
          unlockedAt = performance.now();
          if (killAfterMs !== null) setTimeout(kill, killAfterMs);
        },
      });
      if (end.errors !== '') bad.push(end.errors);
      if (end.isStuck) {
        bad.push(`life ${life} is stuck after: ${end.lines.join(', ')}`);
        return;
      }
      if (end.signal === 'SIGKILL') kills += 1;
      const resumed = texts
        .flatMap((text) => service.asked.get(text) ?? [])
        .filter((at) => at > unlockedAt);
      if (pressed && resumed.length > 0) {
        slowestResumeMs = Math.max(slowestResumeMs, Math.min(...resumed) - unlockedAt);
      }
      pressed ||= end.lines.includes('pressed');
      const left = texts.some(wasAsked);
      doing.set(name, `look after life ${life}, which said ${end.lines.join(', ')}`);
      const { runs, wanted } = await reevaluate(directory);
      const whole = runs === 1 && wanted === TOKENS;
      if ((pressed || left) && !whole) bad.push(`life ${life}: ${runs} runs, ${wanted} intents`);
      if (!whole && !(runs === 0 && wanted === 0)) bad.push(`half a run: ${wanted} intents`);
      if (end.lines.includes('accepted')) {
        const missed = texts.filter((text) => !wasAsked(text));
        if (missed.length > 0) bad.push(`missed ${missed.join(' ')}`);
        return;
      }
    }
    bad.push('never came to its end');
  }

  it(
    'case 104, R17: loses no intent and misses no token',
    async () => {
      const all = twoAtATime(services, async (service) => {
        const name = String(services.indexOf(service));
        while (kills < KILLS && bad.length === 0) await oneRun(name, service);
        doing.set(name, 'done');
      });
      const isInTime = await Promise.race([all.then(() => true), pause(MOST_IN_ALL_MS)]);
      if (isInTime !== true) bad.push(`not done: ${[...doing.values()].join('; ')}`);
      expect(bad).toEqual([]);
      expect(slowestResumeMs).toBeLessThanOrEqual(RESUME_WITHIN_MS);
      figureHolds(
        'R17',
        `kill -9 amid revocation runs, resumed after ${slowestResumeMs.toFixed(0)} ms`,
        kills,
      );
    },
    2 * MOST_IN_ALL_MS,
  );
});
