// The contract's calls about renewal and leases.
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { changedTagAlerts } from '../domain/tag-alert.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fromVault } from '../tokens/issuance/call-failure.ts';
import { findToken } from '../tokens/open-session.ts';
import { findById } from '../credentials/credentials.ts';
import type { Question } from '../secret-input/ports.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { Token } from '../domain/token.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import { fullName } from '../domain/credential-name.ts';
import { environmentOf, isPractice } from '../domain/place-words.ts';
import {
  leaseQuestion,
  noLeaseQuestion,
  renewalOffQuestion,
  renewalOnQuestion,
} from './renewal-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createDoneAfter } from '../ipc/while-open.ts';

type RenewalCalls = 'renewalTurnOn' | 'renewalTurnOff' | 'leaseSet' | 'leaseRemove' | 'tagAlertSet';

export function createRenewalHandlers(
  ports: Pick<HandlerPorts, 'vaultSession' | 'nowMs'>,
): Pick<Handlers, RenewalCalls> {
  const doneAfter = createDoneAfter(ports.vaultSession);

  const isOver = (untilMs: number | null): boolean => untilMs !== null && untilMs <= ports.nowMs();

  /** Null for practice: its tokens reach this machine alone. */
  function aboutCredential(
    credentialId: string,
    question: (credential: Credential, environment: Environment) => Question,
  ): Result<Question | null, Failure> {
    const open = ports.vaultSession.services();
    if (!open.ok) return open;
    const { session } = open.value;
    const credential = findById(session, credentialId as CredentialId);
    if (credential === null) return fail({ code: 'unknown_credential' });
    const environment = environmentOf(session.vault.contents(), credential.id);
    if (environment === undefined) return fail({ code: 'unknown_environment' });
    const label = fullName(credential, environment);
    return ok(isPractice(environment) ? null : question({ ...credential, label }, environment));
  }

  function aboutToken(
    tokenId: string,
    question: (token: Token, credential: Credential, environment: Environment) => Question,
  ): Result<Question | null, Failure> {
    const open = ports.vaultSession.services();
    if (!open.ok) return open;
    const token = findToken(open.value.session, tokenId as TokenId);
    if (token === null) return fail({ code: 'unknown_token' });
    return aboutCredential(token.credentialId, (credential, environment) =>
      question(token, credential, environment),
    );
  }

  return {
    renewalTurnOn: {
      ask(change) {
        if (isOver(change.untilMs)) return fail({ code: 'invalid_input' });
        return aboutCredential(change.credentialId, (credential, environment) =>
          renewalOnQuestion(credential, environment, change),
        );
      },
      act({ credentialId, untilMs, graceSeconds }) {
        if (isOver(untilMs)) return fail({ code: 'invalid_input' });
        return doneAfter(({ renewals }) =>
          renewals.turnOn(credentialId as CredentialId, { untilMs, graceSeconds }),
        );
      },
    },
    renewalTurnOff: {
      ask: ({ credentialId }) => aboutCredential(credentialId, renewalOffQuestion),
      act: ({ credentialId }) =>
        doneAfter(({ renewals }) => renewals.turnOff(credentialId as CredentialId)),
    },
    leaseSet: {
      ask: ({ tokenId, lease }) =>
        aboutToken(tokenId, (token, credential, environment) =>
          leaseQuestion(token, credential, environment, lease),
        ),
      act: ({ tokenId, lease }) => doneAfter(({ leases }) => leases.set(tokenId as TokenId, lease)),
    },
    tagAlertSet: (change) =>
      doneAfter(async ({ session }) => {
        const saved = await session.vault.change({
          contents(before) {
            const inUse = new Set(before.credentials.flatMap(({ tags }) => tags));
            return { ...before, tagAlerts: changedTagAlerts(before.tagAlerts, change, inUse) };
          },
        });
        session.changed();
        return saved.ok ? ok() : fail(fromVault(saved.failure));
      }),
    leaseRemove: {
      ask: ({ tokenId }) => aboutToken(tokenId, noLeaseQuestion),
      act: ({ tokenId }) => doneAfter(({ leases }) => leases.remove(tokenId as TokenId)),
    },
  };
}
