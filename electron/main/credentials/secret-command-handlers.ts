// The contract's calls about commands that print a client secret. The page proposes; what runs is what main showed.
import type { SecretCommandInput } from '../../shared/credentials/secret-command.ts';
import { isFitCommand } from '../../shared/credentials/secret-command.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, EnvironmentId } from '../domain/ids.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { ProgramFile, SecretCommand } from '../domain/printing-command.ts';
import { fullName } from '../domain/credential-name.ts';
import { fullNameOf, secretHostOf } from '../domain/place-words.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { findById, obstacleToAdding } from './credentials.ts';
import { secretCommandQuestion } from './secret-command-questions.ts';
import { addFetchedCredential, setSecretCommand } from './secret-commands.ts';

/** The two questions that may stand at once are few; the rest is of pages that never answered. */
const MOST_SHOWN = 16;

export function createSecretCommandHandlers(
  ports: Pick<HandlerPorts, 'vaultSession' | 'practice' | 'nowMs'>,
): Pick<Handlers, 'credentialAddFetched' | 'credentialCommandSet'> {
  const { vaultSession, practice } = ports;
  const whileOpen = createWhileOpen(vaultSession);
  /** SECURITY(S45): the file that a question showed, by what was asked. Only that one is confirmed. */
  const shown = new Map<string, ProgramFile>();

  async function show(
    { secrets }: OpenSession,
    key: unknown,
    command: SecretCommandInput,
  ): Promise<Result<ProgramFile, Failure>> {
    if (!isFitCommand(command)) return fail({ code: 'manager_path' });
    const file = await secrets.inspect(command.path);
    if (!file.ok) return file;
    const [oldest] = shown.keys();
    if (shown.size >= MOST_SHOWN && oldest !== undefined) shown.delete(oldest);
    shown.set(JSON.stringify(key), file.value);
    return file;
  }

  function confirmed(key: unknown, command: SecretCommandInput): Result<SecretCommand, Failure> {
    const file = shown.get(JSON.stringify(key));
    shown.delete(JSON.stringify(key));
    if (file === undefined) return fail({ code: 'not_allowed' });
    return ok({ ...command, ...file, confirmedAtMs: ports.nowMs() });
  }

  const toldPractice =
    ({ session }: SessionServices) =>
    (...[credential, secret]: Parameters<Parameters<typeof setSecretCommand>[3]>): void => {
      if (credential.environmentId === PRACTICE_ENVIRONMENT_ID)
        practice.register(session, credential, secret);
    };

  return {
    credentialAddFetched: {
      ask: whileOpen(async ({ session }, input) => {
        const { command, ...facts } = input;
        const asked = { ...facts, environmentId: facts.environmentId as EnvironmentId };
        const obstacle = obstacleToAdding(session, asked);
        if (obstacle !== null) return fail(obstacle);
        const file = await show(session, input, command);
        if (!file.ok) return file;
        const host = secretHostOf(session.vault.contents(), asked.environmentId);
        const { environments } = session.vault.contents();
        const label = fullName(
          facts,
          environments.find(({ id }) => id === asked.environmentId),
        );
        return ok(secretCommandQuestion({ label, host, command, file: file.value }));
      }),
      async act(input) {
        const { command, ...facts } = input;
        const agreed = confirmed(input, command);
        if (!agreed.ok) return agreed;
        const open = vaultSession.services();
        if (!open.ok) return open;
        const { session } = open.value;
        const asked = { ...facts, environmentId: facts.environmentId as EnvironmentId };
        if (asked.environmentId === PRACTICE_ENVIRONMENT_ID) await practice.ready();
        const tell = toldPractice(open.value);
        const added = await addFetchedCredential(session, asked, agreed.value, tell);
        return added.ok ? ok({ credentialId: added.value }) : added;
      },
    },
    credentialCommandSet: {
      ask: whileOpen(async ({ session, rotations }, input) => {
        const credential = findById(session, input.credentialId as CredentialId);
        if (credential === null) return fail({ code: 'unknown_credential' });
        if (credential.ephemeral === true) return fail({ code: 'not_kept' });
        if (rotations.standing(credential.id) !== null) return fail({ code: 'rotation_open' });
        const { command } = input;
        const file = await show(session, input, command);
        if (!file.ok) return file;
        const host = secretHostOf(session.vault.contents(), credential.environmentId);
        const label = fullNameOf(session.vault.contents(), credential.id);
        const { secretCommand: before } = credential;
        return ok(secretCommandQuestion({ label, host, command, file: file.value, before }));
      }),
      async act(input) {
        const agreed = confirmed(input, input.command);
        if (!agreed.ok) return agreed;
        const open = vaultSession.services();
        if (!open.ok) return open;
        const id = input.credentialId as CredentialId;
        const tell = toldPractice(open.value);
        const set = await setSecretCommand(open.value.session, id, agreed.value, tell);
        return set.ok ? ok('done') : set;
      },
    },
  };
}
