// What every token service works with while the vault is open: the vault, the gateway, the clock and
// a way to say that something changed. Made at unlock, dropped at lock.
import type { Clock } from '../domain/clock.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { Note } from '../domain/history-event.ts';
import {
  PRACTICE_ENVIRONMENT_ID,
  type CredentialId,
  type EnvironmentId,
  type TokenId,
} from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { PROPAGATION_WINDOW_MS } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { OpenVault } from '../vault/store/vault.ts';
import type { Activities } from './ledger/activities.ts';
import type { ContentsIndex } from './ledger/contents-index.ts';
import type { ExpiryBook } from './ledger/expiry-book.ts';
import type { Unkept } from './ephemeral/ephemeral-vault.ts';

export interface Room {
  readonly vault: OpenVault;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly activities: Activities;
  readonly expiries: ExpiryBook;
  readonly index: ContentsIndex;
  /** What of the vault's contents is in memory alone. */
  readonly unkept: Unkept;
  /** Where an environment's calls go; null while the built-in practice gateway is not running. */
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  /** Aborted at lock and quit: every call under way ends. */
  readonly closing: AbortSignal;
  readonly newId: () => string;
  /** Writes an event into the history. */
  readonly note: Note;
  /** Tells that a view may have changed. Cheap; views are built later, once. */
  readonly changed: () => void;
  /** Tells the server's clock against ours, in seconds, after an answer carried a Date. */
  readonly sawClockSkew: (seconds: number) => void;
}

export interface CredentialPlace {
  readonly credential: Credential;
  readonly environment: Environment;
  readonly target: GatewayTarget;
}

export type EnvironmentPlace = Pick<CredentialPlace, 'environment' | 'target'>;

export function findEnvironment(room: Room, id: EnvironmentId): Result<EnvironmentPlace, Failure> {
  const environment = room.index.environment(room.vault.contents(), id);
  if (environment === undefined) return fail({ code: 'unknown_environment' });
  const target = room.targetOf(environment);
  return target === null ? fail({ code: 'practice_unavailable' }) : ok({ environment, target });
}

export function findCredential(room: Room, id: CredentialId): Result<CredentialPlace, Failure> {
  const contents = room.vault.contents();
  const credential = room.index.credential(contents, id);
  if (credential === undefined) return fail({ code: 'unknown_credential' });
  const place = findEnvironment(room, credential.environmentId);
  return place.ok ? ok({ credential, ...place.value }) : place;
}

export function findToken(room: Room, id: TokenId): Token | null {
  return room.index.token(room.vault.contents(), id) ?? null;
}

export interface TokenPlace extends CredentialPlace {
  readonly token: Token;
}

export function findTokenPlace(room: Room, id: TokenId): Result<TokenPlace, Failure> {
  const token = findToken(room, id);
  if (token === null) return fail({ code: 'unknown_token' });
  const place = findCredential(room, token.credentialId);
  return place.ok ? ok({ ...place.value, token }) : place;
}

/** How many of these tokens belong to each environment. */
export function callsByEnvironment(
  room: Room,
  tokens: readonly Token[],
): ReadonlyMap<EnvironmentId, number> {
  const contents = room.vault.contents();
  const calls = new Map<EnvironmentId, number>();
  for (const { credentialId } of tokens) {
    const id = room.index.credential(contents, credentialId)?.environmentId;
    if (id !== undefined) calls.set(id, (calls.get(id) ?? 0) + 1);
  }
  return calls;
}

/**
 * Milliseconds for which a revoked token may go on working somewhere. The practice gateway says how long that is
 * there; any other service gets as long as docs/service.md 8 allows.
 */
export function propagationMsOf(room: Room, { credentialId }: Token): number {
  const contents = room.vault.contents();
  const owner = room.index.credential(contents, credentialId);
  if (owner?.environmentId !== PRACTICE_ENVIRONMENT_ID) return PROPAGATION_WINDOW_MS;
  const practice = room.index.environment(contents, owner.environmentId);
  const target = practice === undefined ? null : room.targetOf(practice);
  return target?.propagationMs ?? PROPAGATION_WINDOW_MS;
}
