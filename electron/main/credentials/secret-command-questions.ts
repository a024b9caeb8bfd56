// What main asks before a program may print a client secret. Shows the exact command, each argument on a line of its
// own, and the file that will run: nothing that does not show can hide in them. Pure.
import {
  shownArgument,
  shownPlainly,
  type SecretCommandInput,
} from '../../shared/credentials/secret-command.ts';
import type { ProgramFile, SecretCommand } from '../domain/printing-command.ts';
import type { Question } from '../secret-input/ports.ts';

interface Asked {
  readonly label: string;
  readonly host: string;
  readonly command: SecretCommandInput;
  readonly file: ProgramFile;
  /** What was confirmed before. */
  readonly before?: SecretCommand | undefined;
}

const lines = (of: { readonly path: string; readonly arguments: readonly string[] }): string[] => [
  `Program: ${shownPlainly(of.path)}`,
  ...of.arguments.map((each, at) => `Argument ${at + 1}: ${shownArgument(each)}`),
];

const fileLines = ({ realPath, sha256 }: ProgramFile): string[] => [
  `File: ${shownPlainly(realPath)}`,
  `SHA-256: ${sha256}`,
];

export function secretCommandQuestion({ label, host, command, file, before }: Asked): Question {
  const isSame =
    before !== undefined &&
    before.path === command.path &&
    JSON.stringify(before.arguments) === JSON.stringify(command.arguments);
  const isOtherFile =
    before !== undefined && (before.realPath !== file.realPath || before.sha256 !== file.sha256);
  const earlier =
    before === undefined
      ? []
      : ['', 'Confirmed before:', ...(isSame ? [] : lines(before)), ...fileLines(before)];
  const keeps = command.keepsWhileLive
    ? 'While a token is live, the secret that issued it stays sealed in the vault, so that revoking needs no other program.'
    : 'No secret stays sealed: while this program cannot answer, tokens of this credential cannot be revoked from here.';
  return {
    message:
      isSame && isOtherFile
        ? `The program of ${label} is another file now. Run it anyway?`
        : `Get the client secret of ${label} from this command?`,
    detail: [
      ...lines(command),
      ...fileLines(file),
      ...earlier,
      '',
      `It runs as you, without a shell, now and whenever the secret is needed. The line that it prints is sent to ${host}. ${keeps}`,
    ].join('\n'),
    choices: [isSame && isOtherFile ? 'Use this file' : 'Use this command'],
    serious: true,
  };
}
