// S50, S51: tokens handed out to programs: the real command line, a real child process, and the practice gateway over
// TLS. What ends a hand-out, what it is asked about, and what nobody gets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Token } from '../../electron/main/domain/token.ts';
import { QUESTION_LIMIT_MS } from '../../electron/main/hand-out/person-answers.ts';
import { eventually } from '../support/eventually.ts';
import { BUSY_BOT, startHandOutLab, type HandOutLab } from '../support/hand-out-lab.ts';

const HOUR = 3_600_000;
const DESK_A = { label: 'Desk-A', environment: null, clientId: null };
let lab: HandOutLab;

const exec = (...more: readonly string[]) => ['exec', '-c', 'Desk-A', ...more];
const idle = (...more: readonly string[]) => lab.idle(exec(...more));
const tokens = (): readonly Token[] => lab.vault().contents().tokens;
/** The newest token, which stands first, as it is now. */
const newest = (): (() => Token | undefined) => {
  const id = tokens()[0]?.id;
  return () => tokens().find((token) => token.id === id);
};
const accepted = (token: () => Token | undefined): Promise<void> =>
  eventually(() => expect(token()?.revocation?.acceptedAtMs).toBeTypeOf('number'));
const live = (): number => lab.practice.controls.liveTokens(lab.practice.trader.clientId);
const handOuts = () => lab.desk.handOuts.list();
const tellsOfEnd = (run: { readonly err: () => string }): Promise<void> =>
  eventually(() => expect(run.err()).toContain('Strongroom has ended the token'));

/** Each test begins with nothing handed out. */
async function clear(): Promise<void> {
  lab.endPrograms();
  await eventually(() => expect(handOuts()).toEqual([]));
  await eventually(() => expect(live()).toBe(0));
  lab.desk.requests.forget();
}

describe.runIf(process.platform === 'linux')('a token handed out to a program', () => {
  beforeAll(async () => {
    lab = await startHandOutLab();
  });
  afterEach(clear);
  afterAll(() => lab.stop());

  it('is its own, asked about with what the terminal shows, and dead once the program is killed', async () => {
    const { run, bot } = await idle('-s', 'TRADER_TRADE', '-s', 'TRADER_READ');
    const token = newest();
    const code = /code (\w{6})/.exec(run.err())?.[1] ?? 'none';
    const question = lab.asked.at(-1);
    for (const said of [
      `Code ${code}: say yes only if your terminal shows the same.`,
      'The token may TRADE.',
      'bot.sh (SHA-256 begins with ',
      `As typed: sh ${lab.folder}/bot.sh`,
      `Process ${run.child.pid} asks (${process.execPath})`,
      `in the folder ${lab.folder}`,
      'It is revoked when the program ends.',
    ]) {
      expect(question?.detail).toContain(said);
    }
    expect(question?.serious).toBe(true);
    expect(token()?.requestedScopes).toEqual(['TRADER_READ', 'TRADER_TRADE']);
    expect(token()?.lease?.end).toBe('program');
    expect(handOuts()).toMatchObject([
      { label: 'Desk-A', program: expect.stringMatching(/ bot\.sh$/) },
    ]);
    process.kill(bot.pid, 'SIGKILL');
    expect(await run.ended).toBe(137);
    await accepted(token);
    await eventually(() => {
      lab.pass(1_000);
      expect(token()?.revocation?.verifiedAtMs).toBeTypeOf('number');
    });
    expect(live()).toBe(0);
    expect(token()?.lease).toBeUndefined();
  });

  it('stands in the environment of that program alone, and ends with a signal to the command', async () => {
    const { run, bot } = await idle();
    const token = newest();
    const proc = (pid: number | undefined, name: string): string =>
      readFileSync(`/proc/${pid}/${name}`, 'utf8');
    const status = lab.cli(['status']);
    expect(await status.ended).toBe(0);
    expect(status.out()).toContain('bot.sh');
    expect(proc(bot.pid, 'environ')).toContain(bot.token);
    const elsewhere = [
      ...[bot.pid, run.child.pid].map((pid) => proc(pid, 'cmdline')),
      proc(run.child.pid, 'environ'),
      run.out() + run.err() + status.out() + status.err(),
      JSON.stringify([lab.noted, lab.asked]),
      ...readdirSync(path.join(lab.runtime, 'strongroom')),
    ];
    for (const secret of [bot.token, bot.run]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(elsewhere.filter((text) => text.includes(secret))).toEqual([]);
    }
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(143);
    await accepted(token);
  });

  it('lives on while the program does, though the command was killed', async () => {
    const { run, bot } = await idle();
    const token = newest();
    run.child.kill('SIGKILL');
    await run.ended;
    // Answered after whatever that end may have brought to the door.
    const status = lab.cli(['status']);
    await status.ended;
    expect(status.out()).toContain('bot.sh');
    expect(token()?.revocation).toBeNull();
    process.kill(bot.pid, 'SIGKILL');
    await accepted(token);
  });

  it('hears of a signal to the command from its first moment on', async () => {
    const text = "trap 'exit 9' TERM; kill -TERM $PPID; while :; do sleep 0.1; done";
    const run = lab.cli(exec('--', 'sh', await lab.script('asks.sh', text)));
    expect(await run.ended).toBe(9);
    await accepted(newest());
  });

  it('ends with the exit of the program, whose code is that of the command', async () => {
    const run = lab.cli(exec('--', 'sh', await lab.script('short.sh', 'exit 7')));
    expect(await run.ended).toBe(7);
    await accepted(newest());
  });

  it('ends after the time that was asked for, of which the command tells', async () => {
    const { run } = await idle('--for', '4h');
    const token = newest();
    expect(lab.asked.at(-1)?.detail).toContain('or after 4 h');
    lab.pass(4 * HOUR - 60_000);
    expect(handOuts()).toHaveLength(1);
    lab.pass(60_000);
    await accepted(token);
    await tellsOfEnd(run);
  });

  it('is one of two where two programs ask at once, each cut off without the other', async () => {
    const [first, second] = await Promise.all([idle(), idle()]);
    expect(lab.mostAtOnce()).toBe(1);
    expect(first.bot.token).not.toBe(second.bot.token);
    process.kill(first.bot.pid, 'SIGKILL');
    await first.run.ended;
    await eventually(() => expect(handOuts().map(({ run }) => run)).toEqual([second.bot.run]));
    await eventually(() => expect(live()).toBe(1));
  });

  it('of a Partner goes to the guide at the end, which the question says before', async () => {
    const { run, bot } = await lab.idle(['exec', '-c', 'Partner-P']);
    const token = newest();
    expect(lab.asked.at(-1)?.detail).toContain('No call revokes a Partner token');
    process.kill(bot.pid, 'SIGKILL');
    await run.ended;
    await eventually(() => expect(token()?.partnerPlan).not.toBeNull());
  });

  it('is revoked for `strongroom-cli revoke` once the person said yes', async () => {
    await idle();
    const token = newest();
    lab.answers('deny');
    expect(await lab.cli(['revoke', '-c', 'Desk-A']).ended).toBe(77);
    expect(token()?.revocation).toBeNull();
    expect(await lab.cli(['revoke', '-c', 'Desk-A']).ended).toBe(0);
    await accepted(token);
  });

  it('is a new one where a call was refused and the gateway says so too', async () => {
    const { bot } = await idle('-s', 'TRADER_TRADE');
    const again = async (): Promise<unknown> => {
      lab.pass(61_000);
      const run = lab.cli(['token', '--refused'], { STRONGROOM_RUN: bot.run });
      expect(await run.ended).toBe(0);
      return (JSON.parse(run.out()) as { readonly access_token: string }).access_token;
    };
    // It works: the 401 was about something else.
    expect(await again()).toBe(bot.token);
    lab.practice.controls.revokeTokensOf(lab.practice.trader.clientId);
    expect(await again()).not.toBe(bot.token);
  });

  it('is given again without a question where the person said so, and to nothing else', async () => {
    const command = (script: string, ...more: readonly string[]) =>
      lab.cli(exec('--', 'sh', script, ...more));
    const script = await lab.script('quick.sh', 'exit 0');
    const before = lab.asked.length;
    const asked = (): number => lab.asked.length - before;
    lab.answers('remember');
    expect(await command(script).ended).toBe(0);
    expect(await command(script).ended).toBe(0);
    expect(asked()).toBe(1);
    // Another argument, another scope, other bytes: each is another command.
    lab.answers('deny', 'deny', 'deny');
    expect(await command(script, '--live').ended).toBe(77);
    expect(await lab.cli(exec('-s', 'TRADER_TRADE', '--', 'sh', script)).ended).toBe(77);
    lab.desk.requests.attended();
    await lab.script('quick.sh', 'exit 0 # changed');
    expect(await command(script).ended).toBe(77);
    expect(asked()).toBe(4);
  });

  it.each([
    ['an option stands before the script', ['node', '--require', './hook.cjs', 'quick.cjs']],
    ['a launcher starts it', ['env', 'MODE=live', 'sh', 'quick.sh']],
    ['the command is no script', ['true']],
  ])('is asked about each time where %s', async (_what, words) => {
    await lab.script('hook.cjs', '');
    await lab.script('quick.cjs', '');
    await lab.script('quick.sh', 'exit 0');
    for (const _time of [1, 2]) {
      const before = lab.asked.length;
      expect(await lab.cli(exec('--', ...words)).ended).toBe(0);
      expect(lab.asked.length - before).toBe(1);
      expect(lab.asked.at(-1)?.choices).toEqual(['Give a token']);
    }
  });

  it('hears of a keyboard signal that was sent to the command alone', async () => {
    const { run } = await lab.idle(exec());
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(130);
    await accepted(newest());
  });

  it('is not given to a script that was changed while the question stood', async () => {
    const script = await lab.script('swapped.sh', 'exit 0');
    lab.answers(async () => {
      await lab.script('swapped.sh', 'exit 1');
      return 'give';
    });
    const run = lab.cli(exec('--', 'sh', script));
    expect([await run.ended, run.err()]).toEqual([77, expect.stringContaining('was changed')]);
  });
});

describe.runIf(process.platform === 'linux')('a request for a token', () => {
  let words: readonly string[];
  beforeAll(async () => {
    lab = await startHandOutLab();
    words = exec('--', 'sh', await lab.script('never.sh', 'exit 0'));
  });
  afterAll(() => lab.stop());

  const refused = async (code: number, sentence: string): Promise<void> => {
    const run = lab.cli(words);
    expect([await run.ended, run.err()]).toEqual([code, expect.stringContaining(sentence)]);
  };

  it('for what is not there is a question too, whose reason is told where the person says so', async () => {
    const words = ['exec', '-c', 'desk a', '--', 'sh', `${lab.folder}/never.sh`];
    const scope = [
      'exec',
      '-c',
      'Partner-P',
      '--client-id',
      'x',
      '--',
      'sh',
      `${lab.folder}/never.sh`,
    ];
    lab.answers('deny', 'deny', 'give');
    for (const each of [words, scope]) {
      const run = lab.cli(each);
      expect([await run.ended, run.err()]).toEqual([
        77,
        expect.stringMatching(/^(?!.*Desk-A)[^]*The request was denied\.\n$/),
      ]);
    }
    expect(lab.asked.at(-1)?.detail).toContain('No key fits what was typed.');
    lab.desk.requests.attended();
    const told = lab.cli(words);
    expect([await told.ended, told.err()]).toEqual([
      64,
      expect.stringContaining('Labels like it: Desk-A.'),
    ]);
  });

  it('finds one of two credentials of a label by environment or client id', async () => {
    const { clientId } = lab.practice.trader;
    const both = lab.vault().contents().credentials;
    const [first] = both;
    if (first === undefined) throw new Error('no key');
    const second = { ...first, id: 'another' as typeof first.id, clientId: 'another-client' };
    await lab.vault().change({ contents: (now) => ({ ...now, credentials: [...both, second] }) });
    lab.answers('give', 'give');
    const unclear = lab.cli(words);
    expect(await unclear.ended).toBe(64);
    expect(unclear.err()).toContain('client id another-client in the environment Lab');
    const found = lab.cli(exec('--client-id', clientId, ...words.slice(3)));
    expect(await found.ended).toBe(0);
    await lab.vault().change({ contents: (now) => ({ ...now, credentials: both }) });
  });

  it.each([
    ['denied', async () => 'deny' as const],
    [
      'hung up',
      async (hangUp: () => void) => {
        hangUp();
        return 'wait' as const;
      },
    ],
  ])('brings no third question after two that were %s', async (_how, ends) => {
    const asked = lab.asked.length;
    for (const _time of [1, 2]) {
      lab.answers(() => ends(() => run.child.kill('SIGKILL')));
      const run = lab.cli(words);
      await run.ended;
    }
    await eventually(async () => {
      const third = lab.cli(words);
      expect([await third.ended, third.err()]).toEqual([75, expect.stringContaining('got no yes')]);
    });
    expect(lab.asked.length - asked).toBe(2);
    lab.desk.requests.attended();
  });

  it('goes to no socket in a folder that others reach, that is a link, or that is not there', async () => {
    const asked = lab.asked.length;
    const folder = path.dirname(lab.socket);
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'sr-link-'));
    await symlink(folder, path.join(elsewhere, 'strongroom'));
    const tried = async (runtime: string) => {
      const run = lab.cli(words, { XDG_RUNTIME_DIR: runtime, XDG_CONFIG_HOME: elsewhere });
      return [await run.ended, run.err().includes('is not running')];
    };
    expect(await tried(path.dirname(folder))).toEqual([0, false]);
    chmodSync(folder, 0o755);
    expect(await tried(path.dirname(folder))).toEqual([69, true]);
    chmodSync(folder, 0o700);
    expect(await tried(elsewhere)).toEqual([69, true]);
    expect(await tried('/nowhere')).toEqual([69, true]);
    await rm(elsewhere, { recursive: true });
    expect(lab.asked.length - asked).toBe(1);
  });

  it.runIf(process.getuid?.() === 0)('goes to no socket in a folder of another user', async () => {
    const folder = path.dirname(lab.socket);
    chownSync(folder, 65_534, 65_534);
    const run = lab.cli(words);
    expect([await run.ended, run.err()]).toEqual([69, expect.stringContaining('is not running')]);
    chownSync(folder, 0, 0);
  });

  it('that names the process of another is refused unasked', async () => {
    const asked = lab.asked.length;
    const socket = connect(lab.socket);
    const line = async (): Promise<Record<string, unknown>> => {
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      return JSON.parse(bytes.toString()) as Record<string, unknown>;
    };
    const say = (what: object): boolean => socket.write(`${JSON.stringify({ v: 1, ...what })}\n`);
    const program = '/bin/sh';
    const about = { credential: DESK_A, scopes: ['TRADER_READ'], forSeconds: null };
    say({ ask: 'exec', pid: process.ppid, ...about, program, script: null });
    const held = openSync(String((await line())['file']), 'r');
    say({ ask: 'proven' });
    expect(await line()).toMatchObject({ say: 'refused', why: 'denied' });
    closeSync(held);
    socket.destroy();
    expect(lab.asked).toHaveLength(asked);
  });

  it('is answered with the code and one sentence for each reason', async () => {
    lab.answers('deny');
    await refused(77, 'The request was denied.\n');
    lab.desk.requests.attended();
    for (const _time of [1, 2]) {
      lab.answers('wait');
      const before = lab.asked.length;
      const unanswered = refused(75, 'Nobody answered');
      await eventually(() => expect(lab.asked).toHaveLength(before + 1));
      lab.pass(QUESTION_LIMIT_MS);
      await unanswered;
    }
    const asked = lab.asked.length;
    await refused(75, 'The last two questions got no yes.');
    expect(lab.asked).toHaveLength(asked);
    lab.desk.requests.attended();
    lab.practice.controls.forgetClient(lab.practice.trader.clientId);
    await refused(74, 'strongroom-cli: ');
    await lab.lock();
    await refused(73, 'The vault is locked');
    await lab.desk.door.close();
    await refused(69, 'is not running');
    expect(handOuts()).toEqual([]);
    await lab.unlock();
    await lab.desk.reevaluate();
  });

  it.runIf(process.getuid?.() === 0)('of another user does not reach the door', async () => {
    const tried = async (): Promise<string> => {
      const code = `require('node:net').connect(${JSON.stringify(lab.socket)})
        .on('connect', () => process.stdout.write('in')).on('error', (e) => process.stdout.write(e.code))
        .on('ready', function () { this.destroy(); });`;
      const child = spawn('/usr/bin/env', ['node', '-e', code], { uid: 65_534, gid: 65_534 });
      let said = '';
      child.stdout.on('data', (part: Buffer) => (said += part.toString()));
      await once(child, 'close');
      return said;
    };
    // The folder around it is what a session's runtime folder is not: open to all.
    chmodSync(lab.runtime, 0o755);
    expect(await tried()).toBe('EACCES');
    chmodSync(path.dirname(lab.socket), 0o755);
    chmodSync(lab.socket, 0o777);
    expect(await tried()).toBe('in');
  });
});

describe.runIf(process.platform === 'linux')('what is handed out', () => {
  beforeEach(async () => {
    lab = await startHandOutLab({ traderLifetimeSeconds: HOUR / 1000 });
  });
  afterEach(() => lab.stop());

  it('is renewed three times without a call of its program that is refused', async () => {
    const file = await lab.script('busy.cjs', BUSY_BOT);
    lab.cli(exec('-s', 'TRADER_TRADE', '--', process.execPath, file));
    type Counts = Readonly<Record<'calls' | 'refused' | 'failed' | 'tokens', number>>;
    const counts = async () => JSON.parse(await lab.read('counts.json')) as Counts;
    const holds = (number: number): Promise<void> =>
      eventually(async () => expect((await counts()).tokens).toBe(number));
    const calls = async (more: number): Promise<void> => {
      const before = (await counts()).calls;
      await eventually(async () => expect((await counts()).calls).toBeGreaterThan(before + more));
    };
    for (const renewal of [1, 2, 3]) {
      await holds(renewal);
      await calls(5);
      // It is renewed from then on, and the one before it has been used by everybody who asks in time.
      lab.pass(HOUR / 3 + 10_000);
      await holds(renewal + 1);
      await calls(5);
      expect(tokens().at(-renewal)?.revocation).toBeNull();
      if (renewal > 1) await accepted(() => tokens().at(1 - renewal));
    }
    await calls(5);
    expect(await counts()).toMatchObject({ refused: 0, failed: 0 });
  });

  it('goes with "Revoke everything", which closes a question that stands and forgets every yes', async () => {
    lab.answers('remember', 'wait');
    const { run } = await idle();
    const waiting = lab.cli(exec('--', 'sh', await lab.script('other.sh', 'exit 0')));
    await eventually(() => expect(lab.asked).toHaveLength(2));
    expect((await lab.services().stops.start({ kind: 'all' })).ok).toBe(true);
    expect([await waiting.ended, waiting.err()]).toEqual([
      75,
      expect.stringContaining('a revocation began'),
    ]);
    await tellsOfEnd(run);
    expect(handOuts()).toEqual([]);
    await eventually(() => expect(live()).toBe(0));
    // What was remembered would be given without a question: it is refused as long as the run is open.
    const again = lab.cli(exec('--', 'sh', `${lab.folder}/bot.sh`));
    expect([await again.ended, again.err()]).toEqual([
      77,
      expect.stringContaining('is being revoked'),
    ]);
  });

  it('lives through a lock that closes the vault, and is revoked at the unlock after its end', async () => {
    const { run, bot } = await idle();
    const token = newest();
    expect(lab.asked[0]?.detail).toContain('Where a lock closes the vault, the token lives on');
    await lab.lock();
    expect(token()?.revocation).toBeNull();
    const again = lab.cli(['token'], { STRONGROOM_RUN: bot.run });
    expect([await again.ended, again.err()]).toEqual([73, expect.stringContaining('is locked')]);
    process.kill(bot.pid, 'SIGKILL');
    await run.ended;
    await eventually(() => expect(lab.desk.handOuts.waiting()).toBe(1));
    // A request that comes meanwhile may wait for the unlocking.
    const waits = lab.cli(exec('--wait', '--', 'sh', await lab.script('late.sh', 'exit 3')));
    await eventually(() => expect(waits.err()).toContain('Waiting until it is unlocked.'));
    expect(lab.asked).toHaveLength(1);
    await lab.unlock();
    await accepted(token);
    expect(lab.desk.handOuts.waiting()).toBe(0);
    expect(await waits.ended).toBe(3);
  });

  it('is ended at the next unlock after main was killed', async () => {
    await idle();
    const token = newest();
    // What is saved at that moment is all that a kill leaves.
    const saved = lab.vault().copy();
    await lab.lock();
    await lab.unlock(['lock', 'quit', 'program'], saved);
    await eventually(() => expect(token()?.revocation?.acceptedAtMs).toBeTypeOf('number'));
  });

  it('is nothing while the switch is off: nothing listens', async () => {
    await lab.stop();
    lab = await startHandOutLab({}, () => false);
    expect(lab.desk.door.state()).toBe('closed');
    expect(readdirSync(lab.runtime)).toEqual([]);
  });
});
