// A secret manager whose answers a test writes down: what stands at its path, and what it prints.
import type { Failure } from '../../electron/shared/failures/failure.ts';
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { SecretProgram } from '../../electron/main/domain/printing-command.ts';

export interface ScriptedProgram extends SecretProgram {
  prints: string | Failure;
  sha256: string;
  /** Arguments of each start, oldest first. */
  readonly runs: (readonly string[])[];
  /** What was handed out, to see that it was wiped. */
  readonly given: SecretBytes[];
}

/** A command of that program, as it was confirmed. */
export const CONFIRMED_COMMAND = {
  path: '/usr/bin/pass',
  arguments: ['show', 'desk-a'],
  realPath: '/real/usr/bin/pass',
  sha256: 'a'.repeat(64),
  confirmedAtMs: 0,
  keepsWhileLive: true,
};

export function createScriptedProgram(): ScriptedProgram {
  const program: ScriptedProgram = {
    prints: 'printed-secret',
    sha256: 'a'.repeat(64),
    runs: [],
    given: [],
    inspect: (file) => Promise.resolve(ok({ realPath: `/real${file}`, sha256: program.sha256 })),
    run(_, args) {
      program.runs.push(args);
      if (typeof program.prints !== 'string') return Promise.resolve(fail(program.prints));
      const secret = SecretBytes.take(Buffer.from(program.prints));
      program.given.push(secret);
      return Promise.resolve(ok(secret));
    },
  };
  return program;
}
