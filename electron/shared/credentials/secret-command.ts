// A command that prints a client secret when it is needed: what a person may enter of it, and how it is shown. The
// same bounds in the form, at the edge and in the view. It holds no secret, and is no line of a shell. Pure.
import * as v from 'valibot';
import { list } from '../view-parts.ts';

/** `shown`: what a question holds without hiding a part of it. */
export const secretCommandLimits = {
  path: 512,
  argument: 512,
  arguments: 16,
  shown: 1500,
} as const;

/** Nothing that is not seen, and nothing that turns what is: what is shown is what runs. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Of POSIX, of a Windows drive, or of a Windows share. */
const isAbsolutePath = (path: string): boolean => /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** A NUL ends a text for the system, wherever it stands. */
const isPassable = (typed: string): boolean => !typed.includes('\0');

/** A command as the person enters it, as the window sees it, and as the vault keeps it. */
export const secretCommandInput = v.strictObject({
  path: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(secretCommandLimits.path),
    v.check(isPassable),
  ),
  arguments: list(
    v.pipe(v.string(), v.maxLength(secretCommandLimits.argument), v.check(isPassable)),
    secretCommandLimits.arguments,
  ),
  /**
   * The secret that issued a live token stays sealed until no token of the credential is live, so that revoking
   * needs no other program. False: the person refused that.
   */
  keepsWhileLive: v.boolean(),
});
export type SecretCommandInput = v.InferOutput<typeof secretCommandInput>;

/** Every character that does not show is written as its number, so that nothing can hide in a command. */
export const shownPlainly = (part: string): string =>
  part
    .replaceAll('\\u', '\\u{5c}u')
    .replaceAll(HIDDEN, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`);

/** An argument as one piece: in quotes where its ends or spaces could be missed. */
export function shownArgument(part: string): string {
  const plain = shownPlainly(part);
  const isBare = /^[^\s"'`]+$/u.test(plain);
  return isBare ? plain : `“${plain}”`;
}

/** The whole command as a person reads it: one piece for each argument, nothing hidden. */
export const shownCommand = ({
  path,
  arguments: args,
}: Pick<SecretCommandInput, 'path' | 'arguments'>): string =>
  [path, ...args].map(shownArgument).join(' ');

/** Whether a command can be run as it is, and shown as a whole. */
export const isFitCommand = (command: Pick<SecretCommandInput, 'path' | 'arguments'>): boolean =>
  isAbsolutePath(command.path) && shownCommand(command).length <= secretCommandLimits.shown;

/** One argument a line, as the form takes them; an empty line is none. */
export const argumentsOf = (typed: string): string[] =>
  typed.split(/\r\n?|\n/).filter((each) => each !== '');
