// Starts the program with its token in its environment, and hands it the connection: as long as anyone holds that,
// the token lives. Nothing of the token is written, and it stands in no argument.
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { constants as systemConstants } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { RUN_VARIABLE, SOCKET_VARIABLE } from '../shared/hand-out/protocol.ts';
import type { ExecCommand } from './command-line.ts';
import { Ending, openClient, prove, type Client } from './client.ts';

/** Between two looks whether the vault is open. */
const WAIT_MS = 1_000;
/** Sent to the command alone: the program hears of them too. */
const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;
/** A terminal sends these to both already; without one they were sent to the command alone. */
const OF_THE_KEYBOARD = ['SIGINT', 'SIGQUIT'] as const;

const hasTerminal = (): boolean => [0, 1, 2].some((stream) => isatty(stream));

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    return false;
  }
}

/** As a shell looks for it. */
function findProgram(name: string, searchPath: string): string | null {
  const places = name.includes('/') ? [''] : searchPath.split(path.delimiter).filter(Boolean);
  const found = places.map((place) => path.resolve(place, name)).find(isExecutable);
  return found ?? null;
}

/** The first argument that is no option, where it is a file: the script of an interpreter. */
function findScript(words: readonly string[]): string | null {
  const first = words.find((word) => !word.startsWith('-'));
  return first !== undefined && isFile(first) ? realpathSync(first) : null;
}

export async function runProgram(
  exec: ExecCommand,
  environment: NodeJS.ProcessEnv,
  tell: (sentence: string) => void,
): Promise<number> {
  const [name, ...words] = exec.command;
  const program = findProgram(name, environment['PATH'] ?? '');
  if (program === null) throw new Ending('usage', `There is no program ${name}.`);
  const run = { exec, program, words, environment, tell };
  const { client, given } = await ask(run);
  return await start(client, given, run);
}

interface Run {
  readonly exec: ExecCommand;
  /** Its absolute path. */
  readonly program: string;
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly tell: (sentence: string) => void;
}

async function ask({ exec, program, words, environment, tell }: Run) {
  const script = findScript(words);
  for (let told = false; ; told = true) {
    const client = await openClient(environment);
    try {
      const { credential, scopes, forSeconds } = exec;
      const { pid } = process;
      const about = { credential, scopes, forSeconds, program, script };
      client.send({ ask: 'exec', pid, ...about });
      const given = await prove(client, (code) => {
        tell(`Strongroom asks in its window. Say yes only if it shows the code ${code}.`);
      });
      return { client, given };
    } catch (ending) {
      client.socket.destroy();
      const waits = exec.wait && ending instanceof Ending && ending.why === 'locked';
      if (!waits) throw ending;
      if (!told) tell('The vault is locked. Waiting until it is unlocked.');
      await sleep(WAIT_MS);
    }
  }
}

async function start(
  { socket, where }: Client,
  given: Awaited<ReturnType<typeof prove>>,
  { exec, program, words, environment, tell }: Run,
): Promise<number> {
  // Before it runs: a signal that came in between would end the command alone.
  let child: ChildProcess | undefined;
  for (const signal of FORWARDED) process.on(signal, () => child?.kill(signal));
  const isTold = hasTerminal();
  for (const signal of OF_THE_KEYBOARD) {
    process.on(signal, () => (isTold ? undefined : child?.kill(signal)));
  }
  let ended = false;
  socket.on('close', () => {
    if (!ended) tell('Strongroom has ended the token, or is gone. The program goes on without it.');
  });
  const code = await new Promise<number>((resolve, reject) => {
    const failed = (): void => reject(new Ending('usage', `${program} could not be started.`));
    try {
      child = spawn(program, words, {
        argv0: exec.command[0],
        env: {
          ...environment,
          [exec.variable]: given.token.access_token,
          [RUN_VARIABLE]: given.run,
          [SOCKET_VARIABLE]: where,
        },
        // The connection as the fourth: whoever inherits it holds the token.
        stdio: ['inherit', 'inherit', 'inherit', socket],
      });
    } catch {
      return failed();
    }
    // Node stops listening to a socket that it hands to a child: without this its end is never heard of.
    socket.resume();
    child.once('error', failed);
    child.once('exit', (status, signal) => {
      ended = true;
      resolve(status ?? 128 + (signal === null ? 0 : systemConstants.signals[signal]));
    });
  });
  socket.destroy();
  return code;
}
