// The contract's calls about credentials.
import type { CredentialId, EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CallInput, CallOutput } from '../../shared/ipc-contract.ts';
import type { SessionServices } from '../session/session-services.ts';
import {
  addCredential,
  changeCredential,
  countLiveTokens,
  findById,
  obstacleToAdding,
  removeCredential,
  replaceSecret,
  setValidUntil,
} from './credentials.ts';
import {
  deletionQuestion,
  keepingQuestion,
  replaceSecretQuestion,
} from './credential-questions.ts';
import { keepCredential, tryCredential } from './ephemeral-credentials.ts';
import { isLive } from '../domain/token-life.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import { fullNameOf, secretHostOf } from '../domain/place-words.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen, takenWhileOpen } from '../ipc/while-open.ts';

export function createCredentialHandlers(
  ports: HandlerPorts,
): Pick<
  Handlers,
  | 'credentialAdd'
  | 'credentialTry'
  | 'credentialKeep'
  | 'credentialEdit'
  | 'credentialValidUntilSet'
  | 'credentialReplaceSecret'
  | 'credentialRemove'
> {
  const { vaultSession, secretInput, practice } = ports;
  const whileOpen = createWhileOpen(vaultSession);

  function tellPractice({ session, rotations }: SessionServices, id: CredentialId): void {
    const credential = findById(session, id);
    // In a rotation the gateway knows more than the secret in use.
    if (rotations.standing(id) !== null) return;
    if (credential?.environmentId === 'practice') practice.register(session, credential);
  }

  /** Takes the secret of a new credential, and hands both over. */
  const enter =
    (add: typeof addCredential) =>
    async ({
      secretSource,
      ...facts
    }: CallInput<'credentialAdd'>): Promise<Result<CallOutput<'credentialAdd'>, Failure>> => {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const asked = { ...facts, environmentId: facts.environmentId as EnvironmentId };
      const obstacle = obstacleToAdding(open.value.session, asked);
      if (obstacle !== null) return fail(obstacle);
      const host = secretHostOf(open.value.session.vault.contents(), asked.environmentId);
      const goes = { about: facts.label, host };
      const taken = await takenWhileOpen(vaultSession, secretInput.take(secretSource, goes));
      if (!taken.ok) return taken;
      if (taken.value === 'cancelled') return ok('cancelled');
      const { session } = taken.value.services;
      const added = await add(session, asked, taken.value.secret);
      if (!added.ok) return added;
      await secretInput.kept();
      await practice.open(session);
      return ok({ credentialId: added.value });
    };

  return {
    credentialAdd: enter(addCredential),
    credentialTry: enter(tryCredential),
    credentialKeep: {
      ask: whileOpen(({ session }, { credentialId }) => {
        const credential = findById(session, credentialId as CredentialId);
        if (credential?.ephemeral !== true) return fail({ code: 'unknown_credential' });
        const host = secretHostOf(session.vault.contents(), credential.environmentId);
        const name = fullNameOf(session.vault.contents(), credential.id);
        return ok(keepingQuestion(name, host, countLiveTokens(session, credential.id)));
      }),
      act: whileOpen(async (services, { credentialId }) => {
        const id = credentialId as CredentialId;
        const kept = await keepCredential(services.session, id);
        if (!kept.ok) return kept;
        tellPractice(services, id);
        return ok('done');
      }),
    },
    credentialEdit: whileOpen(async (services, { credentialId, ...facts }) => {
      const id = credentialId as CredentialId;
      const changed = await changeCredential(services.session, id, facts);
      if (!changed.ok) return changed;
      tellPractice(services, id);
      return ok('done');
    }),
    credentialValidUntilSet: whileOpen(async ({ session }, { credentialId, validUntilMs }) => {
      const id = credentialId as CredentialId;
      const set = await setValidUntil(session, id, validUntilMs);
      return set.ok ? ok('done') : set;
    }),
    credentialReplaceSecret: {
      ask: whileOpen((services, { credentialId }) => {
        const { session } = services;
        const credential = findById(session, credentialId as CredentialId);
        if (credential === null) return fail({ code: 'unknown_credential' });
        if (services.rotations.standing(credential.id) !== null) {
          return fail({ code: 'rotation_open' });
        }
        const live = countLiveTokens(session, credential.id);
        const host = secretHostOf(session.vault.contents(), credential.environmentId);
        const label = fullNameOf(session.vault.contents(), credential.id);
        return ok(replaceSecretQuestion({ ...credential, label }, host, live));
      }),
      act: whileOpen(async ({ session }, { credentialId, secretSource }) => {
        const id = credentialId as CredentialId;
        const credential = findById(session, id);
        if (credential === null) return fail({ code: 'unknown_credential' });
        const host = secretHostOf(session.vault.contents(), credential.environmentId);
        const goes = { about: fullNameOf(session.vault.contents(), id), host };
        const taken = await takenWhileOpen(vaultSession, secretInput.take(secretSource, goes));
        if (!taken.ok) return taken;
        if (taken.value === 'cancelled') return ok('cancelled');
        const { secret, services } = taken.value;
        const replaced = await replaceSecret(services.session, id, secret);
        if (!replaced.ok) return replaced;
        await secretInput.kept();
        tellPractice(services, id);
        return ok('done');
      }),
    },
    credentialRemove: {
      ask: whileOpen((services, { credentialId, revokeFirst }) => {
        const { session } = services;
        const credential = findById(session, credentialId as CredentialId);
        if (credential === null) return fail({ code: 'unknown_credential' });
        const live = countLiveTokens(session, credential.id);
        if (live > 0 && !revokeFirst) {
          return fail({ code: 'live_tokens_exist', facts: { count: live } });
        }
        const name = fullNameOf(session.vault.contents(), credential.id);
        return ok(deletionQuestion(name, live, countRevocable(services, credential.id)));
      }),
      act: whileOpen(async (services, { credentialId }) => {
        const id = credentialId as CredentialId;
        const ended = await endLiveTokens(services, id);
        if (!ended.ok) return ended;
        const removed = await removeCredential(services.session, id);
        return removed.ok ? ok('done') : removed;
      }),
    },
  };
}

/** Live Trader tokens whose text is here and whose revocation the server has not accepted yet. */
function countRevocable({ session, texts }: SessionServices, id: CredentialId): number {
  if (findById(session, id)?.accessType === 'partner') return 0;
  const contents = session.vault.contents();
  return contents.tokens.filter(
    (token) =>
      token.credentialId === id &&
      token.revocation?.acceptedAtMs == null &&
      texts.hasText(token.id) &&
      isLive(session, contents, token),
  ).length;
}

/** Revokes each live Trader token; starts the guided plan for each live Partner token. */
async function endLiveTokens(
  { session, texts, revocations, plans }: SessionServices,
  id: CredentialId,
): Promise<Result<void, Failure>> {
  const partner = findById(session, id)?.accessType === 'partner';
  const contents = session.vault.contents();
  for (const token of contents.tokens) {
    if (token.credentialId !== id || !isLive(session, contents, token)) continue;
    // A token that was never seen or whose text was forgotten cannot be revoked: it is waited for.
    if (!texts.hasText(token.id)) continue;
    const ended = partner ? await plans.start(token.id) : await revocations.revoke(token.id);
    if (!ended.ok) return ended;
  }
  return ok();
}
