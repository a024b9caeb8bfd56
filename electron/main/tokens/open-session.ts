// What every token service works with while the vault is open: the vault, the gateway, the clock, a way to say that
// something changed, and what is found by id without reading whole lists. Made at unlock, dropped at lock.
import type { Clock } from '../domain/clock.ts';
import { fullName } from '../domain/place-words.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { SessionEvent } from '../domain/history-event.ts';
import {
  PRACTICE_ENVIRONMENT_ID,
  type CredentialId,
  type EnvironmentId,
  type TokenId,
} from '../domain/ids.ts';
import { namedLifetimeMs } from '../domain/expiry.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { PROPAGATION_WINDOW_MS } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { Gateway } from '../gateway/gateway-client.ts';
import type { CallFacts, GatewayTarget } from '../gateway/call-target.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { VaultChange, VaultContents } from '../vault/vault.ts';
import type { OpenVault } from '../vault/unlocked-vault.ts';
import type { Activities } from './ledger/activities.ts';
import type { ExpiryBook } from './ledger/expiry-book.ts';
import type { SecretProvider } from './issuance/secret-provider.ts';
import type { TokenEdits } from './ledger/token-edits.ts';
import type { UnsavedTokens } from './ledger/unsaved-tokens.ts';

/** Finds items by any key of theirs. */
export function createIndexBy<T, K>(
  keyOf: (item: T) => K,
): (items: readonly T[], key: K) => T | undefined {
  const known = new WeakMap<readonly T[], ReadonlyMap<K, T>>();
  return (items, key) => {
    let index = known.get(items);
    if (index === undefined) {
      index = new Map(items.map((each) => [keyOf(each), each]));
      known.set(items, index);
    }
    return index.get(key);
  };
}

/**
 * Finds tokens, credentials and environments by id without reading the whole list each time. Contents
 * never change in place, so an index holds as long as its list lives.
 */
export function createContentsIndex() {
  const tokens = createIndexBy<Token, Token['id']>(({ id }) => id);
  const credentials = createIndexBy<Credential, Credential['id']>(({ id }) => id);
  const environments = createIndexBy<Environment, Environment['id']>(({ id }) => id);
  const byOwner = new WeakMap<readonly Token[], ReadonlyMap<CredentialId, readonly Token[]>>();
  return {
    /** In the order of the ledger: newest first. */
    tokensOf({ tokens: all }: VaultContents, id: CredentialId): readonly Token[] {
      let groups = byOwner.get(all);
      if (groups === undefined) {
        groups = Map.groupBy(all, ({ credentialId }) => credentialId);
        byOwner.set(all, groups);
      }
      return groups.get(id) ?? [];
    },
    token: (contents: VaultContents, id: TokenId) => tokens(contents.tokens, id),
    credential: (contents: VaultContents, id: CredentialId) =>
      credentials(contents.credentials, id),
    environment: (contents: VaultContents, id: EnvironmentId) =>
      environments(contents.environments, id),
  };
}

export interface OpenSession {
  readonly vault: OpenVault;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly activities: Activities;
  readonly expiries: ExpiryBook;
  readonly index: ReturnType<typeof createContentsIndex>;
  /** What calls showed of tokens is saved through these. */
  readonly edits: Pick<TokenEdits, 'edit'>;
  /** Every client secret that is used comes from here. */
  readonly secrets: SecretProvider;
  /** The texts of tokens, sealed or not saved yet. */
  readonly texts: UnsavedTokens;
  /** Where an environment's calls go; null while the built-in practice gateway is not running. */
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  /** Aborted at lock and quit: every call under way ends. */
  readonly closing: AbortSignal;
  readonly newId: () => string;
  /** Writes an event into the history. */
  readonly recordEvent: (event: SessionEvent) => void;
  /** Tells that a view may have changed. Cheap; views are built later, once. */
  readonly changed: () => void;
  /** Told of every answer: one of another machine that carried a Date names the time. */
  readonly sawClock: (facts: Pick<CallFacts, 'clockSkewSeconds' | 'host'>) => void;
}

/** Saves a change, and tells that a view may have changed, also where the vault refused it. */
export async function changeVault(session: OpenSession, change: VaultChange): Outcome {
  const saved = await session.vault.change(change);
  session.changed();
  return saved;
}

export interface CredentialPlace {
  readonly credential: Credential;
  readonly environment: Environment;
  readonly target: GatewayTarget;
}

export type EnvironmentPlace = Pick<CredentialPlace, 'environment' | 'target'>;

export function findEnvironment(session: OpenSession, id: EnvironmentId): Result<EnvironmentPlace> {
  const environment = session.index.environment(session.vault.contents(), id);
  if (environment === undefined) return fail(gone('environment'));
  const target = session.targetOf(environment);
  return target === null ? fail({ code: 'practice_unavailable' }) : ok({ environment, target });
}

export function findCredential(session: OpenSession, id: CredentialId): Result<CredentialPlace> {
  const contents = session.vault.contents();
  const credential = session.index.credential(contents, id);
  if (credential === undefined) return fail(gone('key'));
  const place = findEnvironment(session, credential.environmentId);
  return place.ok ? ok({ credential, ...place.value }) : place;
}

/** Null where it is gone. */
export function credentialById(session: OpenSession, id: CredentialId): Credential | null {
  return session.index.credential(session.vault.contents(), id) ?? null;
}

export function findToken(session: OpenSession, id: TokenId): Token | null {
  return session.index.token(session.vault.contents(), id) ?? null;
}

/** Those that are there. */
export const findTokens = (session: OpenSession, ids: readonly TokenId[]): readonly Token[] =>
  ids.flatMap((id) => findToken(session, id) ?? []);

/** A credential as main's questions name it, and where it belongs. */
export interface NamedCredential {
  readonly credential: Credential;
  readonly environment: Environment;
  readonly name: string;
}

export function namedCredential(session: OpenSession, id: CredentialId): Result<NamedCredential> {
  const credential = credentialById(session, id);
  if (credential === null) return fail(gone('key'));
  const contents = session.vault.contents();
  const environment = session.index.environment(contents, credential.environmentId);
  if (environment === undefined) return fail(gone('environment'));
  return ok({ credential, environment, name: fullName(credential, environment) });
}

export interface TokenPlace extends CredentialPlace {
  readonly token: Token;
}

export function findTokenPlace(session: OpenSession, id: TokenId): Result<TokenPlace> {
  const token = findToken(session, id);
  if (token === null) return fail(gone('token'));
  const place = findCredential(session, token.credentialId);
  return place.ok ? ok({ ...place.value, token }) : place;
}

/**
 * Milliseconds for which a revoked token may go on working somewhere. The practice gateway says how long that is
 * there; any other service gets as long as docs/service.md 8 allows.
 */
export function propagationMsOf(session: OpenSession, { credentialId }: Token): number {
  const contents = session.vault.contents();
  const owner = session.index.credential(contents, credentialId);
  if (owner?.environmentId !== PRACTICE_ENVIRONMENT_ID) return PROPAGATION_WINDOW_MS;
  const practice = session.index.environment(contents, owner.environmentId);
  const target = practice === undefined ? null : session.targetOf(practice);
  return target?.propagationMs ?? PROPAGATION_WINDOW_MS;
}

/** The longest life in milliseconds that a token of the same credential was given, as far as known; else 0. */
export function longestLifetimeMsOf(session: OpenSession, { credentialId }: Token): number {
  const tokens = session.index.tokensOf(session.vault.contents(), credentialId);
  return tokens.reduce((most, each) => Math.max(most, namedLifetimeMs(each) ?? 0), 0);
}
