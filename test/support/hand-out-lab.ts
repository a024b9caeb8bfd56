// The hand-out desk without windows: the real socket, the real command line as a child process, real HTTPS to the
// practice gateway, and a person who answers as the test says.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { CredentialId, EnvironmentId } from '../../electron/main/domain/ids.ts';
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { openHandOutDesk, type HandOutDesk } from '../../electron/main/compose-hand-out.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import type { Question } from '../../electron/main/secret-input/ports.ts';
import { NO_CONTENTS } from '../../electron/main/vault/store/vault.ts';
import type { LeaseEnd } from '../../electron/shared/words.ts';
import type { HistoryEvent } from '../../electron/main/domain/history-event.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';
import { startPractice, type PracticeForTests, type PracticeTestClient } from './practice.ts';
import type { PracticeSettings } from '../../electron/main/practice/gateway/practice-settings.ts';

const root = path.join(import.meta.dirname, '../..');
export const CLI = path.join(root, 'electron/cli/strongroom.ts');
const environmentId = 'lab' as EnvironmentId;

/** `wait` leaves the question until it is closed. */
export type PersonAnswer = 'give' | 'remember' | 'deny' | 'wait';

export interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

export interface HandOutLab {
  readonly folder: string;
  readonly runtime: string;
  readonly socket: string;
  readonly desk: HandOutDesk;
  readonly practice: PracticeForTests;
  readonly vault: () => MemoryVault;
  readonly services: () => SessionServices;
  readonly asked: readonly Question[];
  readonly noted: readonly HistoryEvent[];
  /** How many questions stood at the same time at most. */
  readonly mostAtOnce: () => number;
  readonly answers: (...answers: PersonAnswer[]) => void;
  readonly cli: (words: readonly string[], more?: NodeJS.ProcessEnv) => Run;
  /** A script of Node that stands in the lab's folder. */
  readonly script: (name: string, text: string) => Promise<string>;
  readonly read: (name: string) => Promise<string>;
  readonly lock: () => Promise<void>;
  readonly unlock: (missed?: readonly LeaseEnd[], saved?: MemoryVault) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startHandOutLab(
  settings: Partial<PracticeSettings> = {},
  wanted: () => boolean = () => true,
): Promise<HandOutLab> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-hand-'));
  const runtime = await mkdtemp(path.join(tmpdir(), 'sr-run-'));
  const practice = await startPractice({ settings });
  const { baseUrl, tradeUrl, authorityPem } = practice;
  const target = { baseUrl, tradeUrl, authorityPem };
  let vault = createMemoryVault({
    ...NO_CONTENTS,
    environments: [{ id: environmentId, name: 'Lab', kind: 'sandbox', ...target }],
  });
  let services: SessionServices | null = null;
  const noted: HistoryEvent[] = [];
  const asked: Question[] = [];
  const queue: PersonAnswer[] = [];
  let standing = 0;
  let most = 0;
  let last: Promise<unknown> = Promise.resolve();

  const desk = openHandOutDesk({
    clock: systemClock,
    services: () => (services === null ? fail({ code: 'vault_locked' }) : ok(services)),
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
          const answer = queue.shift() ?? 'give';
          try {
            if (answer === 'wait') {
              await new Promise((resolve) => closed.addEventListener('abort', resolve));
              return null;
            }
            return answer === 'deny' ? 'denied' : answer === 'give' ? 0 : 1;
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
    services = await openSession({
      vault,
      gateway: createGateway({ clock: systemClock }),
      clock: systemClock,
      targetOf: () => target,
      changed: () => desk.handOuts.reevaluate(),
      recordEvent: (event) => noted.push(event),
      beforeResuming: () => Promise.resolve(),
      handedOut: desk.handOuts.ofSession,
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

  return {
    folder,
    runtime,
    socket: path.join(runtime, 'strongroom', 'hand-out.sock'),
    desk,
    practice,
    vault: () => vault,
    services() {
      if (services === null) throw new Error('locked');
      return services;
    },
    asked,
    noted,
    mostAtOnce: () => most,
    answers: (...answers) => void queue.push(...answers),
    cli(words, more = {}) {
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
    },
    async script(name, text) {
      const file = path.join(folder, name);
      await writeFile(file, text);
      return file;
    },
    read: async (name) => await readFile(path.join(folder, name), 'utf8').catch(() => ''),
    async lock() {
      const open = services;
      services = null;
      // The vault in memory is locked with its session: what is saved goes on in a copy.
      const saved = vault;
      await open?.close();
      vault = saved.copy();
    },
    unlock: async (missed, saved) => {
      if (saved !== undefined) vault = saved;
      await unlock(missed);
    },
    async stop() {
      await desk.door.close();
      for (const child of children) child.kill('SIGKILL');
      await services?.close();
      await practice.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(runtime, { recursive: true, force: true });
    },
  };
}

/** Writes what it was given, and its own number, into `bot.json`; then lives until it is ended. */
export const IDLE_BOT = `
const fs = require('node:fs');
fs.writeFileSync(process.env.LAB_FOLDER + '/bot.json', JSON.stringify({
  pid: process.pid, token: process.env.ACCESS_TOKEN ?? null, run: process.env.STRONGROOM_RUN ?? null,
  args: process.argv.slice(2),
}));
setInterval(() => {}, 1000);
`;
