// Starts a program without a shell and hears what it prints. Node tells in three ways that none was started: it
// throws (E2BIG, ETXTBSY, ENOMEM), it emits `error` later (ENOENT, EACCES, EAGAIN), and with too many open files
// (EMFILE, ENFILE) it does so on a child that has no streams.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '../domain/result.ts';

/** A program that runs, and what it prints. */
export interface StartedChild {
  readonly child: ChildProcess;
  readonly stdout: Readable;
}

/** The failure is what Node threw or is about to emit; an `error` that comes later is emitted by the child. */
export function startChild(
  file: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'shell' | 'stdio'>,
): Result<StartedChild, unknown> {
  try {
    const child = spawn(file, [...args], {
      ...options,
      shell: false,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const stdout: Readable | null | undefined = child.stdout;
    if (stdout) return ok({ child, stdout });
    // It is emitted in the next tick, and nobody else listens.
    void once(child, 'error');
    return fail(Object.assign(new Error('no streams'), { code: 'EMFILE' }));
  } catch (error) {
    return fail(error);
  }
}

/** Starts a program that lives on without this process; rejects where none was started. */
export async function startInPlace(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const child = spawn(file, args, {
    env: environment,
    shell: false,
    stdio: 'ignore',
    detached: true,
  });
  await once(child, 'spawn');
  child.unref();
}
