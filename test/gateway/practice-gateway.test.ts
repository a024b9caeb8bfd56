// The practice gateway as a whole: where it listens, what it remembers across a lock, what its ledger and
// its view tell.
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { request } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { practiceView } from '../../electron/shared/practice/practice-view.ts';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { createPracticeState } from '../../electron/main/practice/gateway/practice-state.ts';
import { shownPractice } from '../../electron/main/practice/practice.ipc.ts';
import { startPractice, type PracticeForTests } from '../support/practice.ts';
import type { PracticeOptions } from '../../electron/main/practice/gateway/practice-gateway.ts';
import {
  askTraderToken,
  getBase,
  mintToken,
  PATHS,
  positions,
  revoke,
  send,
  whoAmI,
} from '../support/practice-calls.ts';

let running: PracticeForTests[] = [];
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  running = [];
});

async function start(options: PracticeOptions = {}): Promise<PracticeForTests> {
  const practice = await startPractice(options);
  running.push(practice);
  return practice;
}

describe('practice gateway', () => {
  it('has one https address for each host, on 127.0.0.1', async () => {
    const practice = await start();
    const [base, trade] = [new URL(practice.baseUrl), new URL(practice.tradeUrl)];
    expect([base.hostname, trade.hostname]).toEqual(['127.0.0.1', '127.0.0.1']);
    expect([base.protocol, trade.protocol]).toEqual(['https:', 'https:']);
    expect(base.port).not.toBe(trade.port);
  });

  it('listens on no other address of the machine (I7)', async () => {
    const practice = await start();
    const port = Number(new URL(practice.baseUrl).port);
    const other = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    // The port being free there shows that nobody listens; 127.0.0.1 itself is the control.
    const free = await Promise.all(
      [other ?? '127.0.0.2', '127.0.0.1'].map((host) => canListen(host, port)),
    );
    expect(free).toEqual([true, false]);
  });

  it('is refused by a client that does not trust its authority', async () => {
    const practice = await start();
    await expect(untrusting(practice.baseUrl)).rejects.toThrow(/unable to verify/);
  });

  it('has its own authority at every start', async () => {
    const [first, second] = [await start(), await start()];
    expect(first.authorityPem).not.toBe(second.authorityPem);
  });

  it('answers under the name localhost too', async () => {
    const practice = await start();
    const url = practice.baseUrl.replace('127.0.0.1', 'localhost');
    const answer = await send(url, { authority: practice.authorityPem, family: 4 });
    expect(answer.status).toBe(404);
  });

  it('stops without waiting for an answer it still owes', async () => {
    const practice = await start();
    practice.controls.set({ fault: 'hang' });
    const asked = askTraderToken(practice, practice.trader).catch((error: Error) => error.message);
    await expect.poll(() => practice.ledger.entries().length).toBe(1);
    await practice.stop();
    expect(await asked).toBe('socket hang up');
  });
});

describe('practice gateway at its end', () => {
  it('closes connections that never began their handshake', async () => {
    const practice = await start();
    const socket = connect(Number(new URL(practice.tradeUrl).port), '127.0.0.1');
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    await expect.poll(() => practice.ledger.connections()).toBe(1);
    await practice.stop();
    await closed;
    expect(socket.destroyed).toBe(true);
  });
});

describe('the memory of a gateway before it', () => {
  it('keeps tokens, revocations and deletions, and never the text of a secret or a token', async () => {
    const state = createPracticeState(systemClock);
    const first = await start({ state });
    const [revoked, kept, ofPartner] = [
      await mintToken(first, first.trader),
      await mintToken(first, first.trader),
      await mintToken(first, first.partner),
    ];
    await revoke(first, first.trader, revoked);
    first.controls.deleteClient(first.partner.clientId);
    await first.stop();
    const second = await start({ state });
    expect([(await whoAmI(second, kept)).status, (await whoAmI(second, revoked)).status]).toEqual([
      200, 401,
    ]);
    expect((await positions(second, ofPartner)).status).toBe(401);
    const { clientId, secret } = first.partner;
    expect(second.controls.accepts(clientId, Buffer.from(secret), 'partner')).toBe(false);
    expect((await whoAmI(await start(), kept)).status).toBe(401);
  });
});

describe('ledger', () => {
  it('tells each request in order with its answer', async () => {
    const practice = await start();
    const token = await mintToken(practice, practice.trader);
    await whoAmI(practice, token);
    await revoke(practice, practice.trader, token);
    const lines = practice.ledger
      .entries()
      .map(({ method, path, status }) => [method, path, status]);
    expect(lines).toEqual([
      ['POST', PATHS.token, 200],
      ['POST', PATHS.whoAmI, 200],
      ['POST', PATHS.revoke, 200],
    ]);
  });

  it('holds no secret and no token, wherever they came', async () => {
    const practice = await start();
    const token = await mintToken(practice, practice.trader);
    await revoke(practice, practice.trader, token);
    await whoAmI(practice, token);
    await getBase(practice, `/trader/${token}?access_token=${token}`, token);
    const text =
      JSON.stringify(practice.ledger.entries()) + JSON.stringify(shownPractice(practice));
    expect(text).toContain('[masked]');
    expect(text).not.toContain(token);
    expect(text).not.toContain(practice.trader.secret);
  });

  it('tells connections apart', async () => {
    const practice = await start();
    await askTraderToken(practice, practice.trader);
    await askTraderToken(practice, practice.trader);
    expect(new Set(practice.ledger.raw().map(({ connection }) => connection)).size).toBe(2);
    expect(practice.ledger.connections()).toBe(2);
  });
});

describe('practice view', () => {
  it('is what the window accepts', async () => {
    const practice = await start({ settings: { propagationSeconds: 12.5, fault: 'redirect' } });
    await askTraderToken(practice, practice.trader);
    const view = shownPractice(practice);
    expect(v.safeParse(practiceView, view).success).toBe(true);
    expect(view).toMatchObject({ running: true, propagationSeconds: 12.5, fault: 'redirect' });
    expect(view.ledger).toMatchObject([{ method: 'POST', path: PATHS.token, status: 307 }]);
  });

  it('says when nothing runs', () => {
    const view = shownPractice(null);
    expect(v.safeParse(practiceView, view).success).toBe(true);
    expect(view).toMatchObject({ running: false, ledger: [] });
  });

  it('holds the last hundred requests', async () => {
    const practice = await start();
    for (let count = 0; count < 101; count += 1) await getBase(practice, `/n${count}`, null);
    const { ledger } = shownPractice(practice);
    expect([ledger.length, ledger[0]?.path, ledger[99]?.path]).toEqual([100, '/n1', '/n100']);
  });
});

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** A client with the system's authorities alone. */
function untrusting(url: string): Promise<never> {
  return new Promise((_, reject) => {
    request(url, { agent: false }).once('error', reject).end();
  });
}
