// How a session ends: what a lock has to revoke leaves first, calls under way come to an end and are saved, then
// every secret goes. Each part has a limit; nothing new begins.
import type { LeaseEnd } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import { runEvery } from '../domain/every-step.ts';
import { within, quiet } from '../domain/time-limit.ts';
import type { BulkRuns } from '../bulk/bulk-runs.ts';
import type { Diagnoses } from '../diagnosis/diagnoses.ts';
import type { Imports } from '../import-export/imports.ts';
import type { Inspections } from '../inspection/inspections.ts';
import type { Leases, LeasesEnded } from '../renewal/leases.ts';
import type { Renewals } from '../renewal/renewals.ts';
import type { SecretScan } from '../secret-scan/file-search.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import type { TokenEdits } from '../tokens/ledger/token-edits.ts';
import type { EphemeralEnd, EphemeralLeft } from '../tokens/ephemeral/ephemeral-end.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { Verifications } from '../tokens/checks/verification.ts';
import type { createNextEvent } from './next-event.ts';

/** Calls under way get this long to end by themselves at lock and quit (docs/oauth-cases.md case 87). */
const CLOSING_GRACE_MS = 2_000;

export interface SessionClosingParts {
  readonly texts: UnsavedTokens;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly bulk: BulkRuns;
  readonly renewals: Renewals;
  readonly leases: Leases;
  readonly inspections: Inspections;
  readonly secretScan: SecretScan;
  readonly imports: Imports;
  readonly diagnoses: Diagnoses;
  readonly ephemeral: EphemeralEnd;
  readonly clock: Clock;
  readonly closing: AbortController;
  readonly nextEvent: Pick<ReturnType<typeof createNextEvent>, 'close'>;
  readonly verifications: Pick<Verifications, 'close'>;
  readonly edits: Pick<TokenEdits, 'settled'>;
  readonly session: Pick<OpenSession, 'vault'>;
  /** Calls under way. */
  readonly running: () => number;
  readonly closedBy: () => readonly LeaseEnd[];
  readonly revokesEphemeral: () => boolean;
}

export function createSessionClosing(parts: SessionClosingParts) {
  const { clock, closing, leases, revocations, running, texts, ephemeral } = parts;
  let ephemeralLeft: EphemeralLeft | null = null;
  let isCounted = false;

  /** Once: after the end nothing of it is left to be counted. */
  function countEphemeral(): void {
    if (isCounted) return;
    isCounted = true;
    const left = ephemeral.left();
    ephemeralLeft = left.accepted + left.live > 0 ? left : null;
  }

  // What is not kept goes with the keys.
  parts.session.vault.hook({ wiping: countEphemeral });

  /** Ends every call and timer, then locks the vault. Answers what became of the leases it ended. */
  async function close(): Promise<LeasesEnded> {
    parts.nextEvent.close();
    parts.renewals.close();
    parts.bulk.end();
    parts.requests.waits.giveUp();
    // What needs no server has no reason to stay until they have answered.
    parts.secretScan.end();
    parts.imports.end();
    const graceEndsMs = clock.monotonicMs() + CLOSING_GRACE_MS;
    const asked = Promise.all([parts.inspections.close(), parts.diagnoses.close()]);
    // What a lock has to end leaves before it; nothing more begins.
    const over = await leases.happened(...parts.closedBy());
    if (ephemeral.revocable() > 0 && parts.revokesEphemeral()) await ephemeral.revoke();
    await within(clock, Math.max(0, graceEndsMs - clock.monotonicMs()), asked, null);
    parts.verifications.close();
    await quiet(clock, graceEndsMs, () => leases.ended(over).waiting + ephemeral.waiting() === 0);
    revocations.close();
    await quiet(clock, graceEndsMs, () => running() === 0);
    closing.abort();
    await quiet(clock, clock.monotonicMs() + CLOSING_GRACE_MS, () => running() === 0);
    await parts.edits.settled();
    const ended = leases.ended(over);
    countEphemeral();
    texts.close();
    await parts.session.vault.lock();
    return ended;
  }

  return {
    close,
    /** Leases that the end of the session has to end, none of them ended yet. */
    leasesDue: (): LeasesEnded => leases.due(...parts.closedBy()),
    /** What became of tokens that were not kept, once the session is closed; null where nothing is to tell. */
    ephemeralLeft: () => ephemeralLeft,
    /** Ends every call at once and wipes every secret that is in memory alone. Waits for nothing. */
    closeNow: (): void => {
      // Secrets first: nothing that fails as it ends keeps one in memory.
      runEvery(
        () => texts.close(),
        () => revocations.close(),
        () => closing.abort(),
      );
    },
  };
}
