// Runs a program that prints a client secret: by absolute path, without a shell, with fixed arguments and a small
// environment, in a process group of its own. It has 15 seconds for one line of at most 64 KiB; otherwise it is
// killed with its children. What it says on its error output is never read.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, access, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { limit } from '../domain/limit.ts';
import type { ProgramFile, SecretProgram } from '../domain/printing-command.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { errnoOf } from '../domain/errno.ts';
import { accepted, withoutLineEnd } from '../secret-input/accepted-text.ts';
import { startChild, type StartedChild } from './start-child.ts';

const SECRET_PROGRAM_LIMITS = { runsMs: 15_000, bytes: 64 * 1024, atOnce: 4 } as const;
/** Program files are megabytes; one that is larger takes too long to look at before every start. */
const MOST_FILE_BYTES = 512 * 1024 * 1024;
/** So long a program that ended may take to hand out what it wrote; a child that stays is killed then. */
const DRAIN_MS = 500;
const WRITABLE_BY_ALL = 0o002;
const WRITABLE_BY_GROUP = 0o020;
/** In such a folder only the owner of an entry replaces it. */
const STICKY = 0o1000;
/** Whoever is in one of these administers the machine. */
const ADMINISTRATORS: ReadonlySet<number> = new Set(process.platform === 'darwin' ? [0, 80] : [0]);
/** Errors that say that there is no program to run, or none that this user may run. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EACCES',
  'EPERM',
  'ENOEXEC',
]);

/** What a secret manager needs to find its own files and agents, and no more. */
const HANDED_ON = {
  posix: [
    'HOME',
    'USER',
    'LOGNAME',
    'XDG_RUNTIME_DIR',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'DBUS_SESSION_BUS_ADDRESS',
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'XAUTHORITY',
  ],
  windows: ['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'USERNAME', 'TEMP', 'TMP'],
} as const;

export function secretProgramEnvironment(
  from: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Record<string, string> {
  const isWindows = platform === 'win32';
  const names = isWindows ? HANDED_ON.windows : HANDED_ON.posix;
  const handed = names.flatMap((name) => {
    const value = from[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const root = from['SystemRoot'] ?? String.raw`C:\Windows`;
  const search = isWindows ? `${root}\\System32;${root}` : '/usr/local/bin:/usr/bin:/bin';
  return { ...Object.fromEntries(handed), PATH: search, ...(isWindows ? {} : { LANG: 'C.UTF-8' }) };
}

/** SECURITY(S45): by the file itself, so that a link or a file that was changed later is seen before it runs. */
async function inspect(file: string): Outcome<ProgramFile> {
  const named = file.slice(0, 255);
  const missing = fail({ code: 'manager_unfit' as const, facts: { file: named } });
  const unsafe = fail({ code: 'manager_unfit' as const, facts: { about: 'unsafe', file: named } });
  if (!path.isAbsolute(file)) return missing;
  try {
    const real = await realpath(file);
    const found = await stat(real);
    if (!found.isFile() || found.size > MOST_FILE_BYTES) return missing;
    // Windows runs these through a shell, which reads arguments as it likes.
    if (/\.(bat|cmd)$/i.test(real)) return unsafe;
    await access(real, constants.X_OK);
    if (!isOwnersAlone(found) || !(await isWayOwnersAlone(real))) return unsafe;
    return ok({ realPath: real, sha256: await digestOf(real) });
  } catch (error) {
    return fail(whyNot(error, named));
  }
}

/** What no file or right is missing for may succeed a moment later: too many open files, too little memory. */
function whyNot(error: unknown, file: string): Failure {
  return NOT_THERE.has(errnoOf(error))
    ? { code: 'manager_unfit', facts: { file } }
    : { code: 'manager_failed', facts: { about: 'not started', file } };
}

interface Rights {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Nobody else writes to it. Windows keeps this in lists that Node does not read. */
function isOwnersAlone({ uid, gid, mode }: Rights): boolean {
  if (process.platform === 'win32') return true;
  const writers = ADMINISTRATORS.has(gid) ? WRITABLE_BY_ALL : WRITABLE_BY_ALL | WRITABLE_BY_GROUP;
  return (uid === 0 || uid === userInfo().uid) && (mode & writers) === 0;
}

/** Nobody else can put another file in its place: no folder on the way to it is anybody else's to write to. */
async function isWayOwnersAlone(file: string): Promise<boolean> {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    if (!isOwnersAlone({ uid, gid, mode: (mode & STICKY) === 0 ? mode : 0 })) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** With all that it started and that did not leave its group. */
function killTree(child: StartedChild['child']): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform !== 'win32') {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
    return;
  }
  const root = process.env['SystemRoot'] ?? String.raw`C:\Windows`;
  const taskkill = startChild(
    `${root}\\System32\\taskkill.exe`,
    ['/PID', String(pid), '/T', '/F'],
    { windowsHide: true },
  );
  if (taskkill.ok) taskkill.value.child.once('error', () => child.kill('SIGKILL'));
  else child.kill('SIGKILL');
}

/** PowerShell writes one before its first line; no secret begins with it. */
const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const garbled: Failure = { code: 'manager_failed', facts: { about: 'garbled' } };

/** The bytes of one line, or why there are none; everything that was read is zeroed. */
function lineOf(parts: readonly Buffer[]): Result<SecretBytes> {
  const all = Buffer.concat(parts);
  for (const part of parts) part.fill(0);
  const end = withoutLineEnd(all).length;
  const hasOneEnd = all.length - end <= (all[end] === 0x0d ? 2 : 1);
  const taken = SecretBytes.take(all.subarray(hasByteOrderMark(all) ? 3 : 0, end));
  all.fill(0);
  const read = accepted(taken);
  if (read.ok && hasOneEnd) return read;
  if (read.ok) read.value.wipe();
  return fail(garbled);
}

interface SecretProgramPorts {
  readonly environment: Readonly<Record<string, string>>;
  readonly runsMs?: number;
}

type End = { readonly why: Failure } | { readonly code: number | null };

export function createSecretProgram(ports: SecretProgramPorts): SecretProgram {
  const runsMs = ports.runsMs ?? SECRET_PROGRAM_LIMITS.runsMs;
  const inTurn = limit(SECRET_PROGRAM_LIMITS.atOnce);

  return {
    inspect,
    run: (file, args, signal) =>
      inTurn(async () =>
        signal.aborted
          ? fail({ code: 'cancelled_by_person' })
          : await runOnce(file.realPath, args, signal),
      ),
  };

  async function runOnce(
    file: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Outcome<SecretBytes> {
    const parts: Buffer[] = [];
    const end = await new Promise<End>((resolve) => {
      let bytes = 0;
      let isOver = false;
      const name = path.basename(file);
      const started = startChild(file, args, {
        cwd: path.parse(file).root,
        env: ports.environment,
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      if (!started.ok) return resolve({ why: whyNot(started.failure, name) });
      const { child, stdout } = started.value;
      const over = (how: End): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        // Also after its own end: what it left behind in its group holds the pipe.
        killTree(child);
        stdout.destroy();
        resolve(how);
      };
      const onAbort = (): void => over({ why: { code: 'cancelled_by_person' } });
      const timer = setTimeout(
        () => over({ why: { code: 'manager_failed', facts: { durationMs: runsMs } } }),
        runsMs,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      child.once('error', (error) => over({ why: whyNot(error, name) }));
      stdout.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes > SECRET_PROGRAM_LIMITS.bytes) over({ why: garbled });
      });
      child.once('exit', (code) => {
        if (stdout.readableEnded) return over({ code });
        const stays = setTimeout(() => over({ code }), DRAIN_MS);
        stdout.once('end', () => {
          clearTimeout(stays);
          over({ code });
        });
        return undefined;
      });
      return undefined;
    });
    if ('code' in end && end.code === 0) return lineOf(parts);
    for (const part of parts) part.fill(0);
    if ('why' in end) return fail(end.why);
    return fail({
      code: 'manager_failed',
      facts: { file: path.basename(file), ...(end.code === null ? {} : { count: end.code }) },
    });
  }
}
