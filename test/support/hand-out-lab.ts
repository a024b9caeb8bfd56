// The hand-out desk without windows: the real socket, the real command line as a child process, real HTTPS to the
// practice gateway, and a person who answers as the test says.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock, type Clock } from '../../electron/main/domain/clock.ts';
import type { CredentialId, EnvironmentId } from '../../electron/main/domain/ids.ts';
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { openHandOutDesk } from '../../electron/main/hand-out/hand-out-desk.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from './quiet-session.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import type { Question } from '../../electron/main/secret-input/ports.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import type { LeaseEnd } from '../../electron/shared/words.ts';
import type { HistoryEvent } from '../../electron/main/domain/history-event.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';
import { eventually } from './eventually.ts';
import { startPractice, type PracticeTestClient } from './practice.ts';
import type { PracticeSettings } from '../../electron/main/practice/gateway/practice-settings.ts';

const root = path.join(import.meta.dirname, '../..');
const CLI = path.join(root, 'electron/cli/strongroom-cli.ts');
const environmentId = 'lab' as EnvironmentId;

const choices: readonly PersonAnswer[] = ['give', 'remember'];

/** `wait` leaves the question until it is closed. */
type PersonAnswer = 'give' | 'remember' | 'deny' | 'wait';

interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

/** What the idle program says of itself. */
interface Bot {
  readonly pid: number;
  readonly token: string;
  readonly run: string;
}

export async function startHandOutLab(
  settings: Partial<PracticeSettings> = {},
  wanted: () => boolean = () => true,
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-hand-'));
  const runtime = await mkdtemp(path.join(tmpdir(), 'sr-run-'));
  const clock = createPassingClock();
  // A call under way is not cut off by time that is said to have passed.
  const ofCalls: Clock = { ...clock, after: systemClock.after };
  const practice = await startPractice({ settings, clock: ofCalls });
  const { baseUrl, tradeUrl, authorityPem } = practice;
  const target = { baseUrl, tradeUrl, authorityPem };
  let vault = createMemoryVault({
    ...NO_CONTENTS,
    environments: [{ id: environmentId, name: 'Lab', kind: 'sandbox', ...target }],
  });
  let services: SessionServices | null = null;
  const noted: HistoryEvent[] = [];
  const asked: Question[] = [];
  const queue: (PersonAnswer | (() => Promise<PersonAnswer>))[] = [];
  let standing = 0;
  let most = 0;
  let last: Promise<unknown> = Promise.resolve();

  const now = () => (services === null ? fail({ code: 'vault_locked' } as const) : ok(services));
  const desk = openHandOutDesk({
    clock,
    services: now,
    working: now,
    userData: folder,
    wanted,
    changed: () => undefined,
    system: { platform: 'linux', runtime },
    questions: {
      ask(question, begins) {
        const mine = last.then(async (): Promise<number | 'denied' | null> => {
          const closed = begins();
          if (closed.aborted) return null;
          asked.push(question);
          standing += 1;
          most = Math.max(most, standing);
          const prepared = queue.shift() ?? 'give';
          try {
            const answer = typeof prepared === 'string' ? prepared : await prepared();
            if (answer === 'wait') {
              await new Promise((resolve) => closed.addEventListener('abort', resolve));
              return null;
            }
            return answer === 'deny' ? 'denied' : choices.indexOf(answer);
          } finally {
            standing -= 1;
          }
        });
        last = mine;
        return mine;
      },
    },
  });

  async function unlock(missed: readonly LeaseEnd[] = ['lock']): Promise<void> {
    services = await quietSession({
      vault,
      gateway: createGateway({ clock: ofCalls }),
      clock,
      targetOf: () => target,
      changed: () => desk.handOuts.reevaluate(),
      recordEvent: (event) => noted.push(event),
      beforeRun: () => desk.handOuts.freeze(),
      missed,
    });
    desk.handOuts.opened();
  }

  async function add(label: string, client: PracticeTestClient): Promise<CredentialId> {
    if (services === null) throw new Error('locked');
    const { clientId, accessType, scopes, secret } = client;
    const added = await addCredential(
      services.session,
      {
        label,
        clientId,
        accessType,
        environmentId,
        registeredScopes: scopes,
        permission: accessType === 'partner' ? 'write' : null,
        ownerAccount: '',
        tags: [],
      },
      SecretBytes.take(Buffer.from(secret)),
    );
    if (!added.ok) throw new Error('not added');
    return added.value;
  }

  await unlock([]);
  await add('Desk-A', practice.trader);
  await add('Partner-P', practice.partner);
  await writeFile(path.join(folder, 'authority.pem'), authorityPem);
  await desk.reevaluate();
  const children: ChildProcess[] = [];
  let bots = 0;
  const read = async (name: string) =>
    await readFile(path.join(folder, name), 'utf8').catch(() => '');
  const script = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };

  const cli = (words: readonly string[], more: NodeJS.ProcessEnv = {}): Run => {
    const child = spawn(process.execPath, [CLI, ...words], {
      cwd: folder,
      env: {
        ...process.env,
        XDG_RUNTIME_DIR: runtime,
        LAB_FOLDER: folder,
        LAB_TRADE_URL: tradeUrl,
        LAB_CLI: CLI,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, with which whatever it started is ended.
      detached: true,
    });
    children.push(child);
    let out = '';
    let err = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    return { child, out: () => out, err: () => err, ended };
  };

  function endPrograms(): void {
    for (const { pid } of children.splice(0)) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // All of it has ended.
      }
    }
  }

  return {
    folder,
    runtime,
    socket: path.join(runtime, 'strongroom', 'hand-out.sock'),
    desk,
    practice,
    vault: () => vault,
    services: () => {
      if (services === null) throw new Error('locked');
      return services;
    },
    asked,
    noted,
    /** How many questions stood at the same time at most. */
    mostAtOnce: () => most,
    /** To the next questions, `give` to all after them; a function is called while the question stands. */
    answers: (...answers: typeof queue) => void queue.push(...answers),
    cli,
    /** Starts the idle program through the command line, and waits until it says what it was given. */
    idle: async (words: readonly string[]) => {
      const name = `bot-${(bots += 1)}.json`;
      const file = await script('bot.sh', IDLE_BOT);
      const run = cli([...words, '--', 'sh', file], { LAB_BOT: path.join(folder, name) });
      const bot = await eventually(async () => JSON.parse(await read(name)) as Bot);
      return { run, bot };
    },
    /** A script that stands in the lab's folder. */
    script,
    read,
    /** Lets the time pass for main and for the gateway; what is due then happens at once. */
    pass: clock.pass,
    /** Kills what was started through the command line, and all that it started. */
    endPrograms,
    lock: async () => {
      const open = services;
      services = null;
      // The vault in memory is locked with its session: what is saved goes on in a copy.
      const saved = vault;
      await open?.close();
      vault = saved.copy();
    },
    unlock: async (missed?: readonly LeaseEnd[], saved?: MemoryVault) => {
      if (saved !== undefined) vault = saved;
      await unlock(missed);
    },
    stop: async () => {
      endPrograms();
      await desk.door.close();
      await services?.close();
      await practice.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(runtime, { recursive: true, force: true });
    },
  };
}

export type HandOutLab = Awaited<ReturnType<typeof startHandOutLab>>;

interface PassingClock extends Clock {
  readonly pass: (ms: number) => void;
}

/** Goes with the system's, and on by what is said to pass: timers that are due then go off at once. */
function createPassingClock(): PassingClock {
  let aheadMs = 0;
  const monotonicMs = (): number => systemClock.monotonicMs() + aheadMs;
  const armed = new Set<() => void>();
  return {
    nowMs: () => systemClock.nowMs() + aheadMs,
    monotonicMs,
    after: (delayMs, callback) => {
      const dueMs = monotonicMs() + delayMs;
      let cancel = (): void => undefined;
      const arm = (): void => {
        cancel();
        cancel = systemClock.after(dueMs - monotonicMs(), () => {
          armed.delete(arm);
          callback();
        });
      };
      armed.add(arm);
      arm();
      return () => {
        armed.delete(arm);
        cancel();
      };
    },
    pass: (ms) => {
      aheadMs += ms;
      for (const arm of armed) arm();
    },
  };
}

/** Says what it was given, and its own number, in a file; then lives until it is ended. */
const IDLE_BOT = `
printf '{"pid":%d,"token":"%s","run":"%s"}' $$ "$ACCESS_TOKEN" "$STRONGROOM_RUN" > "$LAB_BOT.part"
mv "$LAB_BOT.part" "$LAB_BOT"
exec sleep 600
`;

/** Calls the gateway every 50 ms, asks for the token all the time, and counts what was refused. */
export const BUSY_BOT = `
const fs = require('node:fs');
const https = require('node:https');
const { execFile } = require('node:child_process');
const ca = fs.readFileSync(process.env.LAB_FOLDER + '/authority.pem');
const counts = { calls: 0, refused: 0, failed: 0, tokens: 1 };
let token = process.env.ACCESS_TOKEN;
const write = () => fs.writeFileSync(process.env.LAB_FOLDER + '/counts.json', JSON.stringify(counts));
function look() {
  execFile(process.execPath, [process.env.LAB_CLI, 'token'], (error, out) => {
    if (error) counts.failed += 1;
    else {
      const now = JSON.parse(out);
      if (now.access_token !== token) counts.tokens += 1;
      token = now.access_token;
    }
    write();
    setTimeout(look, 100);
  });
}
setInterval(() => {
  https.request(process.env.LAB_TRADE_URL + '/api/v1/get_who_am_i',
    { method: 'POST', ca, headers: { authorization: 'Bearer ' + token } },
    (answer) => { counts.calls += 1; if (answer.statusCode !== 200) counts.refused += 1; answer.resume(); })
    .on('error', () => { counts.failed += 1; }).end();
}, 50);
look();
`;
