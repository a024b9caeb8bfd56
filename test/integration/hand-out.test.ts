// S50: Tokens handed out to programs: the real command line, a real child process, and the practice gateway over TLS.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { IDLE_BOT, startHandOutLab, type HandOutLab } from '../support/hand-out-lab.ts';

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

  it('is ended at the next unlock after main was killed', async () => {
    await startIdle();
    // What is saved at that moment is all that a kill leaves.
    const saved = lab.vault().copy();
    await lab.lock();
    await lab.unlock(['lock', 'quit', 'program'], saved);
    await eventually(() => expect(tokens()[0]?.revocation?.acceptedAtMs).toBeTypeOf('number'));
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
});
