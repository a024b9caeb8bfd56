// A command that prints a client secret when it is needed. Written by one confirmation, as a whole: what was
// shown to the person and nothing else is what may run (S45).
import * as v from 'valibot';
import { secretCommandInput } from '../../shared/credentials/secret-command.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { Outcome } from './result.ts';
import { finite, text, type Row } from './row-schema.ts';
import type { SecretBytes } from './secret-bytes.ts';

export const secretCommandSchema = v.strictObject({
  ...secretCommandInput.entries,
  /** Where `path` led when it was confirmed, links followed. */
  realPath: text,
  /** Of that file then, in hexadecimal. */
  sha256: text,
  confirmedAtMs: finite,
});
export type SecretCommand = Row<typeof secretCommandSchema>;

/** What stands at a path now. */
export interface ProgramFile {
  readonly realPath: string;
  readonly sha256: string;
}

export const isAsConfirmed = (command: SecretCommand, now: ProgramFile): boolean =>
  command.realPath === now.realPath && command.sha256 === now.sha256;

/** The failure where it is another one, or was changed. */
export const programChanged = ({ path }: SecretCommand): Failure => ({
  code: 'manager_unfit',
  facts: { about: 'changed', file: path.slice(0, 255) },
});

/** Runs such programs (platform/secret-program.ts). */
export interface SecretProgram {
  /** What stands at the path now. `manager_unfit`, or `manager_failed` where it may pass. */
  readonly inspect: (file: string) => Outcome<ProgramFile>;
  /** Runs what was inspected. The caller wipes the secret. @param signal kills it with its children. */
  readonly run: (
    file: ProgramFile,
    args: readonly string[],
    signal: AbortSignal,
  ) => Outcome<SecretBytes>;
}
