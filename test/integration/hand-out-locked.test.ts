// S55: a credential that stays usable for one program while the vault is locked: the real command line, a real child
// process, and the practice gateway over TLS.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Token } from '../../electron/main/domain/token.ts';
import { toHandOutView } from '../../electron/main/hand-out/hand-out-projection.ts';
import { eventually } from '../support/eventually.ts';
import { startHandOutLab, type HandOutLab } from '../support/hand-out-lab.ts';

const HOUR = 3_600_000;
let lab: HandOutLab;

const idle = () => lab.idle(['exec', '-c', 'Desk-A', '-s', 'TRADER_TRADE', '--through-lock']);
const tokens = (): readonly Token[] => lab.vault().contents().tokens;
const live = (): number => lab.practice.controls.liveTokens(lab.practice.trader.clientId);
const handOuts = () => lab.desk.handOuts;
const journals = async (): Promise<readonly string[]> =>
  await readdir(path.join(lab.folder, 'locked-runs')).catch(() => []);
const words = (): readonly string[] => lab.noted.map(({ what }) => what);

/** What the program is told as it asks with `strongroom-cli token`. */
async function ask(bot: { readonly run: string }, ...more: readonly string[]) {
  const run = lab.cli(['token', ...more], { STRONGROOM_RUN: bot.run });
  const code = await run.ended;
  return code === 0
    ? (JSON.parse(run.out()) as { access_token: string }).access_token
    : `${code} ${run.err()}`;
}

/** The line that the door answers. */
async function askTheDoor(request: object): Promise<string> {
  const socket = connect(lab.socket);
  socket.write(`${JSON.stringify(request)}\n`);
  return await readText(socket);
}

/** A program whose credential stays usable, and the lock. */
async function locked() {
  lab.answers('renew_locked');
  const { run, bot } = await idle();
  await lab.lock();
  expect(toHandOutView(lab.desk, false)).toMatchObject({ held: 0, usable: 1, programs: [] });
  return { run, bot };
}

describe.runIf(process.platform === 'linux')(
  'a credential that stays usable while the vault is locked',
  () => {
    beforeEach(async () => {
      lab = await startHandOutLab({ traderLifetimeSeconds: HOUR / 1000 });
    });
    afterEach(() => lab.stop());

    it('is asked about in one sentence, and is so for the run that was chosen', async () => {
      lab.answers('renew_locked');
      await idle();
      expect(lab.asked[0]?.choices[2]).toBe('Give a token, and renew it while locked');
      expect(lab.asked[0]?.detail).toContain('stay in memory while the vault is locked');
      await idle();
      expect(lab.asked[1]?.choices).toHaveLength(2);
      expect(lab.asked[1]?.detail).toContain('another program has a token of this credential');
      await lab.lock();
      expect(handOuts().usable()).toBe(1);
      expect(handOuts().list()).toHaveLength(2);
      expect(await journals()).toHaveLength(1);
    });

    it('renews before it revokes, and goes on as an ordinary run after the unlock', async () => {
      const { bot } = await locked();
      lab.pass(HOUR / 2);
      const renewed = await ask(bot);
      expect(renewed).not.toBe(bot.token);
      expect(live()).toBe(2);
      lab.pass(HOUR / 3 + 10_000);
      await eventually(() => expect(live()).toBe(1));
      await lab.unlock();
      expect(await journals()).toEqual([]);
      expect(await ask(bot)).not.toMatch(/^7/);
      const [current, , first] = tokens();
      expect(current?.revocation).toBeNull();
      expect(first?.revocation?.acceptedAtMs).toBeTypeOf('number');
      const told = ['kept_through_lock', 'token_renewed', 'locked_use_ended'];
      const lines = lab.noted.filter(({ what }) => told.includes(what)).slice(0, 3);
      expect(lines.map(({ what }) => what)).toEqual(told);
      for (const { program } of lines) expect(program).toMatch(/ bot\.sh$/);
      process.kill(bot.pid, 'SIGKILL');
      await eventually(() => expect(live()).toBe(0));
    });

    it('revokes at once as its program ends, asks whether that is dead, and tells at the unlock', async () => {
      const { run, bot } = await locked();
      process.kill(bot.pid, 'SIGKILL');
      await run.ended;
      await eventually(() => expect(live()).toBe(0));
      await eventually(() => expect(handOuts().usable()).toBe(0));
      expect(handOuts().waiting()).toBe(0);
      await lab.unlock();
      expect(tokens()[0]?.revocation).toMatchObject({ attempts: 1, refusals: 1 });
      await eventually(() => {
        lab.pass(1_000);
        expect(tokens()[0]?.revocation?.verifiedAtMs).toBeTypeOf('number');
      });
      expect(words()).toContain('revoke_accepted');
      expect(lab.noted.find(({ what }) => what === 'locked_use_ended')?.word).toBe('program');
    });

    it('is counted to whoever asks meanwhile, without a label or a name', async () => {
      lab.answers('give', 'renew_locked');
      await idle();
      await idle();
      await lab.lock();
      const sinceMs = handOuts()
        .list()
        .map((each) => each.sinceMs);
      const line = await askTheDoor({ v: 1, ask: 'status' });
      expect(JSON.parse(line)).toEqual({ v: 1, say: 'status_locked', sinceMs });
      expect(sinceMs).toHaveLength(2);
      const status = lab.cli(['status']);
      expect(await status.ended).toBe(0);
      expect(status.out().match(/^A program holds a token\tsince \d{4}/gm)).toHaveLength(2);
      expect(status.out()).toContain('are shown once it is unlocked');
      expect(status.out() + line).not.toMatch(/Desk-A|bot\.sh|TRADER/);
      const questions = lab.asked.length;
      for (const label of ['Desk-A', 'None-Such']) {
        const revoke = lab.cli(['revoke', '-c', label]);
        expect(await revoke.ended).toBe(73);
        expect(revoke.err()).toContain('The vault is locked: unlock it first.');
      }
      expect(lab.asked).toHaveLength(questions);
      expect(live()).toBe(2);
    });

    it('ends when a person says so', async () => {
      const { run } = await locked();
      await handOuts().endUsable();
      expect(live()).toBe(0);
      await eventually(() => expect(run.err()).toContain('Strongroom has ended the token'));
      expect(handOuts().list()).toEqual([]);
    });

    it('ends with the door, as it does at quit', async () => {
      await locked();
      await lab.desk.door.close();
      await handOuts().endUsable();
      expect(live()).toBe(0);
      expect(handOuts().list()).toEqual([]);
    });

    it('waits for the unlock where the machine slept', async () => {
      const { bot } = await locked();
      handOuts().letGo();
      expect(handOuts().usable()).toBe(0);
      expect(await ask(bot)).toMatch(/^73 /);
      expect(handOuts().list()).toHaveLength(1);
      await lab.unlock();
      expect(await ask(bot)).toBe(bot.token);
    });

    it('loses nothing that a kill cut off between a request and its answer', async () => {
      const { bot } = await locked();
      const aside = await mkdtemp(path.join(tmpdir(), 'strongroom-killed-'));
      lab.pass(HOUR / 2);
      lab.practice.controls.inject({
        fault: 'lose_answer_hanging',
        times: 1,
        endpoint: 'trader_token',
      });
      const asking = ask(bot);
      await eventually(() => expect(live()).toBe(2));
      // What the disk holds once the request has left and before its answer comes.
      await cp(path.join(lab.folder, 'locked-runs'), aside, { recursive: true });
      const saved = lab.vault().copy();
      handOuts().letGo();
      await asking;
      await rm(path.join(lab.folder, 'locked-runs'), { recursive: true, force: true });
      await cp(aside, path.join(lab.folder, 'locked-runs'), { recursive: true });
      await rm(aside, { recursive: true });
      await lab.unlock(['lock', 'quit', 'program'], saved);
      expect(tokens().map(({ issue }) => issue)).toEqual(['possibly_issued', 'issued']);
      await eventually(() => expect(tokens()[1]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
      expect(await journals()).toEqual([]);
    });

    it('revokes what was issued while locked at the start after a kill', async () => {
      const { bot } = await locked();
      lab.pass(HOUR / 2);
      await ask(bot);
      const aside = await mkdtemp(path.join(tmpdir(), 'strongroom-killed-'));
      await cp(path.join(lab.folder, 'locked-runs'), aside, { recursive: true });
      const saved = lab.vault().copy();
      await handOuts().endUsable();
      await cp(aside, path.join(lab.folder, 'locked-runs'), { recursive: true });
      await rm(aside, { recursive: true });
      await lab.unlock(['lock', 'quit', 'program'], saved);
      await eventually(() =>
        expect(tokens().map(({ revocation }) => typeof revocation?.acceptedAtMs)).toEqual([
          'number',
          'number',
        ]),
      );
    });

    it('asks no more with a secret that is refused, and says so to its program', async () => {
      const { bot } = await locked();
      lab.practice.controls.rotateSecret(lab.practice.trader.clientId, Buffer.from('another'));
      lab.pass(HOUR);
      expect(await ask(bot)).toMatch(/^74 /);
      const before = lab.practice.ledger.entries().length;
      expect(await ask(bot)).toMatch(/^74 /);
      expect(lab.practice.ledger.entries()).toHaveLength(before);
    });

    it('is none after the next lock where its program has ended', async () => {
      const { bot, run } = await locked();
      await lab.unlock();
      await lab.lock();
      expect(handOuts().usable()).toBe(1);
      await lab.unlock();
      process.kill(bot.pid, 'SIGKILL');
      await run.ended;
      await eventually(() => expect(live()).toBe(0));
      await lab.lock();
      expect(handOuts().usable()).toBe(0);
      expect(await journals()).toEqual([]);
    });
  },
);
