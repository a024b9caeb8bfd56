// Tokens handed out to programs: the real command line, a real child process, and the practice gateway over TLS.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { BUSY_BOT, IDLE_BOT, startHandOutLab, type HandOutLab } from '../support/hand-out-lab.ts';

let lab: HandOutLab;

interface Bot {
  readonly pid: number;
  readonly token: string;
  readonly run: string;
}

const exec = (...more: readonly string[]) => ['exec', '-c', 'Desk-A', ...more];
const bot = async (): Promise<Bot> =>
  await eventually(async () => JSON.parse(await lab.read('bot.json')) as Bot);
const tokens = () => lab.vault().contents().tokens;
const live = (): number => lab.practice.controls.liveTokens(lab.practice.trader.clientId);

async function startIdle(...more: readonly string[]) {
  const file = await lab.script('bot.cjs', IDLE_BOT);
  const run = lab.cli(exec(...more, '--', process.execPath, file));
  return { run, bot: await bot() };
}

describe('a token handed out to a program', () => {
  beforeEach(async () => {
    lab = await startHandOutLab();
  });
  afterEach(() => lab.stop());

  it('is its own, with a lease that ends with the program', async () => {
    const { bot: given } = await startIdle();
    const [token] = tokens();
    expect(given.token.length).toBeGreaterThan(10);
    expect(token?.requestedScopes).toEqual(['TRADER_READ']);
    expect(lab.vault().contents().leases).toMatchObject([{ tokenId: token?.id, end: 'program' }]);
    expect(lab.desk.handOuts.list()).toMatchObject([{ label: 'Desk-A', program: 'node bot.cjs' }]);
  });

  it('is asked about with the code that the terminal shows, the program and who asks', async () => {
    const { run } = await startIdle('-s', 'TRADER_TRADE');
    const code = /code (\w{6})/.exec(run.err())?.[1] ?? 'none';
    const [question] = lab.asked;
    expect(question?.detail).toContain(`Code ${code}:`);
    expect(question?.detail).toContain('The token may TRADE.');
    expect(question?.detail).toContain('bot.cjs (SHA-256 begins with ');
    expect(question?.detail).toContain(`Process ${run.child.pid} asks`);
    expect(question?.detail).toContain(`in the folder ${lab.folder}`);
    expect(question?.serious).toBe(true);
  });

  it.each([
    ['the program is killed', (own: Bot): boolean => process.kill(own.pid, 'SIGKILL'), 137],
    ['the program is told to end', (own: Bot): boolean => process.kill(own.pid, 'SIGTERM'), 143],
  ] as const)('is accepted as revoked within a second once %s', async (_how, end, code) => {
    const { run, bot: own } = await startIdle();
    const endedMs = performance.now();
    end(own);
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
    expect(performance.now() - endedMs).toBeLessThan(1_000);
    expect(await run.ended).toBe(code);
    expect(live()).toBe(0);
    expect(lab.vault().contents().leases).toEqual([]);
  });

  it('lives on while the program does, though the command was killed', async () => {
    const { run, bot: own } = await startIdle();
    run.child.kill('SIGKILL');
    await run.ended;
    await new Promise((resume) => setTimeout(resume, 300));
    expect(tokens()[0]?.revocation).toBeNull();
    process.kill(own.pid, 'SIGKILL');
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
  });

  it('ends with a code of the program, and is proven dead', async () => {
    const file = await lab.script('short.cjs', 'process.exit(7)');
    const run = lab.cli(exec('-s', 'TRADER_TRADE', '--', process.execPath, file));
    expect(await run.ended).toBe(7);
    await eventually(() => expect(tokens()[0]?.revocation?.verifiedAtMs).toBeTypeOf('number'));
  });

  it('is ended at the next unlock after main was killed', async () => {
    await startIdle();
    // What is saved at that moment is all that a kill leaves.
    const saved = lab.vault().copy();
    await lab.lock();
    await lab.unlock(['lock', 'quit', 'program'], saved);
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
  });

  it('is ended by a lock, unless it was to live through one', async () => {
    const { run } = await startIdle();
    await lab.lock();
    expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number');
    await eventually(() => expect(run.err()).toContain('Strongroom has ended the token'));
    expect(lab.desk.handOuts.waiting()).toBe(0);
  });

  it('that is to live through a lock is revoked at the unlock after its program ended', async () => {
    const { bot: own, run } = await startIdle('--through-lock');
    expect(lab.asked[0]?.detail).toContain('It lives on when the vault locks');
    await lab.lock();
    expect(tokens()[0]?.revocation).toBeNull();
    process.kill(own.pid, 'SIGKILL');
    await run.ended;
    await eventually(() => expect(lab.desk.handOuts.waiting()).toBe(1));
    await lab.unlock();
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
    expect(lab.desk.handOuts.waiting()).toBe(0);
  });

  it('ends after the time that was asked for', async () => {
    const { run } = await startIdle('--for', '1s');
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
    await eventually(() => expect(run.err()).toContain('Strongroom has ended the token'));
  });

  it('is one of two where two programs ask at once, each cut off without the other', async () => {
    const file = await lab.script('bot.cjs', IDLE_BOT);
    const first = lab.cli(exec('--', process.execPath, file));
    const second = lab.cli(exec('--', process.execPath, file));
    await eventually(() => expect(lab.desk.handOuts.list()).toHaveLength(2));
    expect(lab.mostAtOnce()).toBe(1);
    const [one] = lab.desk.handOuts.list();
    lab.desk.handOuts.end(one?.run ?? '');
    await eventually(() =>
      expect(tokens().filter(({ revocation }) => revocation !== null)).toHaveLength(1),
    );
    expect(lab.desk.handOuts.list()).toHaveLength(1);
    for (const { child } of [first, second]) child.kill('SIGKILL');
  });

  it('goes with "Revoke everything", which closes a question that stands and forgets every yes', async () => {
    lab.answers('remember', 'wait');
    const { run } = await startIdle();
    const file = await lab.script('other.cjs', IDLE_BOT);
    const waiting = lab.cli(exec('--', process.execPath, file));
    await eventually(() => expect(lab.asked).toHaveLength(2));
    await lab.services().stops.start({ kind: 'all' });
    expect(await waiting.ended).toBe(75);
    await eventually(() => expect(lab.desk.handOuts.list()).toEqual([]));
    await eventually(() => expect(run.err()).toContain('Strongroom has ended the token'));
    lab.answers('deny');
    const again = lab.cli(exec('--', process.execPath, `${lab.folder}/bot.cjs`));
    expect(await again.ended).toBe(77);
  });

  it('is refused with the code and one sentence for each reason', async () => {
    const script = await lab.script('bot.cjs', IDLE_BOT);
    const words = ['--', process.execPath, script];
    lab.answers('deny');
    const denied = lab.cli(exec(...words));
    expect([await denied.ended, denied.err()]).toEqual([
      77,
      expect.stringMatching(/strongroom: The request was denied\.\n$/),
    ]);
    lab.practice.controls.forgetClient(lab.practice.trader.clientId);
    const gateway = lab.cli(exec(...words));
    expect(await gateway.ended).toBe(74);
    await lab.lock();
    const locked = lab.cli(exec(...words));
    expect([await locked.ended, locked.err()]).toEqual([
      73,
      expect.stringContaining('The vault is locked'),
    ]);
    await lab.desk.door.close();
    const closed = lab.cli(exec(...words));
    expect([await closed.ended, closed.err()]).toEqual([
      69,
      expect.stringContaining('is not running'),
    ]);
    await lab.unlock();
  });

  it('waits for the unlocking where the command is told to', async () => {
    await lab.lock();
    const file = await lab.script('bot.cjs', IDLE_BOT);
    const run = lab.cli(exec('--wait', '--', process.execPath, file));
    await eventually(() => expect(run.err()).toContain('Waiting until it is unlocked.'));
    expect(lab.asked).toEqual([]);
    await lab.unlock();
    await bot();
  });

  it('is given without a question where the person said so, until something of it changes', async () => {
    lab.answers('remember');
    const { bot: own, run } = await startIdle();
    process.kill(own.pid, 'SIGKILL');
    await run.ended;
    const again = await startIdle();
    await eventually(() => expect(lab.desk.handOuts.list()).toHaveLength(1));
    expect(lab.asked).toHaveLength(1);
    again.run.child.kill('SIGKILL');
    const changed = await lab.script('bot.cjs', `${IDLE_BOT}// changed`);
    lab.cli(exec('--', process.execPath, changed));
    await eventually(() => expect(lab.asked).toHaveLength(2));
    lab.cli(exec('-s', 'TRADER_TRADE', '--', process.execPath, changed));
    await eventually(() => expect(lab.asked).toHaveLength(3));
  });

  it('of a Partner goes to the guide at the end, which the question says before', async () => {
    const file = await lab.script('bot.cjs', IDLE_BOT);
    const run = lab.cli(['exec', '-c', 'Partner-P', '--', process.execPath, file]);
    const own = await bot();
    expect(lab.asked[0]?.detail).toContain('No call revokes a Partner token');
    process.kill(own.pid, 'SIGKILL');
    await run.ended;
    await eventually(() => expect(tokens()[0]?.partnerPlan).not.toBeNull());
  });

  it('stands in the environment of that program alone', async () => {
    const { run, bot: own } = await startIdle();
    const proc = (pid: number | undefined, name: string): string =>
      readFileSync(`/proc/${pid}/${name}`, 'utf8');
    expect(proc(own.pid, 'environ')).toContain(own.token);
    expect(proc(own.pid, 'cmdline')).not.toContain(own.token);
    expect(proc(run.child.pid, 'environ')).not.toContain(own.token);
    expect(proc(run.child.pid, 'cmdline')).not.toContain(own.token);
    expect(run.out() + run.err()).not.toContain(own.token);
    expect(JSON.stringify(lab.noted)).not.toContain(own.token);
    expect(JSON.stringify(lab.asked)).not.toContain(own.token);
    expect(JSON.stringify([lab.noted, lab.asked])).not.toContain(own.run);
    const status = lab.cli(['status']);
    expect(await status.ended).toBe(0);
    expect(status.out()).toContain('node bot.cjs');
    expect(status.out()).not.toContain(own.token);
    expect(status.out()).not.toContain(own.run);
  });

  it('is revoked for `strongroom revoke` once the person said yes', async () => {
    await startIdle();
    lab.answers('deny');
    expect(await lab.cli(['revoke', '-c', 'Desk-A']).ended).toBe(77);
    expect(tokens()[0]?.revocation).toBeNull();
    expect(await lab.cli(['revoke', '-c', 'Desk-A']).ended).toBe(0);
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
  });
});

describe('a token that a program asks for again', () => {
  it('is renewed without a call that is refused, three times', async () => {
    lab = await startHandOutLab({ traderLifetimeSeconds: 6 });
    const file = await lab.script('busy.cjs', BUSY_BOT);
    lab.cli(exec('-s', 'TRADER_TRADE', '--', process.execPath, file));
    interface Counts {
      readonly calls: number;
      readonly refused: number;
      readonly failed: number;
      readonly tokens: number;
    }
    const counts = await eventually(async () => {
      const now = JSON.parse(await lab.read('counts.json')) as Counts;
      expect(now.tokens).toBeGreaterThanOrEqual(4);
      return now;
    });
    expect(counts).toMatchObject({ refused: 0, failed: 0 });
    expect(counts.calls).toBeGreaterThan(60);
    await lab.stop();
  });

  it('is a new one where a call was refused and the gateway says so too', async () => {
    lab = await startHandOutLab();
    const { bot: own } = await startIdle('-s', 'TRADER_TRADE');
    await new Promise((resume) => setTimeout(resume, 2_100));
    const again = async (...more: string[]): Promise<string> => {
      const run = lab.cli(['token', ...more], { STRONGROOM_RUN: own.run });
      expect(await run.ended).toBe(0);
      const { access_token: text } = JSON.parse(run.out()) as { access_token: string };
      return text;
    };
    // It works: the 401 was about something else.
    expect(await again('--refused')).toBe(own.token);
    lab.practice.controls.revokeTokensOf(lab.practice.trader.clientId);
    expect(await again('--refused')).not.toBe(own.token);
    await lab.stop();
  });
});
