// Everything that works while the vault is open, made at unlock and ended at lock.
import { PartnerPlans } from '../incident/partner-guide.ts';
import { LeakPlans } from '../incident/leak-plans.ts';
import { Rotations } from '../incident/rotations.ts';
import { Diagnoses } from '../diagnosis/diagnoses.ts';
import type { LeaseEnd } from '../../shared/words.ts';
import type { Credential } from '../domain/credential.ts';
import { runEvery } from '../domain/every-step.ts';
import { within, quiet } from '../domain/time-limit.ts';
import { BulkRuns } from '../bulk/bulk-runs.ts';
import { isAnythingWaiting, sweep } from '../tokens/ledger/housekeeping.ts';
import { settleInterrupted } from '../tokens/ledger/ledger.ts';
import { Inspections } from '../inspection/inspections.ts';
import { Leases, type LeasesEnded } from '../tokens/revocation/leases.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { Renewals } from '../renewal/renewals.ts';
import { Revocations } from '../tokens/revocation/revocations.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { RevocationRuns } from '../revoke-all/revocation-runs.ts';
import { createTokenChecks } from '../tokens/checks/token-checks.ts';
import { TokenRequests } from '../tokens/issuance/token-requests.ts';
import { Verifications } from '../tokens/checks/verification.ts';
import { Imports } from '../import-export/imports.ts';
import { SecretScan } from '../secret-scan/file-search.ts';
import { createAlerts } from '../alerts/alerts.ts';
import { createLastUses } from '../health/last-uses.ts';
import { toSecretDueView } from '../health/secret-dues.ts';
import { leftAlive, revokeSurviving, unanswered, type LeftAlive } from './left-alive.ts';
import { createNextEvent } from './next-event.ts';
import { createSessionGround, type SessionGround, type SessionPorts } from './session-ground.ts';

/** So long practice may take to start, and what a drill left to be cleaned up. */
const RESUMING_LIMIT_MS = 15_000;

/** Calls under way get this long to end by themselves at lock and quit (docs/oauth-cases.md case 87). */
const CLOSING_GRACE_MS = 2_000;

export type SessionServices = Awaited<ReturnType<typeof openSession>>;

export async function openSession(ports: SessionPorts) {
  const closing = new AbortController();
  const ground = createSessionGround(ports, closing);
  const { session, saved } = ground;
  const services = createServices(ground, ports);
  const nextEvent = createNextEvent(session, services.leases, () => {
    services.leases.reevaluate();
    services.alerts?.reevaluate();
    void sweep(session);
    ports.changed();
  });
  const ending = createSessionClosing({
    ...ground,
    ...services,
    closing,
    nextEvent,
    running: ground.activities.count,
    closedBy: ports.closedBy,
  });
  const { revocations, plans, rotations, leaks, leases, renewals } = services;
  saved.hear(nextEvent.arm);
  const { stops, verifications, requests, alerts } = services;
  for (const part of [stops, verifications, requests.waits, renewals, leases, alerts]) {
    saved.hear(() => part?.reevaluate());
  }
  saved.hear(createWaitingSweep(session));

  await listUnseen(session);
  const { clock } = ports;
  // Calls that would need what is not there fail, and are tried again; the vault is not held up for it.
  await within(clock, RESUMING_LIMIT_MS, ports.beforeResuming(session), null);
  for (const part of [revocations, plans, rotations, leaks]) part.resume();
  await leases.happened(...ports.missed);
  for (const part of [renewals, leases]) part.reevaluate();
  nextEvent.arm();

  return {
    ...services,
    ...ending,
    session,
    /** How far the servers' clocks were from this machine's at the last answer that said so, seconds; null: unknown. */
    clockSkewSeconds: ground.clockSkewSeconds,
    /** Looks at the clock again: after resume, a clock jump, or when a window is shown. */
    wake: (): void => {
      renewals.wake();
      ground.lookAgain();
    },
  };
}

/** From top to bottom: each part knows only those above it. */
function createServices({ session, happened }: SessionGround, ports: SessionPorts) {
  const verifications = new Verifications(session);
  const requests = new TokenRequests(session);
  const revocations = new Revocations(session, verifications);
  session.texts.whenSaved((ids) => revocations.begin(ids));
  const plans = new PartnerPlans(session, requests, verifications);
  const rotations = new Rotations({ session, requests, revocations, plans });
  const stops = new RevocationRuns(session, revocations, ports.beforeRun);
  const parts = { session, requests, revocations, verifications };
  const renewals = new Renewals(session, requests, revocations);
  const uses = createLastUses(session, ports.pastEvents);
  happened.hear(uses.note);
  const checks = createTokenChecks(session);
  return {
    verifications,
    requests,
    revocations,
    plans,
    rotations,
    stops,
    leaks: new LeakPlans({ ...parts, stops, plans }),
    renewals,
    uses,
    checks,
    dueOf: (credential: Credential) =>
      toSecretDueView(session, credential, ports.alerts?.settings().daysBefore ?? []),
    alerts: ports.alerts === undefined ? null : createAlerts(session, renewals, ports.alerts),
    leases: new Leases(session, revocations),
    inspections: new Inspections(session),
    secretScan: new SecretScan(session),
    diagnoses: new Diagnoses({ session, requests, revocations }),
    imports: new Imports(session),
    bulk: new BulkRuns(session, requests, checks),
  };
}

/** Requests under way when the program ended: each may have brought a token that nobody saw. */
async function listUnseen(session: OpenSession): Promise<void> {
  const unseen = session.vault.contents().tokens.filter(({ issue }) => issue === 'requested');
  if (unseen.length === 0) return;
  await session.vault.change({ contents: settleInterrupted });
  for (const token of unseen) {
    recordTokenEvent(session, 'token_possibly_issued', token, { by: 'app' });
  }
}

/** Lets go of what waited for a death, until nothing more comes free by that. */
function createWaitingSweep(session: OpenSession): () => void {
  const { vault } = session;
  let sweeping = false;
  async function sweepAll(): Promise<void> {
    sweeping = true;
    for (let before = null; before !== vault.contents();) {
      before = vault.contents();
      await sweep(session);
    }
    sweeping = false;
  }
  return () => {
    if (!sweeping && isAnythingWaiting(session, vault.contents())) void sweepAll();
  };
}

export type SessionClosingParts = ReturnType<typeof createServices> &
  Pick<SessionGround, 'session' | 'clock' | 'edits'> & {
    readonly closing: AbortController;
    readonly nextEvent: Pick<ReturnType<typeof createNextEvent>, 'close'>;
    /** Calls under way. */
    readonly running: () => number;
    readonly closedBy: () => readonly LeaseEnd[];
  };

/**
 * How a session ends: what a lock has to revoke leaves first, calls under way come to an end and are saved, then
 * every secret goes. Each part has a limit; nothing new begins.
 */
export function createSessionClosing(parts: SessionClosingParts) {
  const { clock, closing, leases, revocations, running, session } = parts;
  const { inMemory } = session.vault;
  let spared = false;
  let left: LeftAlive | null = null;

  // It goes with the keys: afterwards nothing is left to be counted.
  if (inMemory) {
    session.vault.hook({
      wiping() {
        left = leftAlive(session);
      },
    });
  }

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
    if (inMemory && !spared) await revokeSurviving(session, leases, revocations);
    await within(clock, Math.max(0, graceEndsMs - clock.monotonicMs()), asked, null);
    parts.verifications.close();
    const unheard = (): number => (inMemory ? unanswered(session) : leases.ended(over).waiting);
    await quiet(clock, graceEndsMs, () => unheard() === 0);
    revocations.close();
    await quiet(clock, graceEndsMs, () => running() === 0);
    closing.abort();
    await quiet(clock, clock.monotonicMs() + CLOSING_GRACE_MS, () => running() === 0);
    await parts.edits.settled();
    const ended = leases.ended(over);
    session.texts.close();
    await session.vault.lock();
    return ended;
  }

  return {
    close,
    /** Leases that the end of the session has to end, none of them ended yet. */
    leasesDue: (): LeasesEnded => leases.due(...parts.closedBy()),
    /** The person wants the tokens of a vault in memory to live on: its end leaves them alone. */
    spare: (): void => {
      spared = true;
    },
    /** What became of the tokens of a vault in memory, once the session is closed; null where nothing is to tell. */
    left: (): LeftAlive | null => left,
    /** Ends every call at once and wipes every secret that is in memory alone. Waits for nothing. */
    closeNow: (): void => {
      // Secrets first: nothing that fails as it ends keeps one in memory.
      runEvery(
        () => session.texts.close(),
        () => revocations.close(),
        () => closing.abort(),
      );
    },
  };
}
