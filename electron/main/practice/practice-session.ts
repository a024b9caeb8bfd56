// Runs the practice gateway while the vault is open and the practice environment has credentials: the
// only listener the app ever opens (invariant I7). Every credential of that environment is a client of
// it, so that practice needs no account.
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { ok } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import type { PracticeGateway } from './gateway/practice-gateway.ts';
import { createPracticeState, randomText } from './gateway/practice-state.ts';
import { dropForgottenTokens } from './forgotten-tokens.ts';
import { INTROSPECTION_PATH } from './gateway/handling.ts';
import { sampleClients } from './gateway/sample-clients.ts';
import type { Clock } from '../domain/clock.ts';
import { addCredential } from '../credentials/credentials.ts';
import type { OpenSession } from '../tokens/open-session.ts';

export interface PracticeSession {
  readonly gateway: () => PracticeGateway | null;
  readonly target: () => GatewayTarget | null;
  /** Where the calls of an environment go: to this gateway, null while it stops, or to its own. */
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  /**
   * Starts the gateway if the vault has practice credentials, and makes sure it knows them. Where the
   * machine gives no port, practice is unavailable and everything else opens as usual.
   */
  readonly open: (session: OpenSession) => Promise<void>;
  /** Adds the two sample credentials of a first run. */
  readonly addSamples: (session: OpenSession) => Promise<void>;
  /** Tells the gateway of a credential that was added, changed or got another secret. */
  readonly register: (
    session: OpenSession,
    credential: Credential,
    /** Where the vault does not hold it. Stays the caller's. */
    printed?: SecretBytes,
  ) => void;
  /** Plays the person's part in the web app: the key is revoked, with every token it minted. */
  readonly revokeKey: (credential: Credential) => boolean;
  /** Starts the gateway whether or not anybody has practice credentials; null where it cannot start. */
  readonly ready: () => Promise<PracticeGateway | null>;
  /** As the web app would: makes a secret and hands it to the person, on the clipboard. */
  readonly newSecret: (credential: Credential, oldStops: boolean) => Promise<boolean>;
  readonly removeOldSecret: (credential: Credential) => boolean;
  readonly close: () => Promise<void>;
}

/** Built in like its addresses, so that practice needs no configuring. */
const practiceIntrospection = {
  path: INTROSPECTION_PATH,
  authentication: 'client_secret_post',
} as const;

export function createPracticeSession(ports: {
  readonly clock: Clock;
  /** A string for once: the clipboard takes nothing else. */
  readonly handOver: (secretText: string) => Promise<void>;
}): PracticeSession {
  /** Outlives a lock, and nothing more: a vault that is opened again finds its practice tokens as they were. */
  const state = createPracticeState(ports.clock);
  let gateway: PracticeGateway | null = null;
  let starting: Promise<PracticeGateway> | null = null;

  function target(): GatewayTarget | null {
    if (gateway === null) return null;
    const { baseUrl, tradeUrl, authorityPem, controls } = gateway;
    const trust = { authorityPem, trustsItAlone: true };
    const propagationMs = controls.settings().propagationSeconds * 1000;
    return { baseUrl, tradeUrl, ...trust, introspection: practiceIntrospection, propagationMs };
  }

  /** Loaded where it is used: without a practice credential there is no server in this process. */
  async function start(): Promise<PracticeGateway> {
    const { startPracticeGateway } = await import('./gateway/practice-gateway.ts');
    return await startPracticeGateway({ clock: ports.clock, state });
  }

  async function ensureRunning(): Promise<PracticeGateway | null> {
    starting ??= start();
    try {
      gateway = await starting;
    } catch {
      // Tried again with the next unlock or drill.
      starting = null;
      gateway = null;
    }
    return gateway;
  }

  function tell(
    session: OpenSession,
    credential: Credential,
    how: 'registerClient' | 'ensureClient',
    printed?: SecretBytes,
  ): void {
    const secret =
      printed === undefined
        ? session.vault.openRecord({ id: credential.id, field: 'client_secret' })
        : ok(printed.copy());
    if (!secret.ok) return;
    const { clientId, accessType, registeredScopes: scopes } = credential;
    secret.value.use((bytes) => state[how]({ clientId, accessType, scopes, secret: bytes }));
    secret.value.wipe();
  }

  return {
    gateway: () => gateway,
    target,
    targetOf: (environment) =>
      environment.id === PRACTICE_ENVIRONMENT_ID ? target() : environment,
    async open(session) {
      const mine = session.vault
        .contents()
        .credentials.filter(({ environmentId }) => environmentId === PRACTICE_ENVIRONMENT_ID);
      if (mine.length === 0) return;
      await dropForgottenTokens(session, state);
      await ensureRunning();
      // A client deleted in practice stays deleted: only unknown ones are made known.
      for (const credential of mine) tell(session, credential, 'ensureClient');
    },
    async addSamples(session) {
      await ensureRunning();
      for (const sample of sampleClients()) {
        const { label, clientId, accessType, scopes, permission, secret } = sample;
        const added = await addCredential(
          session,
          {
            label,
            clientId,
            accessType,
            environmentId: PRACTICE_ENVIRONMENT_ID,
            registeredScopes: scopes,
            permission,
            ownerAccount: '',
            tags: ['sample'],
          },
          secret,
        );
        const credential = added.ok
          ? session.vault.contents().credentials.find(({ id }) => id === added.value)
          : undefined;
        if (credential !== undefined) tell(session, credential, 'registerClient');
      }
    },
    register: (session, credential, printed) =>
      tell(session, credential, 'registerClient', printed),
    revokeKey: ({ clientId }) => gateway !== null && state.deleteClient(clientId),
    ready: ensureRunning,
    async newSecret({ clientId }, oldStops) {
      if (gateway === null) return false;
      const secret = randomText('');
      const made = state[oldStops ? 'rotateSecret' : 'addSecret'](clientId, secret);
      if (made) await ports.handOver(secret);
      return made;
    },
    removeOldSecret: ({ clientId }) => gateway !== null && state.removeOldSecret(clientId),
    async close() {
      const running = starting;
      starting = null;
      gateway = null;
      // One that could not start has nothing to stop.
      await (await running?.catch(() => null))?.stop();
    },
  };
}
