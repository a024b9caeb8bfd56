// The contract's calls about commands that print a client secret, and what main asks before one may. The page proposes;
// what runs is what main showed: the exact command, each argument on a line of its own, and the file that will run.
import {
  isFitCommand,
  shownArgument,
  shownPlainly,
  type SecretCommandInput,
} from '../../shared/credentials/secret-command.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { fullName, secretHost, secretHostOf } from '../domain/place-words.ts';
import type { ProgramFile, SecretCommand } from '../domain/printing-command.ts';
import { fail, mapped, ok, type Result, type Outcome } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import { namedCredential, type OpenSession } from '../tokens/open-session.ts';
import { isRotating, type PracticeClients } from './credentials.ipc.ts';
import { obstacleToAdding } from './credentials.ts';
import { addFetchedCredential, setSecretCommand } from './secret-commands.ts';

/** The two questions that may stand at once are few; the rest is of pages that never answered. */
const MOST_SHOWN = 16;

export function secretCommandHandlers(
  parts: Pick<HandlerParts<{ readonly session: OpenSession }>, 'vaultSession' | 'nowMs'> & {
    readonly practice: PracticeClients & { readonly ready: () => Promise<unknown> };
  },
) {
  const { vaultSession, practice } = parts;
  /** SECURITY(S45): the file that a question showed, by what was asked. Only that one is confirmed. */
  const shown = new Map<string, ProgramFile>();

  async function show(
    { secrets }: OpenSession,
    key: unknown,
    command: SecretCommandInput,
  ): Outcome<ProgramFile> {
    if (!isFitCommand(command)) return fail({ code: 'invalid_input', facts: { about: 'command' } });
    const file = await secrets.inspect(command.path);
    if (!file.ok) return file;
    const [oldest] = shown.keys();
    if (shown.size >= MOST_SHOWN && oldest !== undefined) shown.delete(oldest);
    shown.set(JSON.stringify(key), file.value);
    return file;
  }

  function confirmed(key: unknown, command: SecretCommandInput): Result<SecretCommand> {
    const file = shown.get(JSON.stringify(key));
    shown.delete(JSON.stringify(key));
    if (file === undefined) return fail({ code: 'not_allowed' });
    return ok({ ...command, ...file, confirmedAtMs: parts.nowMs() });
  }

  const toldPractice =
    (session: OpenSession): Parameters<typeof setSecretCommand>[3] =>
    (credential, secret) => {
      if (credential.environmentId === PRACTICE_ENVIRONMENT_ID)
        practice.register(session, credential, secret);
    };

  return whileOpen(vaultSession, {
    credentialAddFetched: {
      async ask({ session }, input) {
        const { command, ...asked } = input;
        const obstacle = obstacleToAdding(session, asked);
        if (obstacle !== null) return fail(obstacle);
        const file = await show(session, input, command);
        if (!file.ok) return file;
        const contents = session.vault.contents();
        const host = secretHostOf(contents, asked.environmentId);
        const environment = session.index.environment(contents, asked.environmentId);
        const label = fullName(asked, environment);
        return ok(secretCommandQuestion({ label, host, command, file: file.value }));
      },
      async act({ session }, input) {
        const { command, ...asked } = input;
        const agreed = confirmed(input, command);
        if (!agreed.ok) return agreed;
        if (asked.environmentId === PRACTICE_ENVIRONMENT_ID) await practice.ready();
        const tell = toldPractice(session);
        const added = await addFetchedCredential(session, asked, agreed.value, tell);
        return mapped(added, (credentialId) => ({ credentialId }));
      },
    },
    credentialCommandSet: {
      async ask({ session }, input) {
        const found = namedCredential(session, input.credentialId);
        if (!found.ok) return found;
        const { credential, environment, name: label } = found.value;
        if (isRotating(session, credential.id))
          return fail({ code: 'in_use', facts: { about: 'rotation' } });
        const { command } = input;
        const file = await show(session, input, command);
        if (!file.ok) return file;
        const host = secretHost(environment);
        const { secretCommand: before } = credential;
        return ok(secretCommandQuestion({ label, host, command, file: file.value, before }));
      },
      act({ session }, input) {
        const agreed = confirmed(input, input.command);
        if (!agreed.ok) return agreed;
        return setSecretCommand(session, input.credentialId, agreed.value, toldPractice(session));
      },
    },
  });
}

interface Proposal {
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

function secretCommandQuestion({ label, host, command, file, before }: Proposal): Question {
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
    ? 'While a token is live, the secret that issued it stays sealed in the vault. So revoking needs no other program.'
    : 'No secret stays sealed. While this program cannot answer, tokens of this key cannot be revoked from here.';
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
