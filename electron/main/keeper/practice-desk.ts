// Runs the practice gateway while the vault is open and the practice environment has credentials: the
// only listener the app ever opens (invariant I7). Every credential of that environment is a client of
// it, so that practice needs no account.
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import type { Credential } from '../domain/credential.ts';
import type { GatewayTarget } from '../gateway/gateway.ts';
import { startPracticeGateway, type PracticeGateway } from '../practice/practice-gateway.ts';
import { sampleClients } from '../practice/sample-clients.ts';
import type { Clock } from '../domain/clock.ts';
import { addCredential } from '../registry/credentials.ts';
import type { Room } from '../tokens/room.ts';

export interface PracticeDesk {
  readonly gateway: () => PracticeGateway | null;
  readonly target: () => GatewayTarget | null;
  /** Starts the gateway if the vault has practice credentials, and makes sure it knows them. */
  readonly open: (room: Room) => Promise<void>;
  /** Adds the two sample credentials of a first run. */
  readonly addSamples: (room: Room) => Promise<void>;
  /** Tells the gateway of a credential that was added, changed or got another secret. */
  readonly register: (room: Room, credential: Credential) => void;
  /** Plays the person's part in the web app: the key is revoked, with every token it minted. */
  readonly revokeKey: (credential: Credential) => boolean;
  readonly close: () => Promise<void>;
}

export function createPracticeDesk(ports: {
  readonly clock: Clock;
  /** Where the gateway remembers its clients and tokens, as digests. */
  readonly stateFile: string;
}): PracticeDesk {
  let gateway: PracticeGateway | null = null;
  let starting: Promise<PracticeGateway> | null = null;

  async function ensureRunning(): Promise<void> {
    starting ??= startPracticeGateway(ports);
    gateway = await starting;
  }

  function tell(room: Room, credential: Credential, how: 'registerClient' | 'ensureClient'): void {
    const secret = room.vault.openRecord({ id: credential.id, field: 'client_secret' });
    if (!secret.ok) return;
    const { clientId, accessType, registeredScopes: scopes } = credential;
    secret.value.use((bytes) =>
      gateway?.controls[how]({ clientId, accessType, scopes, secret: bytes }),
    );
    secret.value.wipe();
  }

  return {
    gateway: () => gateway,
    target: () => gateway && targetOf(gateway),
    async open(room) {
      const mine = room.vault
        .contents()
        .credentials.filter(({ environmentId }) => environmentId === PRACTICE_ENVIRONMENT_ID);
      if (mine.length === 0) return;
      await ensureRunning();
      // A client deleted in practice stays deleted: only unknown ones are made known.
      for (const credential of mine) tell(room, credential, 'ensureClient');
    },
    async addSamples(room) {
      await ensureRunning();
      for (const sample of sampleClients()) {
        const { label, clientId, accessType, scopes, permission, secret } = sample;
        const added = await addCredential(
          room,
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
          ? room.vault.contents().credentials.find(({ id }) => id === added.value)
          : undefined;
        if (credential !== undefined) tell(room, credential, 'registerClient');
      }
    },
    register: (room, credential) => tell(room, credential, 'registerClient'),
    revokeKey: ({ clientId }) => gateway?.controls.deleteClient(clientId) ?? false,
    async close() {
      const running = starting;
      starting = null;
      gateway = null;
      await (await running)?.stop();
    },
  };
}

function targetOf({ baseUrl, tradeUrl, authorityPem }: PracticeGateway): GatewayTarget {
  return { baseUrl, tradeUrl, authorityPem };
}
