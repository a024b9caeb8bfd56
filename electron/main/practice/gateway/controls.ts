// What a person in practice mode, the app and tests may do to the practice gateway: change how it
// behaves, and play the part of the service's web app (register, rotate, delete).
import type { AccessType } from '../../../shared/words.ts';
import type { Clock } from '../../domain/clock.ts';
import type { FaultQueue, Injection } from './fault-queue.ts';
import type { PracticeSettings } from './practice-settings.ts';
import type { NewClient, PracticeState } from './practice-state.ts';

export interface PracticeControls {
  readonly settings: () => PracticeSettings;
  /** Takes effect with the next request; lifetimes with the next token. */
  readonly set: (changes: Partial<PracticeSettings>) => void;
  /** Meets the given number of requests, before any fault of the settings. */
  readonly inject: (injection: Injection) => void;
  readonly clearFaults: () => void;
  /** Registers a client, or changes the secret and scopes of a known one. The secret stays yours. */
  readonly registerClient: (client: NewClient) => void;
  /** Registers a client nobody knows yet; leaves a known, rotated or deleted one as it is. */
  readonly ensureClient: (client: NewClient) => void;
  readonly clientState: (clientId: string) => 'unknown' | 'registered' | 'deleted';
  /** The old secret stops minting; its tokens live on. False for an unknown client. */
  readonly rotateSecret: (clientId: string, secret: Uint8Array) => boolean;
  /** One more secret; the old one goes on working until it is removed. */
  readonly addSecret: (clientId: string, secret: Uint8Array) => boolean;
  readonly removeOldSecret: (clientId: string) => boolean;
  /** Whether these credentials would be given a token now. */
  readonly accepts: (clientId: string, secret: Uint8Array, accessType: AccessType) => boolean;
  /** As if it had never been registered, its tokens too. */
  readonly forgetClient: (clientId: string) => void;
  /** As in the web app: credentials refused at once, tokens once that has propagated. */
  readonly deleteClient: (clientId: string) => boolean;
  /** As in the web app: revokes every token of the client. For Partner the only way there is. */
  readonly revokeTokensOf: (clientId: string) => void;
  /** Tokens neither expired nor revoked. */
  readonly liveTokens: (clientId: string) => number;
}

interface ControlPorts {
  readonly clock: Clock;
  readonly state: PracticeState;
  readonly faults: FaultQueue;
  readonly settings: () => PracticeSettings;
  readonly change: (changes: Partial<PracticeSettings>) => void;
}

export function createControls(ports: ControlPorts): PracticeControls {
  const { clock, faults, state } = ports;
  return {
    settings: ports.settings,
    set: ports.change,
    inject: faults.inject,
    clearFaults: faults.clear,
    registerClient: (client) => state.register(client),
    ensureClient(client): void {
      if (state.clientState(client.clientId) === 'unknown') state.register(client);
    },
    clientState: (clientId) => state.clientState(clientId),
    rotateSecret: (clientId, secret) => state.rotateSecret(clientId, secret),
    addSecret: (clientId, secret) => state.addSecret(clientId, secret),
    removeOldSecret: (clientId) => state.removeOldSecret(clientId),
    accepts: (clientId, secret, accessType) =>
      state.authenticate(clientId, secret, accessType) !== null,
    forgetClient: (clientId) => state.forgetClient(clientId),
    deleteClient: (clientId) => state.deleteClient(clientId, clock.nowMs()),
    revokeTokensOf: (clientId) => state.revokeAllOf(clientId, clock.nowMs()),
    liveTokens: (clientId) => state.liveTokens(clientId, clock.nowMs()),
  };
}
