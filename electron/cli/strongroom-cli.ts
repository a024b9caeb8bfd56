// The command `strongroom-cli`: gives a program an access token for as long as it runs. It never sees a client secret,
// and asks Strongroom, which asks the person. Entry: reads the command line, does one thing, ends with its code.
import { exitCodes } from '../shared/hand-out/exit-codes.ts';
import { RUN_VARIABLE } from '../shared/hand-out/protocol.ts';
import { askOnce, Ending } from './client.ts';
import { helpText, readCommandLine, type Command } from './command-line.ts';
import { runProgram } from './run-program.ts';
import about from './package.json' with { type: 'json' };

const say = (text: string): void => void process.stdout.write(text);
const tell = (sentence: string): void => void process.stderr.write(`strongroom-cli: ${sentence}\n`);

const at = (ms: number): string =>
  new Date(ms).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** The vault that holds the names is locked: main tells the times alone. */
function sayWhileLocked(sinceMs: readonly number[]): void {
  if (sinceMs.length === 0) return say('The vault is locked, and nothing is handed out.\n');
  for (const each of sinceMs) say(`A program holds a token\tsince ${at(each)}\n`);
  say('The vault is locked. Unlock it to see the names of programs and keys.\n');
}

async function status(): Promise<void> {
  const answer = await askOnce(process.env, { ask: 'status' }, 'status', 'status_locked');
  if (answer.say === 'status_locked') {
    sayWhileLocked(answer.sinceMs);
    return;
  }
  const { handOuts } = answer;
  if (handOuts.length === 0) say('Nothing is handed out.\n');
  for (const { credential, scopes, program, sinceMs, untilMs } of handOuts) {
    const until = untilMs === null ? 'until it ends' : `until ${at(untilMs)}`;
    say([credential, scopes.join(' '), program, `since ${at(sinceMs)}`, until].join('\t') + '\n');
  }
}

async function carryOut(command: Command): Promise<number> {
  switch (command.kind) {
    case 'exec':
      return await runProgram(command, process.env, tell);
    case 'token': {
      const run = process.env[RUN_VARIABLE];
      if (run === undefined) {
        throw new Ending('usage', 'This works in a program that `strongroom-cli exec` started.');
      }
      const { refused } = command;
      const { token } = await askOnce(process.env, { ask: 'token', run, refused }, 'token');
      say(`${JSON.stringify(token)}\n`);
      return 0;
    }
    case 'status':
      await status();
      return 0;
    case 'revoke': {
      const { credential } = command;
      const { count } = await askOnce(process.env, { ask: 'revoke', credential }, 'revoked');
      say(count === 0 ? 'Nothing was handed out.\n' : `Revoking the tokens of ${count}.\n`);
      return 0;
    }
    case 'help':
      say(helpText);
      return 0;
    case 'version':
      say(`strongroom-cli ${about.version}\n`);
      return 0;
    case 'wrong':
      throw new Ending('usage', command.sentence);
  }
}

carryOut(readCommandLine(process.argv.slice(2))).then(
  (code) => process.exit(code),
  (error: unknown) => {
    // What else went wrong may hold anything: of a bug only its kind is said.
    const ending = error instanceof Ending ? error : new Ending('not_running', 'It failed.');
    tell(ending.message);
    process.exit(exitCodes[ending.why]);
  },
);
