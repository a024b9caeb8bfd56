// What every service of an open session stands on: the vault with what is in memory alone, the clock, the gateway,
// and the word that something changed.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { NO_SECRET_PROGRAM } from '../domain/printing-command.ts';
import { createSignal, type Signal } from '../domain/signal.ts';
import { withProxyPasswords } from '../environments/proxy-passwords.ts';
import { createEphemeralVault, type EphemeralVault } from '../tokens/ephemeral/ephemeral-vault.ts';
import { createSecretProvider } from '../tokens/issuance/secret-provider.ts';
import { createActivities, type Activities } from '../tokens/ledger/activities.ts';
import { createExpiryBook } from '../tokens/ledger/expiry-book.ts';
import { hasLiveTokens } from '../tokens/ledger/housekeeping.ts';
import { createTokenEdits, type TokenEdits } from '../tokens/ledger/token-edits.ts';
import {
  longestLifetimeMsOf,
  propagationMsOf,
  type OpenSession,
  createContentsIndex,
} from '../tokens/open-session.ts';
import type { VaultContents } from '../vault/store/vault.ts';
import type { SessionPorts } from './session-ports.ts';

export interface SessionGround {
  readonly session: OpenSession;
  readonly clock: Clock;
  readonly edits: TokenEdits;
  readonly ephemeralVault: EphemeralVault;
  readonly activities: Activities;
  /** Told once for each save, however much is told meanwhile. */
  readonly saved: Signal;
  /** Told each event of the history, and of what is not kept. */
  readonly happened: Signal<HistoryEvent>;
  /** Looks at what is saved as if it had been saved just now: after a clock jump. */
  readonly lookAgain: () => void;
  /** How far the servers' clocks were from this machine's at the last answer that said so, seconds; null: unknown. */
  readonly clockSkewSeconds: () => number | null;
}

/**
 * @param closing aborted at lock and quit.
 * @param hasManyCalls whether so many calls are waiting or under way that sending them comes before saving.
 */
export function createSessionGround(
  ports: SessionPorts,
  closing: AbortController,
  hasManyCalls: () => boolean,
): SessionGround {
  const { clock } = ports;
  const ephemeralVault = createEphemeralVault(ports.vault);
  const edits = createTokenEdits(ephemeralVault.vaultWithEphemeral, clock, hasManyCalls);
  const vault = edits.timedVault;
  const saved = createSignal();
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
    vault,
    targetOf: withProxyPasswords(vault, ports.targetOf),
    ephemeral: ephemeralVault,
    sawClockSkew(seconds) {
      clockSkewSeconds = seconds;
    },
    // Nothing of what is not kept is written, not even that it was there.
    recordEvent(event) {
      happened.tell(event);
      const about = [event.credentialId, event.tokenId, event.runId];
      if (!about.some((id) => id !== undefined && ephemeralVault.has(id))) ports.recordEvent(event);
    },
    activities,
    expiries: createExpiryBook(
      clock,
      (token) => propagationMsOf(session, token),
      (token) => longestLifetimeMsOf(session, token),
    ),
    index: createContentsIndex(),
    secrets: createSecretProvider({
      vault,
      clock,
      program: ports.secretProgram ?? NO_SECRET_PROGRAM,
      closing: closing.signal,
      isAnyLive: (contents, id) => hasLiveTokens(session, contents, id),
    }),
    closing: closing.signal,
    newId: randomUUID,
    changed,
  };
  return {
    session,
    clock,
    edits,
    ephemeralVault,
    activities,
    saved,
    happened,
    lookAgain() {
      looked = null;
      changed();
    },
    clockSkewSeconds: () => clockSkewSeconds,
  };
}
