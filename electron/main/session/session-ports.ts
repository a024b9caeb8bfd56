// What a session is opened with.
import type { LeaseEnd } from '../../shared/words.ts';
import type { AlertPorts } from '../alerts/alerts.ts';
import type { Clock } from '../domain/clock.ts';
import type { Environment } from '../domain/environment.ts';
import type { RecordEvent } from '../domain/history-event.ts';
import type { TokenId } from '../domain/ids.ts';
import type { SecretProgram } from '../domain/printing-command.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { PastEvents } from '../health/last-uses.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { OpenVault } from '../vault/store/vault.ts';

/** What a session has to know of tokens that programs hold. */
export interface HandedOut {
  /** Those that a lock would end. */
  readonly dueAtLock: () => readonly TokenId[];
  /** The lock has begun: takes them back, and names them. */
  readonly endAtLock: () => readonly TokenId[];
  /** The last that is done while the keys are there: what the person chose to stay usable is taken. */
  readonly keepThroughLock: (session: OpenSession) => Promise<void>;
  /** Before anything goes on: what was done while the vault was locked comes to the ledger. */
  readonly recover: (session: OpenSession) => Promise<void>;
  /** A revocation run is about to begin: nothing more is given before it. */
  readonly freeze: () => void;
}

/** What the session works on and with, and what it is told of the app around it. */
export interface SessionPorts {
  readonly vault: OpenVault;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  readonly changed: () => void;
  readonly recordEvent: RecordEvent;
  /** None, unless given: nothing was before. */
  readonly pastEvents?: PastEvents;
  /** Runs before unfinished work goes on: what the calls need must be there. */
  readonly beforeResuming: (session: OpenSession) => Promise<void>;
  /** Runs commands that print secrets; none, unless given. */
  readonly secretProgram?: SecretProgram;
  /** Where the person is told while nobody looks; nowhere, unless given. */
  readonly alerts?: AlertPorts;
  /** What has happened since the vault was open last; a lock, unless said otherwise. */
  readonly missed?: readonly LeaseEnd[];
  /** What is happening as the session is closed; a lock, unless said otherwise. */
  readonly closedBy?: () => readonly LeaseEnd[];
  /** Tokens that programs were given; none, unless given. */
  readonly handedOut?: HandedOut;
  /** Whether the end of the session revokes tokens that are not kept; it does, unless said otherwise. */
  readonly revokesEphemeral?: () => boolean;
}
