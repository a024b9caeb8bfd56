// A token for a program, through the window: the switch, main's question, the list while the program runs, and the
// proof that the token is dead once it has ended; after a kill of the app it is revoked at the next unlock.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { photographed } from '../support/accessible.ts';
import { expect, newestToken, showTab, test } from '../support/journey.ts';
import { spreadRevocationsWithin } from '../support/practice-panel.ts';

const CLI = path.join(import.meta.dirname, '../../dist/cli/strongroom-cli.cjs');

let runtime = '';
const programs: ChildProcess[] = [];

/** Ends what the command has started with it: it has a group of its own. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

/** The command in the folder of the test; whatever it starts runs until it is ended. */
function exec(): { readonly program: ChildProcess; readonly said: () => string } {
  const words = ['exec', '-c', 'Practice trader', '--', 'sh', 'bot.sh'];
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
  await writeFile(path.join(runtime, 'bot.sh'), 'exec sleep 600');
});
test.afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode === null && program.signalCode === null) end(program, 'SIGKILL');
  }
  await rm(runtime, { recursive: true, force: true });
});

test('a program is given a token, shown while it runs, and loses it when it ends or the app is killed', async ({
  journey,
}) => {
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
  await photographed(journey.window(), 'hand-out-setting', journey.picture);
  await journey.window().keyboard.press('Escape');
  await expect.poll(() => existsSync(socket)).toBe(true);

  const first = exec();
  const row = () => journey.window().getByRole('row', { name: /Practice trader/ });
  await expect(row()).toContainText(/used by \w+ bot\.sh/);
  const question = (await journey.dialogs().shown()).at(-1);
  expect(question?.message).toMatch(/^Give a token of Practice trader to \w+ bot\.sh\?$/);
  expect(question?.detail).toContain(/code (\w{6})/.exec(first.said())?.[1] ?? 'none');
  await journey.open('Practice trader');
  await expect(newestToken(journey.window())).toContainText(/Used by \w+ bot\.sh, since \d\d:\d\d/);
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
  await expect(row()).toContainText(/Revoked|Refused here|Confirmed dead/);
});
