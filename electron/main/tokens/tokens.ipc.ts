// The contract's calls about tokens and the clipboard, and what main asks before a token is revoked unseen, forgotten or
// copied.
import { gone } from '../../shared/failures/failure.ts';
import type { Environment } from '../domain/environment.ts';
import type { TokenId } from '../domain/ids.ts';
import { fullNameOf, tokenHosts } from '../domain/place-words.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { isLive } from '../domain/token-life.ts';
import type { Token } from '../domain/token.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import { anotherTokenQuestion, ENDED_UNASKED } from '../ipc/single-acts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import type { TokenClipboard } from '../secret-input/token-clipboard.ts';
import type { TokenChecks } from './checks/token-checks.ts';
import type { TokenRequests } from './issuance/token-requests.ts';
import { recordTokenEvent } from './ledger/event-recording.ts';
import { forgetToken, forgetWhenDead } from './ledger/forgetting.ts';
import { isUnreplaced } from './ledger/housekeeping.ts';
import { credentialById, findToken, type OpenSession } from './open-session.ts';
import type { Revocations } from './revocation/revocations.ts';

interface Open {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  readonly checks: TokenChecks;
  readonly revocations: Revocations;
  /** Ends a Partner's token, step by step. */
  readonly plans: { readonly start: (id: TokenId) => Outcome };
}

export function tokenHandlers(parts: HandlerParts<Open> & { readonly clipboard: TokenClipboard }) {
  const { vaultSession, clipboard, settings, singleActs } = parts;
  const asking = createAsking();
  return {
    ...handlersOf({
      tokenStopAsking({ credentialId }) {
        asking.stop(credentialId);
        return ok();
      },
      async clipboardClear() {
        await clipboard.clear();
        return ok();
      },
    }),
    ...whileOpen(vaultSession, {
      tokenGet: {
        ask: (_open, { credentialId }) =>
          singleActs.ask('issue', credentialId, anotherTokenQuestion),
        act: ({ requests }, { credentialId, scopes }) =>
          asking.during(credentialId, (wanted) =>
            requests.request(credentialId, scopes, 'user', wanted),
          ),
      },
      tokenRenew: {
        ask({ session }, { tokenId }) {
          const token = findToken(session, tokenId);
          if (token === null) return fail(gone('token'));
          return singleActs.ask('issue', token.credentialId, anotherTokenQuestion);
        },
        act({ session, requests }, { tokenId }) {
          const token = findToken(session, tokenId);
          if (token === null) return fail(gone('token'));
          return asking.during(token.credentialId, (wanted) => requests.renew(tokenId, wanted));
        },
      },
      tokenTryNow: {
        ask: (_open, { credentialId }) =>
          singleActs.ask('issue', credentialId, anotherTokenQuestion),
        act({ requests }, { credentialId }) {
          requests.waits.tryNow(credentialId);
          return ok();
        },
      },
      tokenCheck: ({ checks }, { tokenId }) => checks.check(tokenId),
      tokenRevoke: {
        ask({ session }, { tokenId }) {
          const token = findToken(session, tokenId);
          if (token === null) return fail(gone('token'));
          // What is being revoked already is ended by no second press.
          const isUnderWay = token.revocation !== null && token.revocation.terminalFailure === null;
          if (isUnderWay) return ok(null);
          return singleActs.ask('end', token.credentialId, (name, environment) =>
            revokeQuestion(token, name, environment),
          );
        },
        act: ({ revocations }, { tokenId }) => revocations.revoke(tokenId),
      },
      tokenForget: {
        ask: ({ session }, { tokenId }) => questionBeforeForgetting(session, tokenId),
        act: (open, { tokenId }, choice) => forget(open, tokenId, choice),
      },
      tokenCopy: {
        ask({ session }, { tokenId }) {
          const found = named(session, tokenId);
          if (!found.ok) return found;
          const { token, label } = found.value;
          if (!session.texts.hasText(tokenId)) return fail(gone('text'));
          if (token.issue !== 'issued') return fail({ code: 'token_unusable' });
          return ok(copyQuestion(token, label, settings.current().copyTokens));
        },
        async act({ session }, { tokenId }, choice) {
          const token = findToken(session, tokenId);
          if (token === null) return fail(gone('token'));
          if (choice === ALLOW_COPYING) {
            const allowed = settings.change({ copyTokens: true });
            parts.changed();
            if (!allowed.ok) return allowed;
          }
          const text = session.texts.openText(tokenId);
          if (!text.ok) return text;
          await clipboard.copy(tokenId, text.value);
          text.value.wipe();
          recordTokenEvent(session, 'token_copied', token);
          return ok();
        },
      },
    }),
  };
}

function questionBeforeForgetting(session: OpenSession, id: TokenId): Result<Question> {
  const found = named(session, id);
  if (!found.ok) return found;
  const { token, label } = found.value;
  const contents = session.vault.contents();
  if (!isLive(session, contents, token)) {
    return ok(forgetOverQuestion(token, label, isUnreplaced(session, contents, token)));
  }
  const partner = isPartners(session, token);
  return ok(forgetLiveQuestion(token, label, { partner, hasText: session.texts.hasText(id) }));
}

/** @param choice 1: without ending it before. */
async function forget(
  { session, revocations, plans }: Open,
  id: TokenId,
  choice: number,
): Outcome<'forgotten' | 'removed' | 'when_dead'> {
  const token = findToken(session, id);
  if (token === null) return fail(gone('token'));
  const live = isLive(session, session.vault.contents(), token);
  if (!live || choice === 1 || !session.texts.hasText(id)) {
    const forgotten = await forgetToken(session, id);
    return forgotten.ok ? ok(live ? 'forgotten' : 'removed') : forgotten;
  }
  const ended = await (isPartners(session, token) ? plans.start(id) : revocations.revoke(id));
  if (!ended.ok) return ended;
  const marked = await forgetWhenDead(session, id);
  return marked.ok ? ok('when_dead') : marked;
}

function named(
  session: OpenSession,
  id: TokenId,
): Result<{ readonly token: Token; readonly label: string }> {
  const token = findToken(session, id);
  if (token === null) return fail(gone('token'));
  return ok({ token, label: fullNameOf(session.vault.contents(), token.credentialId) });
}

const isPartners = (session: OpenSession, { credentialId }: Token): boolean =>
  credentialById(session, credentialId)?.accessType === 'partner';

/** What the window waits for, so that the person can end it. */
function createAsking() {
  const open = new Map<string, Set<AbortController>>();
  return {
    async during(
      credentialId: string,
      ask: (wanted: AbortSignal) => Outcome<TokenId>,
    ): Outcome<{ tokenId: string }> {
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

type Named = Pick<Token, 'fingerprint'>;

const revokeQuestion = (
  { fingerprint }: Named,
  label: string,
  environment: Environment,
): Question => ({
  message: `Revoke token ${fingerprint} of ${label}?`,
  detail:
    `It is revoked at ${tokenHosts(environment)}: whatever uses it stops, and there is no undo. ` +
    `Strongroom asks after ${ENDED_UNASKED} revocations. So no program that took over the window can ` +
    'end every token unseen.',
  choices: ['Revoke token'],
  serious: true,
});

/** Of one that is over: `unreplaced` where nothing came in its place. */
const forgetOverQuestion = (
  { fingerprint }: Named,
  label: string,
  unreplaced: boolean,
): Question => ({
  message: `Forget token ${fingerprint} of ${label}?`,
  detail: unreplaced
    ? 'It expired, and nothing replaced it. Its record is removed here, and nothing asks for a renewal any more.'
    : 'It is dead. Its record is removed here.',
  choices: ['Forget token'],
});

/** The first choice ends it before; without its text there is only the second. */
const forgetLiveQuestion = (
  { fingerprint }: Named,
  label: string,
  { partner, hasText }: { readonly partner: boolean; readonly hasText: boolean },
): Question => ({
  message: `Forget token ${fingerprint} of ${label}?`,
  detail:
    'Forgetting does not revoke. The token keeps working until it expires. Strongroom can no ' +
    'longer revoke it, because revoking needs its text.',
  choices: hasText
    ? [
        partner ? 'Start the web app steps, then forget' : 'Revoke, then forget',
        'Forget without revoking',
      ]
    : ['Forget token'],
  serious: true,
});

/** Asked for each copy; where copying is off, also whether to allow it. */
function copyQuestion({ fingerprint }: Named, label: string, allowed: boolean): Question {
  const clipboard =
    'Every program on this machine can read the clipboard. It is cleared after 20 seconds, ' +
    'at lock and at quit. What was copied later stays.';
  if (allowed) {
    return {
      message: `Copy token ${fingerprint} of ${label} to the clipboard?`,
      detail: clipboard,
      choices: ['Copy token'],
    };
  }
  return {
    message: `Copying tokens is off. Copy token ${fingerprint} of ${label} anyway?`,
    detail: `${clipboard} If you allow copying, each copy is still asked about.`,
    choices: ['Copy this one token', 'Copy, and allow copying'],
  };
}

/** The second choice of a copy, offered only where copying is off. */
const ALLOW_COPYING = 1;
