// Lets go of what is dead: rows a day after their expiry, and tokens and credentials whose removal
// was asked for and waited for proof. Nothing that may be live is ever dropped here (I4).
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { mayBeLive, tokenState } from '../domain/token-state.ts';
import type { Token } from '../domain/token.ts';
import type { RecordName, VaultContents } from '../vault/vault.ts';
import type { Room } from './room.ts';

/** Tokens are purged this long after they expired. */
export const PURGE_AFTER_EXPIRY_MS = 24 * 3_600_000;

export async function sweep(room: Room): Promise<void> {
  const before = room.vault.contents();
  const tokens = before.tokens.filter((token) => isDroppable(room, before, token));
  const droppedTokens = new Set<TokenId>(tokens.map(({ id }) => id));
  const droppedCredentials = new Set<CredentialId>(
    before.credentials
      .filter((each) => each.removeWhenDead && !hasLiveTokens(room, before, each.id))
      .map(({ id }) => id),
  );
  if (droppedTokens.size === 0 && droppedCredentials.size === 0) return;
  const gone = (token: Token): boolean =>
    droppedTokens.has(token.id) || droppedCredentials.has(token.credentialId);
  await room.vault.change({
    contents: (now) => ({
      ...now,
      credentials: now.credentials.filter(({ id }) => !droppedCredentials.has(id)),
      tokens: now.tokens.filter((token) => !gone(token)),
    }),
    drop: recordsOf(room, before, gone, droppedCredentials),
  });
  room.changed();
}

/** Whether a token of the credential may still be honoured, as far as anyone can know. */
export function hasLiveTokens(room: Room, contents: VaultContents, id: CredentialId): boolean {
  return contents.tokens.some(
    (token) => token.credentialId === id && isLive(room, contents, token),
  );
}

export function isLive(room: Room, contents: VaultContents, token: Token): boolean {
  return mayBeLive(token, stateOf(room, contents, token), room.clock.nowMs());
}

export function stateOf(
  room: Room,
  contents: VaultContents,
  token: Token,
): ReturnType<typeof tokenState> {
  const owner = contents.credentials.find(({ id }) => id === token.credentialId);
  return tokenState(token, owner?.accessType ?? 'trader', {
    nowMs: room.clock.nowMs(),
    remainingMs: room.expiries.remainingMs(token),
  });
}

function isDroppable(room: Room, contents: VaultContents, token: Token): boolean {
  if (isLive(room, contents, token)) return false;
  if (token.forgetWhenDead || token.forgottenAtMs !== null) return true;
  const left = room.expiries.remainingMs(token);
  if (left !== null) return left < -PURGE_AFTER_EXPIRY_MS;
  return room.clock.nowMs() - token.sentAtMs > 2 * PURGE_AFTER_EXPIRY_MS;
}

function recordsOf(
  room: Room,
  contents: VaultContents,
  gone: (token: Token) => boolean,
  credentials: ReadonlySet<CredentialId>,
): RecordName[] {
  const names: RecordName[] = [
    ...[...credentials].map((id) => ({ id, field: 'client_secret' as const })),
    ...contents.tokens.filter(gone).map(({ id }) => ({ id, field: 'access_token' as const })),
  ];
  return names.filter((name) => room.vault.hasRecord(name));
}
