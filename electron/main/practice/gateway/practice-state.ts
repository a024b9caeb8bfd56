// The practice gateway's memory: registered clients and the tokens it minted (docs/service.md 2.1, 3).
// Of secrets and tokens it keeps keyed digests only, so neither it nor its file can give one back.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccessType } from '../../../shared/words.ts';
import { randomText } from './random-text.ts';

/** How long an expired token is still told apart from one never issued. */
const REMEMBER_EXPIRED_MS = 86_400_000;

export interface PracticeClient {
  readonly clientId: string;
  readonly accessType: AccessType;
  /** Fixed at registration (docs/service.md 2.6); empty for Partner. */
  readonly scopes: readonly string[];
  /** HMAC-SHA-256 of the secret, base64. */
  readonly secretDigest: string;
  /** Of the secret before, while it goes on working beside the new one. */
  readonly olderDigest?: string | undefined;
  /** Of a credential that is not kept: in no file, nor are its tokens. */
  readonly passing?: true | undefined;
  /** Deleted in the web app: its credentials and tokens are refused for good. */
  readonly deleted: boolean;
}

export interface PracticeToken {
  /** HMAC-SHA-256 of the token's text, base64. */
  readonly digest: string;
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly string[];
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
}

export interface StateSnapshot {
  /** 32 bytes, base64: makes the digests of one file worthless elsewhere. */
  readonly digestKey: string;
  readonly clients: readonly PracticeClient[];
  readonly tokens: readonly PracticeToken[];
}

export interface NewClient {
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly string[];
  /** Read, not kept; stays the caller's to wipe. */
  readonly secret: Uint8Array;
  /** Neither the client nor its tokens are remembered beyond this run. */
  readonly passing?: true | undefined;
}

export type PracticeState = ReturnType<typeof createPracticeState>;

/** `onChange` is called after every change that a restart has to remember. */
export function createPracticeState(loaded: StateSnapshot | null, onChange: () => void) {
  const digestKey = loaded ? Buffer.from(loaded.digestKey, 'base64') : randomBytes(32);
  const clients = new Map(loaded?.clients.map((client) => [client.clientId, client]));
  const tokens = new Map(loaded?.tokens.map((token) => [token.digest, token]));
  const noClientDigest = randomBytes(32).toString('base64');

  const digestOf = (text: Uint8Array): string =>
    createHmac('sha256', digestKey).update(text).digest('base64');

  function putClient(client: PracticeClient): void {
    clients.set(client.clientId, client);
    onChange();
  }

  function revokeAllOf(clientId: string, nowMs: number): void {
    for (const token of tokens.values()) {
      if (token.clientId === clientId && token.revokedAtMs === null) {
        tokens.set(token.digest, { ...token, revokedAtMs: nowMs });
      }
    }
    onChange();
  }

  return {
    /** A new client, or a new secret and scopes for a known one; its tokens stay as they are. */
    register(client: NewClient): void {
      const { clientId, accessType, scopes, secret, passing } = client;
      const secretDigest = digestOf(secret);
      const known = clients.get(clientId);
      const facts = { clientId, accessType, scopes: [...scopes], deleted: false, passing };
      // Told anew in the middle of a rotation: both secrets stay as they are.
      if (known?.olderDigest === secretDigest) putClient({ ...known, ...facts });
      else putClient({ ...facts, secretDigest });
    },

    clientState(clientId: string): 'unknown' | 'registered' | 'deleted' {
      const client = clients.get(clientId);
      if (!client) return 'unknown';
      return client.deleted ? 'deleted' : 'registered';
    },

    /** Rotation: the old secret stops at once; the tokens it minted live on (docs/service.md 3). */
    rotateSecret(clientId: string, secret: Uint8Array): boolean {
      const client = clients.get(clientId);
      if (!client) return false;
      putClient(withOneSecret(client, digestOf(secret)));
      return true;
    },

    /** A second secret: the old one goes on working until it is removed. */
    addSecret(clientId: string, secret: Uint8Array): boolean {
      const client = clients.get(clientId);
      if (!client) return false;
      const olderDigest = client.secretDigest;
      putClient({ ...client, secretDigest: digestOf(secret), olderDigest });
      return true;
    },

    removeOldSecret(clientId: string): boolean {
      const client = clients.get(clientId);
      if (!client) return false;
      putClient(withOneSecret(client, client.secretDigest));
      return true;
    },

    /** Nothing of it remains, as if it had never been registered. */
    forgetClient(clientId: string): void {
      clients.delete(clientId);
      for (const token of tokens.values()) {
        if (token.clientId === clientId) tokens.delete(token.digest);
      }
      onChange();
    },

    /** Deleting revokes every token of the client too (docs/service.md 3). */
    deleteClient(clientId: string, nowMs: number): boolean {
      const client = clients.get(clientId);
      if (!client) return false;
      putClient({ ...client, deleted: true });
      revokeAllOf(clientId, nowMs);
      return true;
    },

    revokeAllOf,

    /** Null for an unknown or deleted client, a wrong secret and the other access type alike. */
    authenticate(
      clientId: string,
      secret: Uint8Array,
      accessType: AccessType,
    ): PracticeClient | null {
      const client = clients.get(clientId);
      const given = Buffer.from(digestOf(secret), 'base64');
      const equals = (digest: string): boolean => {
        const expected = Buffer.from(digest, 'base64');
        return expected.length === given.length && timingSafeEqual(expected, given);
      };
      const newest = equals(client?.secretDigest ?? noClientDigest);
      const equal = equals(client?.olderDigest ?? noClientDigest) || newest;
      if (!client || !equal || client.deleted || client.accessType !== accessType) return null;
      return client;
    },

    /** Mints one more token and answers with its text, the only copy there is. */
    mint(client: PracticeClient, scopes: readonly string[], nowMs: number, seconds: number) {
      for (const token of tokens.values()) {
        if (token.expiresAtMs + REMEMBER_EXPIRED_MS < nowMs) tokens.delete(token.digest);
      }
      const text = randomText('practice-');
      const digest = digestOf(text);
      tokens.set(digest, {
        digest,
        clientId: client.clientId,
        accessType: client.accessType,
        scopes: [...scopes],
        expiresAtMs: nowMs + seconds * 1000,
        revokedAtMs: null,
      });
      onChange();
      return text;
    },

    tokenOf: (text: Uint8Array): PracticeToken | null => tokens.get(digestOf(text)) ?? null,

    /** False for a token revoked before: the time of its first revocation counts. */
    revoke(token: PracticeToken, nowMs: number): boolean {
      if (token.revokedAtMs !== null) return false;
      tokens.set(token.digest, { ...token, revokedAtMs: nowMs });
      onChange();
      return true;
    },

    /** Tokens the server would honour at this time, by client. */
    liveTokens: (clientId: string, nowMs: number): number =>
      [...tokens.values()].filter(
        (token) =>
          token.clientId === clientId && token.revokedAtMs === null && nowMs < token.expiresAtMs,
      ).length,

    snapshot: (): StateSnapshot => ({
      digestKey: digestKey.toString('base64'),
      clients: [...clients.values()].flatMap(({ passing, ...client }) =>
        passing === true ? [] : [client],
      ),
      tokens: [...tokens.values()].filter(
        ({ clientId }) => clients.get(clientId)?.passing !== true,
      ),
    }),
  };
}

function withOneSecret(client: PracticeClient, secretDigest: string): PracticeClient {
  const { olderDigest: _older, ...others } = client;
  return { ...others, secretDigest };
}
