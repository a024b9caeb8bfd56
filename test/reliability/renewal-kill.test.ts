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
import { fillVault } from '../support/stop-vault.ts';
import { createTestCertificates } from '../support/test-certificates.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { runChild } from './support/children.ts';
import { randomFrom, recordFigure, seed, sized } from './support/figures.ts';
import { quickArgon2id } from './support/quick-argon2id.ts';
import { SPEED } from './support/quick-clock.ts';

const KILLS = sized(6, 120);
const FIRST = 'renewed-0';
/** Children are killed within this time of opening the vault; a renewal takes about four seconds. */
const MOST_MS = 3_000;
const MOST_ANSWER_MS = 150;
/** A case goes on for so many lives; the last is left alone. */
const LIVES = 5;
/** A last life that takes longer hangs. */
const HANGS_MS = 40_000;
const HOUR_MS = 3_600_000;

/** What the server has done, which no kill takes back. */
interface Deeds {
  readonly minted: string[];
  readonly revoked: Set<string>;
}

describe('a process that renews and is killed', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'strongroom-renewal-kill-'));
  const random = randomFrom(seed);
  /** Where tokens are asked for and revoked, and where they are used. */
  let servers: readonly RawTlsServer[] = [];
  let deeds: Deeds = { minted: [], revoked: new Set() };
  let authorityPem = '';
  /** What a request at either server sets off in this life. */
  let onRequest = (): void => undefined;
  let kills = 0;
  const killedAfter = { asking: 0, arrived: 0, over: 0 };
  const bad: string[] = [];

  const storeIn = (directory: string) =>
    createVaultStore({ directory, kdf: LOW_COST, nowMs: Date.now, argon2id: quickArgon2id });

  beforeAll(async () => {
    const certificates = await createTestCertificates();
    authorityPem = certificates.authority;
    servers = [
      await startRawTlsServer(certificates.good),
      await startRawTlsServer(certificates.good),
    ];
    const respond: Responder = (socket, request) => {
      const now = deeds;
      onRequest();
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
      setTimeout(() => reply(socket, request), random() * MOST_ANSWER_MS);
    };
    for (const server of servers) server.answerWith(respond);
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const works = ({ minted, revoked }: Deeds, text: string): boolean =>
    (text === FIRST || minted.includes(text)) && !revoked.has(text);

  /** What the file says after a child's end, held against what the server has done. */
  async function look(directory: string): Promise<void> {
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
      bad.push(`no working token in ${current.join(' ')}`);
    if (new Set(texts).size < texts.length) bad.push(`twice: ${texts.join(' ')}`);
    const missing = [FIRST, ...deeds.minted].filter((text) => !texts.includes(text));
    if (missing.length > unseen) bad.push(`forgotten: ${missing.join(' ')}, unseen ${unseen}`);
    const [renewal] = renewals;
    if (renewal !== undefined && renewal.stoppedAtMs !== null) bad.push('stopped by itself');
    killedAfter[missing.length > 0 ? 'asking' : deeds.minted.length > 0 ? 'arrived' : 'over'] += 1;
  }

  /** One renewal from its begin to its end, with a kill in every life but the last. */
  async function oneRenewal(name: string): Promise<void> {
    const directory = path.join(root, name);
    const sinceMs = Date.now();
    deeds = { minted: [], revoked: new Set() };
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
    for (let life = 0; life < LIVES; life += 1) {
      const killed = life < LIVES - 1;
      // By the clock, or while one of its calls is under way: asking, checking, revoking.
      let untilKill = random() < 0.3 ? 0 : 1 + Math.floor(random() * 3);
      const afterMs = random() * (untilKill === 0 ? MOST_MS : MOST_ANSWER_MS);
      const end = await runChild('renewal-child.ts', [directory, String(sinceMs)], {
        onLine(line, kill) {
          if (line !== 'unlocked') return;
          if (!killed) return void setTimeout(kill, HANGS_MS).unref();
          if (untilKill === 0) setTimeout(kill, afterMs);
          onRequest = () => {
            untilKill -= 1;
            if (untilKill === 0) setTimeout(kill, afterMs);
          };
        },
      });
      onRequest = () => undefined;
      if (end.errors !== '') bad.push(end.errors);
      if (end.signal === 'SIGKILL') kills += 1;
      await look(directory);
      if (end.lines.includes('renewed')) return;
    }
    bad.push('never came to its end');
  }

  it(
    'I4, R17: always has a token that works, none twice, and none forgotten',
    async () => {
      let count = 0;
      while (kills < KILLS && bad.length === 0) {
        count += 1;
        await oneRenewal(String(count));
      }
      recordFigure({
        id: 'R17',
        what: `kill -9 at random during renewals, ${SPEED} times as fast: ${killedAfter.asking} looks with a token nobody saw, ${killedAfter.arrived} with a new one`,
        tried: kills,
        bad: bad.length,
        goal: '6 per commit, 120 in the long size: the working token never lost, none doubled or forgotten',
        holds: bad.length === 0 && kills >= KILLS,
        seed,
      });
      expect(bad).toEqual([]);
    },
    sized(170_000, 900_000),
  );
});
