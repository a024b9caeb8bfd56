// Forgets a token: drops its text here, which does not revoke it. The row stays, marked, until the
// token has expired, because a token nobody remembers is the one that is used.
import type { Failure } from '../../../shared/failures/failure.ts';
import type { TokenId } from '../../domain/ids.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { fromVault } from '../issuance/call-failure.ts';
import { isLive } from './housekeeping.ts';
import { editToken, removeToken } from './ledger.ts';
import { noteToken } from './event-recording.ts';
import { findToken, type Room } from '../session-context.ts';

export async function forgetToken(room: Room, id: TokenId): Promise<Result<void, Failure>> {
  const token = findToken(room, id);
  if (token === null) return fail({ code: 'unknown_token' });
  const name = { id, field: 'access_token' as const };
  const live = isLive(room, room.vault.contents(), token);
  const saved = await room.vault.change({
    contents: live
      ? editToken(id, (now) => ({ ...now, forgottenAtMs: room.clock.nowMs() }))
      : removeToken(id),
    drop: room.vault.hasRecord(name) ? [name] : [],
  });
  if (saved.ok) noteToken(room, 'token_forgotten', token);
  room.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}

/** Marks a token to be forgotten as soon as it is proven dead or has expired. */
export async function forgetWhenDead(room: Room, id: TokenId): Promise<Result<void, Failure>> {
  const saved = await room.vault.change({
    contents: editToken(id, (now) => ({ ...now, forgetWhenDead: true })),
  });
  room.changed();
  return saved.ok ? ok() : fail(fromVault(saved.failure));
}
