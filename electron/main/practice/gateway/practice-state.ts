// The practice gateway's memory: registered clients and the tokens it minted (docs/service.md 2.1, 3). In memory
// alone, for as long as the app runs. It keeps digests: a secret of a locked vault lies nowhere in the open.
import { createHash, randomBytes } from 'node:crypto';
import type { AccessType } from '../../../shared/words.ts';
import type { Clock } from '../../domain/clock.ts';

export interface PracticeClient {
  readonly clientId: string;
  readonly accessType: AccessType;
  /** Fixed at registration (docs/service.md 2.6); empty for Partner. */
  readonly scopes: readonly string[];
  /** Digests of the secrets that work, the newest first. */
  readonly secrets: readonly string[];
  /** Deleted in the web app: its credentials and tokens are refused for good. */
  readonly deleted: boolean;
}

export interface PracticeToken {
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly string[];
  readonly expiresAtMs: number;
  /** Of the first revocation. */
  revokedAtMs: number | null;
  /** A resource was asked with it before (docs/service.md 5.7). */
  used: boolean;
}

interface NewClient {
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly string[];
  /** Read, not kept; stays the caller's to wipe. */
  readonly secret: Uint8Array;
}

/** The prefix, then 43 characters of the base64url alphabet: 256 random bits. */
export const randomText = (prefix: string): string =>
  prefix + randomBytes(32).toString('base64url');

const digestOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64');

export type PracticeState = ReturnType<typeof createPracticeState>;

/** What a person in practice mode, the app and tests do to it, in the part of the service's web app too. */
export function createPracticeState(clock: Clock) {
  const clients = new Map<string, PracticeClient>();
  const tokens = new Map<string, PracticeToken>();
  const startedAtMs = clock.nowMs();

  /** False for an unknown client. */
  function edit(clientId: string, change: (client: PracticeClient) => PracticeClient): boolean {
    const client = clients.get(clientId);
    if (client !== undefined) clients.set(clientId, change(client));
    return client !== undefined;
  }

  const tokensOf = (clientId: string): PracticeToken[] =>
    [...tokens.values()].filter((token) => token.clientId === clientId);

  function revokeTokensOf(clientId: string): void {
    for (const token of tokensOf(clientId)) token.revokedAtMs ??= clock.nowMs();
  }

  function registerClient({ secret, ...facts }: NewClient): void {
    const digest = digestOf(secret);
    const { secrets = [] } = clients.get(facts.clientId) ?? {};
    // Told anew in the middle of a rotation: both secrets stay as they are.
    const kept = secrets[1] === digest ? secrets : [digest];
    clients.set(facts.clientId, { ...facts, secrets: kept, deleted: false });
  }

  /** Null for an unknown or deleted client, a wrong secret and the other access type alike. */
  function authenticate(clientId: string, secret: string | Uint8Array, accessType: AccessType) {
    const client = clients.get(clientId);
    const isKnown = client?.secrets.includes(digestOf(secret)) === true && !client.deleted;
    return isKnown && client.accessType === accessType ? client : null;
  }

  return {
    /** A token that was sent for before is of another memory, unless it is known here. */
    startedAtMs,
    /** A new client, or a new secret and scopes for a known one; its tokens stay as they are. */
    registerClient,
    /** Registers a client nobody knows yet; leaves a known, rotated or deleted one as it is. */
    ensureClient(client: NewClient): void {
      if (!clients.has(client.clientId)) registerClient(client);
    },
    /** Rotation: the old secret stops at once; the tokens it minted live on (docs/service.md 3). */
    rotateSecret: (clientId: string, secret: string | Uint8Array): boolean =>
      edit(clientId, (client) => ({ ...client, secrets: [digestOf(secret)] })),
    /** One more secret; the one before goes on working until it is removed. */
    addSecret: (clientId: string, secret: string | Uint8Array): boolean =>
      edit(clientId, (client) => ({
        ...client,
        secrets: [digestOf(secret), ...client.secrets.slice(0, 1)],
      })),
    removeOldSecret: (clientId: string): boolean =>
      edit(clientId, (client) => ({ ...client, secrets: client.secrets.slice(0, 1) })),
    /** Whether these credentials would be given a token now. */
    accepts: (clientId: string, secret: Uint8Array, accessType: AccessType): boolean =>
      authenticate(clientId, secret, accessType) !== null,
    /** As if it had never been registered, its tokens too. */
    forgetClient(clientId: string): void {
      clients.delete(clientId);
      for (const [digest, token] of tokens) if (token.clientId === clientId) tokens.delete(digest);
    },
    /** Deleting revokes every token of the client too (docs/service.md 3). */
    deleteClient(clientId: string): boolean {
      revokeTokensOf(clientId);
      return edit(clientId, (client) => ({ ...client, deleted: true }));
    },
    /** As in the web app: for Partner the only way there is. */
    revokeTokensOf,
    authenticate,
    /** Mints one more token and answers with its text, the only copy there is. */
    mint({ clientId, accessType }: PracticeClient, scopes: readonly string[], seconds: number) {
      const text = randomText('practice-');
      const expiresAtMs = clock.nowMs() + seconds * 1000;
      const state = { expiresAtMs, revokedAtMs: null, used: false };
      tokens.set(digestOf(text), { clientId, accessType, scopes: [...scopes], ...state });
      return text;
    },
    tokenOf: (text: string | Uint8Array): PracticeToken | null =>
      tokens.get(digestOf(text)) ?? null,
    tokensOf,
  };
}
