// Everything that works while the vault is open, made at unlock and ended at lock.
import { randomUUID } from 'node:crypto';
import { createPartnerPlans, type PartnerPlans } from '../incident/partner-guide.ts';
import { createLeakPlans, type LeakPlans } from '../incident/leak-plans.ts';
import { createRotations, type Rotations } from '../incident/rotations.ts';
import type { LeaseEnd } from '../../shared/words.ts';
import { createDiagnoses, type Diagnoses } from '../diagnosis/diagnoses.ts';
import { createMetadataReadings, type MetadataReadings } from '../diagnosis/metadata-document.ts';
import type { Clock } from '../domain/clock.ts';
import type { Environment } from '../domain/environment.ts';
import { NO_SECRET_PROGRAM, type SecretProgram } from '../domain/printing-command.ts';
import type { TokenId } from '../domain/ids.ts';
import { within } from '../domain/time-limit.ts';
import type { RecordEvent } from '../domain/history-event.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import { createBulkRuns, type BulkRuns } from '../bulk/bulk-runs.ts';
import { createActivities } from '../tokens/ledger/activities.ts';
import { createContentsIndex } from '../tokens/ledger/contents-index.ts';
import { createExpiryBook } from '../tokens/ledger/expiry-book.ts';
import { hasLiveTokens, isAnythingWaiting, sweep } from '../tokens/ledger/housekeeping.ts';
import { settleInterrupted } from '../tokens/ledger/ledger.ts';
import { createInspections, type Inspections } from '../inspection/inspections.ts';
import { createLeases, type Leases } from '../renewal/leases.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { createRenewals, type Renewals } from '../renewal/renewals.ts';
import { createRevocations, type Revocations } from '../tokens/revocation/revocations.ts';
import { longestLifetimeMsOf, propagationMsOf, type OpenSession } from '../tokens/open-session.ts';
import { createRevocationRuns, type RevocationRuns } from '../revoke-all/revocation-runs.ts';
import { createTokenChecks, type TokenChecks } from '../tokens/checks/token-checks.ts';
import { createTokenEdits } from '../tokens/ledger/token-edits.ts';
import { createSecretProvider } from '../tokens/issuance/secret-provider.ts';
import { createTokenRequests, type TokenRequests } from '../tokens/issuance/token-requests.ts';
import { createEphemeralEnd, type EphemeralEnd } from '../tokens/ephemeral/ephemeral-end.ts';
import { createEphemeralVault } from '../tokens/ephemeral/ephemeral-vault.ts';
import { createUnsavedTokens, type UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { createVerifications } from '../tokens/checks/verification.ts';
import { createImports, type Imports } from '../import-export/imports.ts';
import type { OpenVault, VaultContents } from '../vault/store/vault.ts';
import { createSecretScan, type SecretScan } from '../secret-scan/file-search.ts';
import { createAlerts, type AlertPorts } from '../alerts/alerts.ts';
import { withProxyPasswords } from '../environments/proxy-passwords.ts';
import { createLastUses, type LastUses, type PastEvents } from '../health/last-uses.ts';
import { createSecretDues, type SecretDues } from '../health/secret-dues.ts';
import { createNextEvent } from './next-event.ts';
import { createSessionClosing, type SessionClosing } from './session-closing.ts';

/** So long practice may take to start, and what a drill left to be cleaned up. */
const RESUMING_LIMIT_MS = 15_000;

export interface SessionServices extends SessionClosing {
  readonly session: OpenSession;
  readonly texts: UnsavedTokens;
  readonly requests: TokenRequests;
  readonly checks: TokenChecks;
  readonly revocations: Revocations;
  readonly plans: PartnerPlans;
  readonly rotations: Rotations;
  readonly leaks: LeakPlans;
  readonly stops: RevocationRuns;
  readonly bulk: BulkRuns;
  readonly renewals: Renewals;
  readonly leases: Leases;
  readonly inspections: Inspections;
  readonly secretScan: SecretScan;
  readonly diagnoses: Diagnoses;
  readonly imports: Imports;
  readonly metadata: MetadataReadings;
  readonly ephemeral: EphemeralEnd;
  readonly uses: LastUses;
  readonly dues: SecretDues;
  /** How far the servers' clocks were from this machine's at the last answer that said so, seconds; null: unknown. */
  readonly clockSkewSeconds: () => number | null;
  /** Looks at the clock again: after resume, a clock jump, or when a window is shown. */
  readonly wake: () => void;
}

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

const NOTHING_HANDED_OUT: HandedOut = {
  dueAtLock: () => [],
  endAtLock: () => [],
  keepThroughLock: () => Promise.resolve(),
  recover: () => Promise.resolve(),
  freeze: () => undefined,
};

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

export async function openSession(ports: SessionPorts): Promise<SessionServices> {
  const closing = new AbortController();
  const { clock } = ports;
  const ephemeralVault = createEphemeralVault(ports.vault);
  const edits = createTokenEdits(ephemeralVault.vaultWithEphemeral, clock, () =>
    revocations.hasMany(),
  );
  const vault = edits.timedVault;
  let clockSkewSeconds: number | null = null;
  let looked: VaultContents | null = null;
  /** What depends on what is saved is looked at once per save, however much is told meanwhile. */
  const changed = (): void => {
    if (vault.contents() !== looked) {
      looked = vault.contents();
      nextEvent.arm();
      stops.reevaluate();
      verifications.reevaluate();
      requests.waits.reevaluate();
      renewals.reevaluate();
      leases.reevaluate();
      alerts?.reevaluate();
      sweepWaiting();
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
      uses.note(event);
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
  const sweepWaiting = createWaitingSweep(session);
  const texts = createUnsavedTokens(session);
  const verifications = createVerifications(session, texts, edits.edit);
  const requests = createTokenRequests(session, texts);
  const revocations = createRevocations(session, texts, edits, verifications);
  texts.whenSaved(revocations.begin);
  const plans = createPartnerPlans(session, requests, verifications);
  const rotations = createRotations({ session, texts, requests, revocations, plans });
  const runs = createRevocationRuns(session, texts, revocations);
  const stops: RevocationRuns = {
    ...runs,
    start(scope) {
      ports.handedOut?.freeze();
      return runs.start(scope);
    },
  };
  const parts = { session, texts, requests, revocations, verifications };
  const leaks = createLeakPlans({ ...parts, stops, plans });
  const renewals = createRenewals({ session, texts, requests, revocations });
  const uses = createLastUses(session, ports.pastEvents ?? (() => Promise.resolve(true)));
  const dues = createSecretDues(session, () => ports.alerts?.settings().daysBefore ?? []);
  const alerts = ports.alerts === undefined ? null : createAlerts(session, renewals, ports.alerts);
  const leases = createLeases(session, texts, revocations);
  const checks = createTokenChecks(session, texts, (id) => {
    revocations.begin([id]);
    plans.resume();
  });
  const inspections = createInspections(session, texts);
  const secretScan = createSecretScan(session, texts);
  const diagnoses = createDiagnoses({ session, texts, requests, revocations });
  const imports = createImports(session);
  const bulk = createBulkRuns(session, requests, checks);
  const ephemeral = createEphemeralEnd(session, texts, revocations);
  const nextEvent = createNextEvent(session, () => {
    alerts?.reevaluate();
    void sweep(session);
    ports.changed();
  });

  const handedOut = ports.handedOut ?? NOTHING_HANDED_OUT;
  const ending = createSessionClosing({
    clock,
    closing,
    edits,
    ephemeralVault,
    nextEvent,
    verifications,
    texts,
    requests,
    revocations,
    bulk,
    renewals,
    leases,
    inspections,
    secretScan,
    imports,
    diagnoses,
    ephemeral,
    running: activities.count,
    closedBy: () => ports.closedBy?.() ?? ['lock'],
    handedOut: { ...handedOut, keepThroughLock: () => handedOut.keepThroughLock(session) },
    revokesEphemeral: () => ports.revokesEphemeral?.() ?? true,
  });

  await listUnseen(session);
  await within(clock, RESUMING_LIMIT_MS, handedOut.recover(session), null);
  // Calls that would need what is not there fail, and are tried again; the vault is not held up for it.
  await within(clock, RESUMING_LIMIT_MS, ports.beforeResuming(session), null);
  revocations.resume();
  plans.resume();
  rotations.resume();
  leaks.resume();
  await leases.happened(...(ports.missed ?? ['lock']));
  renewals.reevaluate();
  leases.reevaluate();
  nextEvent.arm();

  return {
    session,
    texts,
    requests,
    checks,
    revocations,
    plans,
    rotations,
    leaks,
    stops,
    bulk,
    renewals,
    leases,
    inspections,
    secretScan,
    diagnoses,
    imports,
    metadata: createMetadataReadings(session, texts),
    ephemeral,
    uses,
    dues,
    ...ending,
    clockSkewSeconds: () => clockSkewSeconds,
    wake() {
      looked = null;
      renewals.wake();
      changed();
    },
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
