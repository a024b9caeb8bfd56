// What a session is opened with, and what every service of it stands on: the vault with what is in memory alone, the
// clock, the gateway, and the word that something changed.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { HistoryEvent, RecordEvent } from '../domain/history-event.ts';
import { isLoopback } from '../domain/proxy.ts';
import type { SecretProgram } from '../domain/printing-command.ts';
import { createSignal } from '../domain/signal.ts';
import { withProxyPasswords } from '../environments/proxy-passwords.ts';
import { createSecretProvider } from '../tokens/issuance/secret-provider.ts';
import { createActivities } from '../tokens/ledger/activities.ts';
import { ExpiryBook } from '../tokens/ledger/expiry-book.ts';
import { liveTokensOf } from '../tokens/ledger/housekeeping.ts';
import { createUnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { createTokenEdits } from '../tokens/ledger/token-edits.ts';
import {
  longestLifetimeMsOf,
  propagationMsOf,
  type OpenSession,
  createContentsIndex,
} from '../tokens/open-session.ts';
import type { VaultContents } from '../vault/vault.ts';
import type { OpenVault } from '../vault/unlocked-vault.ts';
import type { LeaseEnd } from '../../shared/words.ts';
import type { AlertPorts } from '../alerts/alerts.ts';
import type { Environment } from '../domain/environment.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import type { Gateway } from '../gateway/gateway-client.ts';
import type { PastEvents } from '../health/last-uses.ts';

/** What the session works on and with, and what it is told of the app around it. */
export interface SessionPorts {
  readonly vault: OpenVault;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly targetOf: (environment: Environment) => GatewayTarget | null;
  readonly changed: () => void;
  readonly recordEvent: RecordEvent;
  readonly pastEvents: PastEvents;
  /** Runs before unfinished work goes on: what the calls need must be there. */
  readonly beforeResuming: (session: OpenSession) => Promise<void>;
  /** Runs commands that print secrets. */
  readonly secretProgram: SecretProgram;
  /** Where the person is told while nobody looks; nowhere, unless given. */
  readonly alerts?: AlertPorts;
  /** What has happened since the vault was open last. */
  readonly missed: readonly LeaseEnd[];
  /** What is happening as the session is closed. */
  readonly closedBy: () => readonly LeaseEnd[];
  /** Runs as a revocation run is about to begin: nothing more is given to programs before it. */
  readonly beforeRun: () => void;
}

export type SessionGround = ReturnType<typeof createSessionGround>;

/** @param closing aborted at lock and quit. */
export function createSessionGround(ports: SessionPorts, closing: AbortController) {
  const { clock } = ports;
  const { vault } = ports;
  const edits = createTokenEdits(vault);
  /** Told once for each save, however much is told meanwhile. */
  const saved = createSignal();
  /** Told each event of the history, and of what is not kept. */
  const happened = createSignal<HistoryEvent>();
  let clockSkewSeconds: number | null = null;
  let looked: VaultContents | null = null;
  const changed = (): void => {
    if (vault.contents() !== looked) {
      looked = vault.contents();
      saved.tell();
    }
    ports.changed();
  };
  const activities = createActivities(changed);
  const session: OpenSession = {
    ...ports,
    targetOf: withProxyPasswords(vault, ports.targetOf),
    sawClock({ clockSkewSeconds: seconds, host }) {
      if (seconds === null) return;
      clockSkewSeconds = seconds;
      // A server on this machine, as the practice gateway is, has no clock of its own.
      if (isLoopback(host.replace(/:\d+$/, ''))) return;
      session.expiries.sureTime.sawServer(clock.nowMs() + seconds * 1000);
    },
    recordEvent(what) {
      const event: HistoryEvent = { atMs: clock.nowMs(), by: 'person', ...what };
      happened.tell(event);
      ports.recordEvent(event);
    },
    activities,
    expiries: new ExpiryBook(
      clock,
      (token) => propagationMsOf(session, token),
      (token) => longestLifetimeMsOf(session, token),
    ),
    index: createContentsIndex(),
    secrets: createSecretProvider({
      vault,
      clock,
      program: ports.secretProgram,
      closing: closing.signal,
      isAnyLive: (contents, id) => liveTokensOf(session, contents, id).length > 0,
    }),
    edits,
    texts: createUnsavedTokens({ vault, clock, closing: closing.signal, changed }),
    closing: closing.signal,
    newId: randomUUID,
    changed,
  };
  return {
    session,
    clock,
    edits,
    activities,
    saved,
    happened,
    /** Looks at what is saved as if it had been saved just now: after a clock jump. */
    lookAgain(): void {
      looked = null;
      changed();
    },
    clockSkewSeconds: (): number | null => clockSkewSeconds,
  };
}
