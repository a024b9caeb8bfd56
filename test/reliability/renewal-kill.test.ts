// I4 and R17: a process that renews a token by itself, killed with SIGKILL at random moments again and
// again. At every moment the vault holds a token that works; no token is in it twice; and each that the
// server issued is either there with its text, or counted as possibly issued.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { answer, tokenJson } from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer, type Responder } from '../support/raw-tls-server.ts';
import { fillVault } from '../support/revoke-all-vault.ts';
import { createTestCertificates } from '../support/test-certificates.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { runChild } from './support/children.ts';
import { randomFrom, figureHolds, seed, sized } from './support/figures.ts';
import { quickArgon2id } from './support/quick-argon2id.ts';

const KILLS = sized(6, 120);
/** Renewals beside each other, each with servers and chances of its own: most of one is waiting. */
const LANES = 3;
const FIRST = 'renewed-0';
/** Children are killed within this time of opening the vault; a renewal takes about four seconds. */
const MOST_MS = 3_000;
const MOST_ANSWER_MS = 150;
/** A case goes on for so many lives; the last is left alone. */
const LIVES = 5;
/** A life that takes longer hangs: it waits for a request that never comes. */
const HANGS_MS = 40_000;
const HOUR_MS = 3_600_000;

/** What the servers of a lane have done, which no kill takes back. */
interface Deeds {
  readonly minted: string[];
  readonly revoked: Set<string>;
}

interface RenewalServers {
  readonly name: string;
  readonly random: () => number;
  /** Where tokens are asked for and revoked, and where they are used. */
  readonly servers: readonly RawTlsServer[];
  deeds: Deeds;
  /** What a request at either server sets off in this life. */
  onRequest: () => void;
}

const works = ({ minted, revoked }: Deeds, text: string): boolean =>
  (text === FIRST || minted.includes(text)) && !revoked.has(text);

const answerFor = (lane: RenewalServers): Responder =>
  function respond(socket, request) {
    const now = lane.deeds;
    lane.onRequest();
    const fields = new URLSearchParams(request.body.toString());
    // What is done is done before the answer leaves: a kill in between loses the answer alone.
    let reply = answer(401);
    if (request.path.endsWith('/token')) {
      const text = `renewed-${now.minted.length + 1}`;
      now.minted.push(text);
      const body = { access_token: text, scope: 'TRADER_TRADE', expires_in: 3_600 };
      reply = answer(200, tokenJson(body));
    } else if (request.path.endsWith('/revoke')) {
      now.revoked.add(fields.get('token') ?? '');
      reply = answer(200);
    } else {
      const bearer = request.headers.find(([name]) => name === 'authorization')?.[1] ?? '';
      if (works(now, bearer.replace('Bearer ', ''))) reply = answer(200, '{}');
    }
    setTimeout(() => reply(socket, request), lane.random() * MOST_ANSWER_MS);
  };

describe('a process that renews and is killed', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'strongroom-renewal-kill-'));
  const lanes: RenewalServers[] = [];
  let authorityPem = '';
  let kills = 0;
  let unseenTokens = 0;
  const bad: string[] = [];

  const storeIn = (directory: string) =>
    createVaultStore({ directory, kdf: LOW_COST, nowMs: Date.now, argon2id: quickArgon2id });

  beforeAll(async () => {
    const certificates = await createTestCertificates();
    authorityPem = certificates.authority;
    for (let number = 0; number < LANES; number += 1) {
      const lane: RenewalServers = {
        name: `lane-${number}`,
        random: randomFrom(seed + number),
        servers: [
          await startRawTlsServer(certificates.good),
          await startRawTlsServer(certificates.good),
        ],
        deeds: { minted: [], revoked: new Set() },
        onRequest: () => undefined,
      };
      for (const server of lane.servers) server.answerWith(answerFor(lane));
      lanes.push(lane);
    }
  });
  afterAll(async () => {
    for (const server of lanes.flatMap(({ servers }) => servers)) await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** What the file says after a child's end, held against what the server has done. */
  async function reevaluate(directory: string, deeds: Deeds): Promise<void> {
    const opened = await storeIn(directory).open(secret(PASSPHRASE));
    if (!opened.ok) {
      bad.push(`does not open: ${opened.failure.code}`);
      return;
    }
    const vault = opened.value;
    const { tokens, renewals } = vault.contents();
    const texts: string[] = [];
    const current: string[] = [];
    for (const { id, supersededAtMs, revocation, issue } of tokens) {
      const text = vault.openRecord({ id, field: 'access_token' });
      if (!text.ok) continue;
      const read = text.value.use((bytes) => bytes.toString());
      text.value.wipe();
      texts.push(read);
      if (issue === 'issued' && supersededAtMs === null && revocation === null) current.push(read);
    }
    const unseen = tokens.filter(({ issue }) => issue !== 'issued').length;
    await vault.lock();
    if (!current.some((text) => works(deeds, text)))
      bad.push(`no working token in ${current.join(' ') || 'none'}`);
    if (new Set(texts).size < texts.length) bad.push(`twice: ${texts.join(' ')}`);
    const missing = [FIRST, ...deeds.minted].filter((text) => !texts.includes(text));
    if (missing.length > unseen) bad.push(`forgotten: ${missing.join(' ')}, unseen ${unseen}`);
    const [renewal] = renewals;
    if (renewal !== undefined && renewal.stoppedAtMs !== null) bad.push('stopped by itself');
    if (missing.length > 0) unseenTokens += 1;
  }

  async function vaultWithFirst(directory: string, { servers }: RenewalServers, sinceMs: number) {
    const vault = valueOf(await storeIn(directory).create(secret(PASSPHRASE), NO_CONTENTS));
    const [base = '', trade = ''] = servers.map(({ url }) => url);
    const target = { baseUrl: base, tradeUrl: trade, authorityPem };
    await fillVault(vault, target, [{ text: FIRST, trades: true }]);
    // Four minutes before its end on the children's clock: due at once.
    const sentAtMs = sinceMs - HOUR_MS + 4 * 60_000;
    await vault.change({
      contents: (now) => ({
        ...now,
        tokens: now.tokens.map((each) => ({ ...each, sentAtMs, lifetimeSeconds: 3_600 })),
      }),
    });
    await vault.lock();
  }

  /** One renewal from its begin to its end, with a kill in every life but the last. */
  async function oneRenewal(lane: RenewalServers, count: number): Promise<void> {
    const directory = path.join(root, `${lane.name}-${count}`);
    const sinceMs = Date.now();
    const deeds: Deeds = { minted: [], revoked: new Set() };
    lane.deeds = deeds;
    await vaultWithFirst(directory, lane, sinceMs);
    for (let life = 0; life < LIVES; life += 1) {
      const killed = life < LIVES - 1;
      // By the clock, or while one of its calls is under way: asking, checking, revoking.
      let untilKill = lane.random() < 0.3 ? 0 : 1 + Math.floor(lane.random() * 3);
      const afterMs = lane.random() * (untilKill === 0 ? MOST_MS : MOST_ANSWER_MS);
      let hangs: NodeJS.Timeout | undefined;
      let hung = false;
      const end = await runChild('renewal-child.ts', [directory, String(sinceMs)], {
        onLine(line, kill) {
          if (line !== 'unlocked') return;
          hangs = setTimeout(() => {
            hung = true;
            kill();
          }, HANGS_MS);
          if (!killed) return;
          if (untilKill === 0) setTimeout(kill, afterMs);
          lane.onRequest = () => {
            untilKill -= 1;
            if (untilKill === 0) setTimeout(kill, afterMs);
          };
        },
      });
      clearTimeout(hangs);
      lane.onRequest = () => undefined;
      if (end.errors !== '') bad.push(end.errors);
      if (hung) bad.push(`hangs in life ${life + 1}`);
      else if (end.signal === 'SIGKILL') kills += 1;
      await reevaluate(directory, deeds);
      // What is lost once is lost: the lives to come would only wait for it.
      if (bad.length > 0 || end.lines.includes('renewed')) return;
    }
    bad.push('never came to its end');
  }

  it(
    'I4, R17: always has a token that works, none twice, and none forgotten',
    async () => {
      await Promise.all(
        lanes.map(async (lane) => {
          let count = 0;
          while (kills < KILLS && bad.length === 0) await oneRenewal(lane, (count += 1));
        }),
      );
      expect(bad).toEqual([]);
      figureHolds(
        'R17',
        `kill -9 amid renewals, ${unseenTokens} looks with a token nobody saw`,
        kills,
      );
    },
    sized(170_000, 900_000),
  );
});
