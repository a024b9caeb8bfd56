// Runs the practice gateway while the vault is open and the practice environment has credentials: the
// only listener the app ever opens (invariant I7). Every credential of that environment is a client of
// it, so that practice needs no account.
import { randomBytes } from 'node:crypto';
import { addCredential } from '../credentials/credentials.ts';
import type { Clock } from '../domain/clock.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import { ok } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { dropForgottenTokens } from './forgotten-tokens.ts';
import type { PracticeGateway } from './gateway/practice-gateway.ts';
import { createPracticeState, randomText, type PracticeState } from './gateway/practice-state.ts';
import { INTROSPECTION_PATH } from './gateway/token-endpoints.ts';

interface PracticePorts {
  readonly clock: Clock;
  /** A string for once: the clipboard takes nothing else. */
  readonly handOver: (secretText: string) => Promise<void>;
}

/** Built in like its addresses, so that practice needs no configuring. */
const practiceIntrospection = {
  path: INTROSPECTION_PATH,
  authentication: 'client_secret_post',
} as const;

const SAMPLES = [
  {
    label: 'Practice trader',
    accessType: 'trader',
    registeredScopes: ['TRADER_READ', 'TRADER_TRADE'],
    permission: null,
  },
  // Permission is Partner's alone (docs/service.md 2.1).
  { label: 'Practice partner', accessType: 'partner', registeredScopes: [], permission: 'read' },
] as const;

/** The two of a first run, fresh and random, so that the whole job works at once with no account. Secrets are the caller's. */
export const sampleCredentials = () =>
  SAMPLES.map((sample) => ({
    ...sample,
    environmentId: PRACTICE_ENVIRONMENT_ID,
    clientId: `practice-${sample.accessType}-${randomBytes(4).toString('hex')}`,
    tags: ['sample'],
    secret: SecretBytes.take(Buffer.from(randomText(''))),
  }));

/** One for as long as the app runs. */
export class PracticeSession {
  readonly #ports: PracticePorts;
  /** Outlives a lock, and nothing more: a vault that is opened again finds its practice tokens as they were. */
  readonly #state: PracticeState;
  #gateway: PracticeGateway | null = null;
  #starting: Promise<PracticeGateway> | null = null;

  constructor(ports: PracticePorts) {
    this.#ports = ports;
    this.#state = createPracticeState(ports.clock);
  }

  gateway(): PracticeGateway | null {
    return this.#gateway;
  }

  target(): GatewayTarget | null {
    if (this.#gateway === null) return null;
    const { baseUrl, tradeUrl, authorityPem, controls } = this.#gateway;
    const trust = { authorityPem, trustsItAlone: true };
    const propagationMs = controls.settings().propagationSeconds * 1000;
    return { baseUrl, tradeUrl, ...trust, introspection: practiceIntrospection, propagationMs };
  }

  /** Where the calls of an environment go: to this gateway, null while it stops, or to its own. */
  targetOf(environment: Environment): GatewayTarget | null {
    return environment.id === PRACTICE_ENVIRONMENT_ID ? this.target() : environment;
  }

  /**
   * Starts the gateway if the vault has practice credentials, and makes sure it knows them. Where the
   * machine gives no port, practice is unavailable and everything else opens as usual.
   */
  async open(session: OpenSession): Promise<void> {
    const mine = session.vault
      .contents()
      .credentials.filter(({ environmentId }) => environmentId === PRACTICE_ENVIRONMENT_ID);
    if (mine.length === 0) return;
    await dropForgottenTokens(session, this.#state);
    await this.ready();
    // A client deleted in practice stays deleted: only unknown ones are made known.
    for (const credential of mine) this.#tell(session, credential, 'ensureClient');
  }

  /** Adds the two sample credentials of a first run. */
  async addSamples(session: OpenSession): Promise<void> {
    await this.ready();
    for (const { secret, ...sample } of sampleCredentials()) {
      const added = await addCredential(session, { ...sample, ownerAccount: '' }, secret);
      const { credentials } = session.vault.contents();
      const credential = credentials.find(({ id }) => added.ok && id === added.value);
      if (credential !== undefined) this.register(session, credential);
    }
  }

  /**
   * Tells the gateway of a credential that was added, changed or got another secret.
   * @param printed where the vault does not hold it; stays the caller's.
   */
  register(session: OpenSession, credential: Credential, printed?: SecretBytes): void {
    this.#tell(session, credential, 'registerClient', printed);
  }

  /** Plays the person's part in the web app: the key is revoked, with every token it minted. */
  revokeKey({ clientId }: Credential): boolean {
    return this.#gateway !== null && this.#state.deleteClient(clientId);
  }

  /** Starts the gateway whether or not anybody has practice credentials; null where it cannot start. */
  async ready(): Promise<PracticeGateway | null> {
    this.#starting ??= this.#start();
    try {
      this.#gateway = await this.#starting;
    } catch {
      // Tried again with the next unlock or drill.
      this.#starting = null;
      this.#gateway = null;
    }
    return this.#gateway;
  }

  /** As the web app would: makes a secret and hands it to the person, on the clipboard. */
  async newSecret({ clientId }: Credential, oldStops: boolean): Promise<boolean> {
    if (this.#gateway === null) return false;
    const secret = randomText('');
    const made = this.#state[oldStops ? 'rotateSecret' : 'addSecret'](clientId, secret);
    if (made) await this.#ports.handOver(secret);
    return made;
  }

  removeOldSecret({ clientId }: Credential): boolean {
    return this.#gateway !== null && this.#state.removeOldSecret(clientId);
  }

  async close(): Promise<void> {
    const running = this.#starting;
    this.#starting = null;
    this.#gateway = null;
    // One that could not start has nothing to stop.
    await (await running?.catch(() => null))?.stop();
  }

  /** Loaded where it is used: without a practice credential there is no server in this process. */
  async #start(): Promise<PracticeGateway> {
    const { startPracticeGateway } = await import('./gateway/practice-gateway.ts');
    return await startPracticeGateway({ clock: this.#ports.clock, state: this.#state });
  }

  #tell(
    { vault }: OpenSession,
    { id, clientId, accessType, registeredScopes: scopes }: Credential,
    how: 'registerClient' | 'ensureClient',
    printed?: SecretBytes,
  ): void {
    const secret =
      printed === undefined ? vault.openRecord({ id, field: 'client_secret' }) : ok(printed.copy());
    if (!secret.ok) return;
    secret.value.use((bytes) => this.#state[how]({ clientId, accessType, scopes, secret: bytes }));
    secret.value.wipe();
  }
}
