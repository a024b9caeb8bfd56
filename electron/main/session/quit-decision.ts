// Quitting by hand while tokens live on asks once for all of them: revocations not at their end, live tokens of
// kept credentials, tokens that are not kept. What the person wants revoked goes as "Revoke everything"
// does, is waited for a short time, and goes on at the next unlock.
import { runningDrill } from '../domain/drill.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { Dialogs } from '../secret-input/ports.ts';
import { isLive } from '../domain/token-life.ts';
import { tokensSurvivingQuit, type SurvivingTokens } from './tokens-surviving-quit.ts';
import {
  notAcceptedQuestion,
  quitQuestion,
  type NotAccepted,
  type QuitChoice,
} from './exit-prompts.ts';
import { quiet } from '../domain/time-limit.ts';
import type { SessionServices } from './session-services.ts';

/** So long the servers are waited for where the person asked to revoke first. */
export const LONGEST_WAIT_MS = 10_000;
export const LOOK_EVERY_MS = 50;

/** @returns false: the person stays. */
export async function mayQuitSession(
  open: SessionServices,
  dialogs: Pick<Dialogs, 'ask'>,
): Promise<boolean> {
  const { session, leases, stops, ephemeral } = open;
  const facts = {
    unproven: stops.unfinished(),
    tokensSurvivingQuit: tokensSurvivingQuit(session, leases),
    ephemeral: {
      live: ephemeral.live(),
      revocable: ephemeral.revocable(),
      trading: ephemeral.trading(),
    },
    drill: runningDrill(session.vault.contents().drills) !== undefined,
  };
  const asked = quitQuestion(facts);
  if (asked === null) return true;
  const choice = await dialogs.ask(asked.question);
  if (choice === null) return false;
  const answer = asked.answers[choice] ?? 'leave';
  if (answer === 'leave') {
    ephemeral.spare();
    return true;
  }
  // Renewal may have put a new token in the place of one that was counted. A locked vault holds none of them.
  const now = session.closing.aborted
    ? facts.tokensSurvivingQuit
    : tokensSurvivingQuit(session, leases);
  const ids = facts.drill ? [] : wanted(now, answer);
  // Nothing can be told after the end of the app: what is still open is told before it.
  const question = notAcceptedQuestion(await revoke(open, ids, answer));
  const leaves = question === null || (await dialogs.ask(question)) !== null;
  // Whoever stays has spared nothing: the next lock, or the next answer, revokes it.
  if (leaves && answer === 'revoke_trading') ephemeral.spare();
  return leaves;
}

function wanted({ revocable }: SurvivingTokens, answer: QuitChoice): readonly TokenId[] {
  const chosen = answer === 'revoke_trading' ? revocable.filter(mayTrade) : revocable;
  return chosen.map(({ id }) => id);
}

async function revoke(
  { session, stops, ephemeral }: SessionServices,
  ids: readonly TokenId[],
  answer: QuitChoice,
): Promise<NotAccepted> {
  // It may have been locked while the person read.
  const locked = fail({ code: 'vault_locked' } as const);
  const [started] = await Promise.all([
    ids.length === 0
      ? ok()
      : session.closing.aborted
        ? locked
        : stops.start({ kind: 'selection', tokenIds: ids }),
    ephemeral.revoke(answer === 'revoke_trading' ? 'trading' : 'all'),
  ]);
  // Where nothing was left to stop, all of it ended while the person read.
  const failure = started.ok || started.failure.code === 'nothing_to_stop' ? null : started.failure;

  const found = (): readonly Token[] => {
    const contents = session.vault.contents();
    return ids
      .map((id) => session.index.token(contents, id))
      .filter((token) => token !== undefined);
  };
  const isRefused = (token: Token): boolean =>
    token.revocation?.terminalFailure != null && isLive(session, session.vault.contents(), token);
  /** Without an answer. */
  let waiting = started.ok ? ids.length : 0;
  const isAnswered = (): boolean => {
    if (session.closing.aborted) return true;
    waiting = found().filter(
      ({ revocation: run }) => run?.acceptedAtMs === null && run.terminalFailure === null,
    ).length;
    return waiting + ephemeral.waiting() === 0;
  };
  await quiet(
    session.clock,
    session.clock.monotonicMs() + LONGEST_WAIT_MS,
    isAnswered,
    LOOK_EVERY_MS,
  );
  return {
    waiting,
    refused: failure === null ? found().filter(isRefused).length : 0,
    failed: failure === null ? null : { tokens: ids.length, failure },
    ephemeral: ephemeral.unaccepted(),
  };
}
