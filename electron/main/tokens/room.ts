// What every token service works with while the vault is open: the vault, the gateway, the clock and
// a way to say that something changed. Made at unlock, dropped at lock.
import type { Clock } from '../domain/clock.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Token } from '../domain/token.ts';
import type { Gateway, GatewayTarget } from '../gateway/gateway.ts';
import type { Failure } from '../../shared/failure.ts';
import type { OpenVault } from '../vault/vault.ts';
import type { Activities } from './activities.ts';
import type { ExpiryBook } from './expiry-book.ts';

export interface Room {
  readonly vault: OpenVault;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly activities: Activities;
  readonly expiries: ExpiryBook;
  /** Where an environment's calls go; null while the built-in practice gateway is not running. */
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  /** Aborted at lock and quit: every call under way ends. */
  readonly closing: AbortSignal;
  readonly newId: () => string;
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

export function findCredential(room: Room, id: CredentialId): Result<CredentialPlace, Failure> {
  const { credentials, environments } = room.vault.contents();
  const credential = credentials.find((each) => each.id === id);
  if (credential === undefined) return fail({ code: 'unknown_credential' });
  const environment = environments.find((each) => each.id === credential.environmentId);
  if (environment === undefined) return fail({ code: 'unknown_environment' });
  const target = room.targetOf(environment);
  if (target === null) return fail({ code: 'practice_unavailable' });
  return ok({ credential, environment, target });
}

export function findToken(room: Room, id: TokenId): Token | null {
  return room.vault.contents().tokens.find((each) => each.id === id) ?? null;
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
