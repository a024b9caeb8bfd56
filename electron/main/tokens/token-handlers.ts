// The contract's calls about tokens, the clipboard and the Partner plan.
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Token } from '../domain/token.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { SessionServices } from '../session/session-services.ts';
import { forgetToken, forgetWhenDead } from './ledger/forgetting.ts';
import { isLive } from '../domain/token-life.ts';
import { isUnreplaced } from './ledger/housekeeping.ts';
import { recordTokenEvent } from './ledger/event-recording.ts';
import { findToken } from './open-session.ts';
import { findById } from '../credentials/credentials.ts';
import type { HandlerParts } from '../ipc/handler-ports.ts';
import { anotherTokenQuestion } from '../ipc/single-acts.ts';
import { fullNameOf } from '../domain/place-words.ts';
import {
  ALLOW_COPYING,
  copyQuestion,
  forgetLiveQuestion,
  forgetOverQuestion,
  oldSecretQuestion,
  revokeQuestion,
  partnerStartQuestion,
} from './token-questions.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createDoneAfter, createWhileOpen } from '../ipc/while-open.ts';

type TokenCalls =
  | 'tokenGet'
  | 'tokenRenew'
  | 'tokenTryNow'
  | 'tokenStopAsking'
  | 'tokenCheck'
  | 'tokenRevoke'
  | 'tokenForget'
  | 'tokenCopy'
  | 'clipboardClear'
  | 'partnerPlanStart'
  | 'partnerPlanStep'
  | 'partnerPlanTryOldSecret';

export function createTokenHandlers(ports: HandlerParts): Pick<Handlers, TokenCalls> {
  const { vaultSession, clipboard, settings, singleActs } = ports;
  const asking = createAsking();

  const whileOpen = createWhileOpen(vaultSession);
  const doneAfter = createDoneAfter(vaultSession);

  function known(
    tokenId: string,
  ): Result<{ services: SessionServices; token: Token; label: string }, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const { session } = open.value;
    const token = findToken(session, tokenId as TokenId);
    if (token === null) return fail({ code: 'unknown_token' });
    const label = fullNameOf(session.vault.contents(), token.credentialId);
    return ok({ services: open.value, token, label });
  }

  return {
    tokenGet: {
      ask: ({ credentialId }) => singleActs.ask('issue', credentialId, anotherTokenQuestion),
      act({ credentialId, scopes }, choice) {
        singleActs.acted('issue', choice);
        const open = vaultSession.services();
        if (!open.ok) return open;
        return asking.during(credentialId, (wanted) =>
          open.value.requests.request(credentialId as CredentialId, scopes, 'user', wanted),
        );
      },
    },
    tokenRenew: {
      ask({ tokenId }) {
        const found = known(tokenId);
        if (!found.ok) return found;
        return singleActs.ask('issue', found.value.token.credentialId, anotherTokenQuestion);
      },
      act({ tokenId }, choice) {
        singleActs.acted('issue', choice);
        const found = known(tokenId);
        if (!found.ok) return found;
        const { services, token } = found.value;
        return asking.during(token.credentialId, (wanted) =>
          services.requests.renew(token.id, wanted),
        );
      },
    },
    tokenTryNow: {
      ask: ({ credentialId }) => singleActs.ask('issue', credentialId, anotherTokenQuestion),
      act({ credentialId }, choice) {
        singleActs.acted('issue', choice);
        return doneAfter(({ requests }) => {
          requests.waits.tryNow(credentialId as CredentialId);
          return Promise.resolve(ok());
        });
      },
    },
    tokenStopAsking({ credentialId }) {
      asking.stop(credentialId);
      return Promise.resolve(ok('done' as const));
    },
    tokenCheck: whileOpen(({ checks }, { tokenId }) => checks.check(tokenId as TokenId)),
    tokenRevoke: {
      ask({ tokenId }) {
        const found = known(tokenId);
        if (!found.ok) return found;
        const { token } = found.value;
        // What is being revoked already is ended by no second press.
        const isUnderWay = token.revocation !== null && token.revocation.terminalFailure === null;
        if (isUnderWay) return ok(null);
        return singleActs.ask('end', token.credentialId, (name, environment) =>
          revokeQuestion(token, name, environment),
        );
      },
      async act({ tokenId }, choice) {
        singleActs.acted('end', choice);
        return await doneAfter(({ revocations }) => revocations.revoke(tokenId as TokenId));
      },
    },
    tokenForget: {
      ask({ tokenId }) {
        const found = known(tokenId);
        if (!found.ok) return found;
        const { services, token, label } = found.value;
        const { session, texts } = services;
        if (!isLive(session, session.vault.contents(), token)) {
          const unreplaced = isUnreplaced(session, session.vault.contents(), token);
          return ok(forgetOverQuestion(token, label, unreplaced));
        }
        const partner = findById(session, token.credentialId)?.accessType === 'partner';
        return ok(forgetLiveQuestion(token, label, { partner, hasText: texts.hasText(token.id) }));
      },
      async act({ tokenId }, choice) {
        const found = known(tokenId);
        if (!found.ok) return found;
        const { services, token } = found.value;
        const { session, texts, revocations, plans } = services;
        const live = isLive(session, session.vault.contents(), token);
        if (!live || choice === 1 || !texts.hasText(token.id)) {
          const forgotten = await forgetToken(session, token.id);
          return forgotten.ok ? ok(live ? 'forgotten' : 'removed') : forgotten;
        }
        const partner = findById(session, token.credentialId)?.accessType === 'partner';
        const ended = partner ? await plans.start(token.id) : await revocations.revoke(token.id);
        if (!ended.ok) return ended;
        const marked = await forgetWhenDead(session, token.id);
        return marked.ok ? ok('when_dead') : marked;
      },
    },
    tokenCopy: {
      ask({ tokenId }) {
        const found = known(tokenId);
        if (!found.ok) return found;
        const { token, label, services } = found.value;
        if (!services.texts.hasText(token.id)) return fail({ code: 'token_text_gone' });
        if (token.issue !== 'issued') return fail({ code: 'token_unusable' });
        return ok(copyQuestion(token, label, settings.current().copyTokens));
      },
      async act({ tokenId }, choice) {
        const found = known(tokenId);
        if (!found.ok) return found;
        if (choice === ALLOW_COPYING) {
          const allowed = settings.change({ copyTokens: true });
          ports.changed();
          if (!allowed.ok) return allowed;
        }
        const text = found.value.services.texts.openText(tokenId as TokenId);
        if (!text.ok) return fail({ code: text.failure.code });
        await clipboard.copy(tokenId as TokenId, text.value);
        text.value.wipe();
        recordTokenEvent(found.value.services.session, 'token_copied', found.value.token);
        return ok('done');
      },
    },
    async clipboardClear() {
      await clipboard.clear();
      return ok('done');
    },
    partnerPlanStart: {
      ask({ tokenId }) {
        const found = known(tokenId);
        if (!found.ok) return found;
        const { token } = found.value;
        if (token.partnerPlan !== null) return ok(null);
        return singleActs.ask('end', token.credentialId, (name) =>
          partnerStartQuestion(token, name),
        );
      },
      act({ tokenId }, choice) {
        singleActs.acted('end', choice);
        return doneAfter(({ plans }) => plans.start(tokenId as TokenId));
      },
    },
    partnerPlanStep: ({ tokenId, step, done }) =>
      doneAfter(({ plans }) => plans.setStep(tokenId as TokenId, step, done)),
    partnerPlanTryOldSecret: {
      ask({ tokenId }) {
        const found = known(tokenId);
        if (!found.ok) return found;
        return ok(oldSecretQuestion(found.value.label));
      },
      act: whileOpen(({ plans }, { tokenId }) => plans.tryOldSecret(tokenId as TokenId)),
    },
  };
}

/** What the window waits for, so that the person can end it. */
function createAsking() {
  const open = new Map<string, Set<AbortController>>();
  return {
    async during(
      credentialId: string,
      ask: (wanted: AbortSignal) => Promise<Result<TokenId, Failure>>,
    ): Promise<Result<{ tokenId: string }, Failure>> {
      const control = new AbortController();
      const group = open.get(credentialId) ?? new Set();
      open.set(credentialId, group.add(control));
      const result = await ask(control.signal);
      group.delete(control);
      if (group.size === 0) open.delete(credentialId);
      return result.ok ? ok({ tokenId: result.value }) : result;
    },
    stop(credentialId: string): void {
      for (const control of open.get(credentialId) ?? []) control.abort();
    },
  };
}
