// A token for a program, through the window: the switch, main's question, the list while the program runs, and the
// proof that the token is dead once it has ended; after a kill of the app it is revoked at the next unlock.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { photographed } from '../support/accessible.ts';
import { expect, newestToken, showTab, test, type Journey } from '../support/journey.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';

const CLI = path.join(import.meta.dirname, '../../dist/cli/strongroom-cli.cjs');

let runtime = '';
const programs: ChildProcess[] = [];

/** Ends what the command has started with it: it has a group of its own. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

interface Program {
  readonly program: ChildProcess;
  readonly said: () => string;
}

/** The command in the folder of the test; whatever it starts runs until it is ended. */
function exec(...options: readonly string[]): Program {
  const which = options.length > 0 ? options : ['-c', 'Practice trader'];
  const words = ['exec', ...which, '--', 'sh', 'bot.sh'];
  const environment = { ...process.env, XDG_RUNTIME_DIR: runtime };
  const program = spawn(process.execPath, [CLI, ...words], {
    cwd: runtime,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  programs.push(program);
  let said = '';
  program.stderr.on('data', (part: Buffer) => (said += part.toString()));
  return { program, said: () => said };
}

test.beforeEach(async () => {
  test.skip(process.platform === 'win32', 'programs are given tokens on Linux and macOS alone');
  // Short: the path of a socket may have some hundred characters.
  runtime = await mkdtemp(path.join(tmpdir(), 'sr-run-'));
  await writeFile(
    path.join(runtime, 'bot.sh'),
    'printf %s "$STRONGROOM_RUN" > run.part && mv run.part run && exec sleep 600',
  );
});
test.afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode === null && program.signalCode === null) end(program, 'SIGKILL');
  }
  await rm(runtime, { recursive: true, force: true });
});

test(
  'a program is given a token, shown while it runs, and loses it when it ends or the app is killed',
  { tag: '@long' },
  async ({ journey }) => {
    const socket = path.join(runtime, 'strongroom/hand-out.sock');
    await journey.prepareVault();
    await journey.start({ XDG_RUNTIME_DIR: runtime });
    await journey.unlock();
    await spreadRevocationsWithin(journey.window(), 2);
    await journey.window().getByRole('button', { name: 'Settings' }).click();
    const allows = journey.window().getByRole('checkbox', { name: /Let programs ask/ });
    await expect(allows).not.toBeChecked();
    expect(existsSync(socket), 'nothing listens').toBe(false);
    await journey.dialogs().answer({ button: 'Let programs ask' }, { button: 'Give a token' });
    await allows.click();
    await expect(allows).toBeChecked();
    await journey.window().keyboard.press('Escape');
    await expect.poll(() => existsSync(socket)).toBe(true);

    const first = exec();
    const row = () => journey.window().getByRole('row', { name: /Practice trader/ });
    await expect(row()).toContainText(/used by \w+ bot\.sh/);
    const question = (await journey.dialogs().shown()).at(-1);
    expect(question?.message).toMatch(/^Give a token of Practice trader to \w+ bot\.sh\?$/);
    const code = () => /code (\w{6})/.exec(first.said())?.[1] ?? 'none';
    await expect.poll(() => question?.detail.includes(code())).toBe(true);
    await journey.open('Practice trader');
    await expect(newestToken(journey.window())).toContainText(
      /Used by \w+ bot\.sh, since \d\d:\d\d/,
    );
    await photographed(journey.window(), 'hand-out-used', journey.picture);
    end(first.program, 'SIGKILL');
    await expect(row()).toContainText('Confirmed dead');
    await expect(row()).not.toContainText('used by');
    await showTab(journey.window(), 'History');
    await expect(journey.window().getByText('Token handed out to a program').first()).toBeVisible();

    await journey.dialogs().answer({ button: 'Give a token' });
    const second = exec();
    await expect(row()).toContainText('used by');
    await journey.kill();
    await expect.poll(second.said).toContain('Strongroom has ended the token, or is gone.');
    end(second.program, 'SIGKILL');
    await journey.start({ XDG_RUNTIME_DIR: runtime });
    await journey.unlock();
    // Practice drops what its earlier gateway issued, unless the revocation came first.
    await expect(row()).toContainText(/Revoked|Refused here|Confirmed dead|No token/);
  },
);

/** A credential of the lab, of which a program has a token, in a vault that keeps working while locked. */
async function beginAtWork(journey: Journey) {
  const socket = path.join(runtime, 'strongroom', 'hand-out.sock');
  await journey.prepareVault();
  await journey.start({ XDG_RUNTIME_DIR: runtime });
  await journey.unlock();
  await journey.addLab();
  await journey.addClient('trader', 'Desk-A');
  const page = journey.window();
  await page.getByRole('button', { name: 'Settings' }).click();
  await journey
    .dialogs()
    .answer(
      { button: 'Let programs ask' },
      { button: 'Keep working while locked' },
      { button: 'Give a token' },
    );
  await page.getByRole('checkbox', { name: /Let programs ask/ }).click();
  await page.getByLabel('A lock').selectOption({ label: WORKS });
  await page.keyboard.press('Escape');
  await expect.poll(() => existsSync(socket)).toBe(true);
  const begun = exec('-c', 'Desk-A');
  await expect.poll(() => existsSync(path.join(runtime, 'run'))).toBe(true);
  const run = await readFile(path.join(runtime, 'run'), 'utf8');
  const ask = async (): Promise<string> => {
    const env = { ...process.env, XDG_RUNTIME_DIR: runtime, STRONGROOM_RUN: run };
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'token'], { env });
    return (JSON.parse(stdout) as { access_token: string }).access_token;
  };
  return { ...begun, ask };
}

const WORKS = 'locks the window, and the vault keeps working for 12 hours';

test(
  'a vault that keeps working renews for a program behind its locked window, and is closed from there',
  { tag: '@long' },
  async ({ journey, lab }) => {
    lab.controls.set({ traderLifetimeSeconds: 60 });
    const { program, ask } = await beginAtWork(journey);
    const live = (): number => lab.controls.liveTokens(lab.trader.clientId);
    await journey.lockFromMenu();
    await expect(journey.window().getByText(/^The vault keeps working until/)).toBeVisible();
    await expect(journey.window().getByText('1 program still holds a token.')).toBeVisible();
    await expect(journey.window().getByText('Desk-A')).toHaveCount(0);
    await photographed(journey.window(), 'hand-out-locked', journey.picture);

    const first = await ask();
    await expect.poll(async () => (await ask()) !== first, { timeout: 45_000 }).toBe(true);
    end(program, 'SIGKILL');
    await expect.poll(live).toBe(0);
    await journey.window().getByRole('button', { name: 'Close the vault now' }).click();
    await expect(journey.window().getByText(/^The vault is closed/)).toBeVisible();
    await journey.unlock();
    await journey.open('Desk-A');
    await showTab(journey.window(), 'History');
    await expect(journey.window().getByText('Token renewed').first()).toBeVisible();
  },
);
