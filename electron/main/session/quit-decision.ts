// Quitting by hand while tokens live on asks once for all of them: revocations not at their end, live tokens of
// kept credentials, tokens that are not kept. What the person wants revoked goes as "Revoke everything"
// does, is waited for a short time, and goes on at the next unlock.
import { runningDrill } from '../domain/drill.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { mayTrade } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { Dialogs } from '../secret-input/ports.ts';
import { isLive } from '../tokens/ledger/housekeeping.ts';
import { staying, type Staying } from './tokens-surviving-quit.ts';
import {
  notAcceptedQuestion,
  quitQuestion,
  type NotAccepted,
  type QuitWish,
} from './exit-prompts.ts';
import { quiet } from './idle-wait.ts';
import type { RoomServices } from './session-services.ts';

/** So long the servers are waited for where the person asked to revoke first. */
export const LONGEST_WAIT_MS = 10_000;
export const LOOK_EVERY_MS = 50;

/** @returns false: the person stays. */
export async function mayQuitRoom(
  open: RoomServices,
  dialogs: Pick<Dialogs, 'ask'>,
): Promise<boolean> {
  const { room, texts, leases, stops, unkept } = open;
  const facts = {
    unproven: stops.unfinished(),
    staying: staying(room, texts, leases),
    unkept: { live: unkept.live(), revocable: unkept.revocable(), trading: unkept.trading() },
    drill: runningDrill(room.vault.contents().drills) !== undefined,
  };
  const asked = quitQuestion(facts);
  if (asked === null) return true;
  const choice = await dialogs.ask(asked.question);
  if (choice === null) return false;
  const wish = asked.wishes[choice] ?? 'leave';
  if (wish === 'leave') {
    unkept.spare();
    return true;
  }
  // Renewal may have put a new token in the place of one that was counted. A locked vault holds none of them.
  const now = room.closing.aborted ? facts.staying : staying(room, texts, leases);
  const ids = facts.drill ? [] : wanted(now, wish);
  // Nothing can be told after the end of the app: what is still open is told before it.
  const question = notAcceptedQuestion(await revoke(open, ids, wish));
  const leaves = question === null || (await dialogs.ask(question)) !== null;
  // Whoever stays has spared nothing: the next lock, or the next answer, revokes it.
  if (leaves && wish === 'revoke_trading') unkept.spare();
  return leaves;
}

function wanted({ revocable }: Staying, wish: QuitWish): readonly TokenId[] {
  const chosen = wish === 'revoke_trading' ? revocable.filter(mayTrade) : revocable;
  return chosen.map(({ id }) => id);
}

async function revoke(
  { room, stops, unkept }: RoomServices,
  ids: readonly TokenId[],
  wish: QuitWish,
): Promise<NotAccepted> {
  // It may have been locked while the person read.
  const locked = fail({ code: 'vault_locked' } as const);
  const [started] = await Promise.all([
    ids.length === 0
      ? ok()
      : room.closing.aborted
        ? locked
        : stops.start({ kind: 'selection', tokenIds: ids }),
    unkept.revoke(wish === 'revoke_trading' ? 'trading' : 'all'),
  ]);
  // Where nothing was left to stop, all of it ended while the person read.
  const failure = started.ok || started.failure.code === 'nothing_to_stop' ? null : started.failure;

  const found = (): readonly Token[] => {
    const contents = room.vault.contents();
    return ids.map((id) => room.index.token(contents, id)).filter((token) => token !== undefined);
  };
  const isRefused = (token: Token): boolean =>
    token.revocation?.terminalFailure != null && isLive(room, room.vault.contents(), token);
  /** Without an answer. */
  let waiting = started.ok ? ids.length : 0;
  const isAnswered = (): boolean => {
    if (room.closing.aborted) return true;
    waiting = found().filter(
      ({ revocation: run }) => run?.acceptedAtMs === null && run.terminalFailure === null,
    ).length;
    return waiting + unkept.waiting() === 0;
  };
  await quiet(room.clock, room.clock.monotonicMs() + LONGEST_WAIT_MS, isAnswered, LOOK_EVERY_MS);
  return {
    waiting,
    refused: failure === null ? found().filter(isRefused).length : 0,
    failed: failure === null ? null : { tokens: ids.length, failure },
    unkept: unkept.unaccepted(),
  };
}
