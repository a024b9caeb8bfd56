// Quitting by hand, or locking a vault in memory, while tokens live on asks once for all of them: revocations not at
// their end, and live tokens. What the person wants revoked goes as "Revoke everything" does, and is waited for a short
// time. In a saved vault it goes on at the next unlock.
import { runningDrill } from '../domain/drill.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { Dialogs } from '../secret-input/ports.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { isLive } from '../domain/token-life.ts';
import { tokensSurvivingQuit, type SurvivingTokens } from './tokens-surviving-quit.ts';
import {
  exitQuestion,
  notAcceptedQuestion,
  type Leaving,
  type NotAccepted,
  type QuitChoice,
} from './exit-prompts.ts';
import { quiet } from '../domain/time-limit.ts';
import type { SessionServices } from './session-services.ts';

/** So long the servers are waited for where the person asked to revoke first. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** What would be asked; null: nothing. */
export function exitQuestionOf(
  { session, leases, stops }: SessionServices,
  how: Leaving['how'],
): ReturnType<typeof exitQuestion> {
  return exitQuestion({
    how,
    inMemory: session.vault.inMemory,
    unproven: stops.unfinished(),
    tokensSurvivingQuit: tokensSurvivingQuit(session, leases),
    drill: isDrilling(session),
  });
}

const isDrilling = ({ vault }: OpenSession): boolean =>
  runningDrill(vault.contents().drills) !== undefined;

/** @returns false: the person stays. */
export async function mayLeave(
  open: SessionServices,
  dialogs: Pick<Dialogs, 'ask'>,
  how: Leaving['how'],
): Promise<boolean> {
  const { session, leases } = open;
  const asked = exitQuestionOf(open, how);
  if (asked === null) return true;
  const before = tokensSurvivingQuit(session, leases);
  const drill = isDrilling(session);
  const choice = await dialogs.ask(asked.question);
  if (choice === null) return false;
  const answer = asked.answers[choice] ?? 'leave';
  if (answer === 'leave') {
    open.spare();
    return true;
  }
  // Renewal may have put a new token in the place of one that was counted. A locked vault holds none of them.
  const now = session.closing.aborted ? before : tokensSurvivingQuit(session, leases);
  const ids = drill ? [] : wanted(now, answer);
  // Nothing can be told after the end of the app: what is still open is told before it.
  const { inMemory } = session.vault;
  const question = notAcceptedQuestion(await revoke(open, ids), { how, inMemory });
  const leaves = question === null || (await dialogs.ask(question)) !== null;
  // Whoever stays has spared nothing: the next lock, or the next answer, revokes it.
  if (leaves && answer === 'revoke_trading') open.spare();
  return leaves;
}

function wanted({ revocable }: SurvivingTokens, answer: QuitChoice): readonly TokenId[] {
  const chosen = answer === 'revoke_trading' ? revocable.filter(mayTrade) : revocable;
  return chosen.map(({ id }) => id);
}

async function revoke(
  { session, stops }: SessionServices,
  ids: readonly TokenId[],
): Promise<NotAccepted> {
  // It may have been locked while the person read.
  const locked = fail({ code: 'vault_locked' } as const);
  const started =
    ids.length === 0
      ? ok()
      : session.closing.aborted
        ? locked
        : await stops.start({ kind: 'selection', tokenIds: ids });
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
    return waiting === 0;
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
  };
}
