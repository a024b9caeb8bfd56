// The incident report of a revocation run: what was asked, what each token came to, what was proven and what
// was not, and the timeline. Made of facts about tokens only: no field of it could hold a secret.
import { controlWords, evidenceWords } from '../../shared/tokens/evidence-words.ts';
import type { TokenState } from '../../shared/words.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { RevocationRun } from '../domain/revocation-run.ts';
import { deathProofOf, provenDeadAtMs } from '../domain/death-proof.ts';
import type { Token } from '../domain/token.ts';
import { events as happened, scopes, stateVerdicts, unknownCredential } from './incident-words.ts';

export interface ReportSources {
  readonly run: RevocationRun;
  readonly environments: readonly Environment[];
  readonly credentials: readonly Credential[];
  readonly tokens: readonly Token[];
  /** Asked to stop, and out of the run's reach (revoke-all/run-tokens.ts). */
  readonly beyond: readonly Token[];
  readonly stateOf: (token: Token) => TokenState;
  readonly nowMs: number;
  /** Name of the time zone of this machine, such as `Europe/Berlin`. */
  readonly zone: string;
  /** Version of the app. */
  readonly version: string;
  /** With notes and addresses of pages; without, unless said. */
  readonly withNotes?: boolean;
}

/** Times are ISO 8601 in UTC; durations are milliseconds from the key press. */
export interface IncidentReport {
  readonly report: 'strongroom-incident';
  readonly format: 1;
  readonly app: string;
  readonly madeAt: string;
  readonly timeZone: string;
  readonly drill: boolean;
  readonly run: {
    readonly id: string;
    readonly scope: string;
    readonly pressedAt: string;
    readonly firstByteAfterMs: number | null;
    readonly lastAcceptedAfterMs: number | null;
    readonly lastVerifiedAfterMs: number | null;
    readonly queueStoppedAt: string | null;
  };
  readonly counts: {
    readonly tokens: number;
    readonly accepted: number;
    readonly verifiedDead: number;
    /** Refused in a row, not confirmed yet. */
    readonly confirming: number;
    readonly notVerifiable: number;
    readonly stillHonoured: number;
    readonly notAccepted: number;
    readonly expired: number;
    /** Not sent when the queue was stopped: live. */
    readonly leftAlone: number;
    readonly byThePerson: number;
    /** May exist, and nobody here can revoke them. */
    readonly outOfReach: number;
    /** Of the run, and no longer in the vault: nothing can be said of them. */
    readonly notRecorded: number;
  };
  readonly tokens: readonly ReportedToken[];
  readonly timeline: readonly { readonly at: string; readonly what: string }[];
  /** What the person wrote down about the credentials; absent unless asked for. */
  readonly notes?: readonly ReportedNotes[];
}

interface ReportedNotes {
  readonly credential: string;
  readonly notes: string;
  readonly webPage: string;
}

export interface ReportedToken {
  readonly fingerprint: string;
  readonly credential: string;
  readonly clientId: string;
  readonly accessType: Credential['accessType'];
  readonly environment: string;
  readonly host: string;
  readonly scopes: readonly string[];
  readonly issuedAt: string;
  readonly state: TokenState;
  readonly verdict: string;
  readonly attempts: number;
  readonly acceptedAt: string | null;
  /** Refusals in a row that are about the token. */
  readonly refusalsSeen: number;
  readonly firstRefusedAt: string | null;
  /** From the first of them to the one that confirmed it dead, milliseconds. */
  readonly refusedForMs: number | null;
  /** Why they are about the token; null where none was. */
  readonly evidence: string | null;
  /** Answers since the acceptance that said nothing about it. */
  readonly unclearAnswers: number;
  /** What another token showed where the last of them was a refusal without a word; null without one. */
  readonly control: string | null;
  /** When a call was last seen to take it before; null where none was made. */
  readonly worksBefore: string | null;
  readonly verifiedAt: string | null;
  readonly lastHonouredAt: string | null;
  readonly failure: string | null;
  readonly httpStatus: number | null;
}

/**
 * The state of a token as the report tells it. One that a server may still honour is not told as over, whatever the
 * time on the screen says: the wall clock may be ahead.
 */
export const reportedState = (state: TokenState, isLive: boolean): TokenState =>
  state === 'expired' && isLive ? 'unclear' : state;

export function incidentReport(sources: ReportSources): IncidentReport {
  const { run } = sources;
  const known = new Map(sources.tokens.map((token) => [token.id, token]));
  const ids = [...run.tokenIds, ...run.guidedTokenIds];
  const tokens = ids.flatMap((id) => {
    const token = known.get(id);
    return token === undefined ? [] : [token];
  });
  const notRecorded = ids.length - tokens.length;
  tokens.push(...sources.beyond);
  const rows = tokens.map((token) => reported(sources, token));
  const states = tokens.map((token) => sources.stateOf(token));
  const having = (...wanted: readonly TokenState[]): number =>
    states.filter((state) => wanted.includes(state)).length;
  const accepted = tokens.filter(({ revocation }) => revocation?.acceptedAtMs != null);
  return {
    report: 'strongroom-incident',
    format: 1,
    app: `Strongroom ${sources.version}`,
    madeAt: iso(sources.nowMs),
    timeZone: sources.zone,
    drill: run.drillId !== null,
    run: {
      id: run.id,
      scope: scopeText(sources),
      pressedAt: iso(run.pressedAtMs),
      firstByteAfterMs: since(run, run.firstSentAtMs),
      lastAcceptedAfterMs: since(
        run,
        latest(accepted.map((each) => each.revocation?.acceptedAtMs)),
      ),
      lastVerifiedAfterMs: since(run, latest(tokens.map(provenDeadAtMs))),
      queueStoppedAt: run.cancelledAtMs === null ? null : iso(run.cancelledAtMs),
    },
    counts: {
      tokens: tokens.length,
      accepted: accepted.length,
      verifiedDead: having('verified'),
      notVerifiable: having('not_verifiable'),
      stillHonoured: having('still_honoured'),
      notAccepted: having('revoke_failed', 'revoking'),
      expired: having('expired'),
      leftAlone: having('active', 'expiring', 'superseded', 'unclear', 'quarantined', 'refused'),
      confirming: having('confirming'),
      byThePerson: run.guidedTokenIds.length,
      outOfReach: having('possibly_issued', 'forgotten'),
      notRecorded,
    },
    tokens: rows,
    timeline: timeline(sources, tokens),
    ...(sources.withNotes === true ? { notes: notesOf(sources, tokens) } : {}),
  };
}

/** Of the credentials whose tokens are in the report, where anything is written down. */
function notesOf({ credentials }: ReportSources, tokens: readonly Token[]): ReportedNotes[] {
  const of = new Set(tokens.map(({ credentialId }) => credentialId));
  return credentials
    .filter(({ id }) => of.has(id))
    .map(({ label, notes = '', webPage = '' }) => ({ credential: label, notes, webPage }))
    .filter(({ notes, webPage }) => notes !== '' || webPage !== '');
}

function reported(sources: ReportSources, token: Token): ReportedToken {
  const credential = sources.credentials.find(({ id }) => id === token.credentialId);
  const environment = sources.environments.find(({ id }) => id === credential?.environmentId);
  const run = token.revocation;
  const proof = deathProofOf(token);
  const deadAtMs = provenDeadAtMs(token);
  const failure = run?.terminalFailure ?? run?.lastFailure ?? null;
  const state = sources.stateOf(token);
  return {
    fingerprint: token.fingerprint,
    credential: credential?.label ?? unknownCredential,
    clientId: credential?.clientId ?? '',
    accessType: credential?.accessType ?? 'trader',
    environment: environment?.name ?? '',
    host: environment === undefined ? '' : (URL.parse(environment.baseUrl)?.host ?? ''),
    scopes: token.grantedScopes ?? token.requestedScopes,
    issuedAt: iso(token.sentAtMs),
    state,
    verdict: stateVerdicts[state],
    attempts: run?.attempts ?? 0,
    acceptedAt: isoOrNull(run?.acceptedAtMs),
    refusalsSeen: proof?.refusals ?? 0,
    firstRefusedAt: isoOrNull(proof?.firstRefusedAtMs),
    refusedForMs:
      deadAtMs === null || proof?.firstRefusedAtMs === undefined
        ? null
        : Math.max(0, deadAtMs - proof.firstRefusedAtMs),
    evidence: proof?.evidence === undefined ? null : evidenceWords[proof.evidence],
    unclearAnswers: run?.unclear ?? 0,
    control: token.lastCheck?.control === undefined ? null : controlWords[token.lastCheck.control],
    worksBefore: isoOrNull(latest((token.baselines ?? []).map(({ atMs }) => atMs))),
    verifiedAt: isoOrNull(deadAtMs),
    lastHonouredAt: isoOrNull(run?.honouredAtMs),
    failure: failure?.code ?? null,
    httpStatus: failure?.facts?.status ?? null,
  };
}

function timeline(sources: ReportSources, tokens: readonly Token[]): IncidentReport['timeline'] {
  const { run } = sources;
  const events: { atMs: number; what: string }[] = [
    { atMs: run.pressedAtMs, what: happened.pressed },
  ];
  const add = (atMs: number | null | undefined, what: string): void => {
    if (typeof atMs === 'number') events.push({ atMs, what });
  };
  add(run.firstSentAtMs, happened.firstSent);
  add(run.cancelledAtMs, happened.queueStopped);
  for (const token of tokens) {
    const { fingerprint } = token;
    add(token.revocation?.acceptedAtMs, happened.accepted(fingerprint));
    add(deathProofOf(token)?.firstRefusedAtMs, happened.refused(fingerprint));
    add(
      provenDeadAtMs(token),
      token.revocation === null ? happened.deadByPerson(fingerprint) : happened.dead(fingerprint),
    );
  }
  return events
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, what }) => ({ at: iso(atMs), what }));
}

function scopeText({ run, environments, credentials }: ReportSources): string {
  const { scope } = run;
  switch (scope.kind) {
    case 'all':
      return scopes.all;
    case 'environment':
      return scopes.environment(environments.find(({ id }) => id === scope.environmentId)?.name);
    case 'credential':
      return scopes.credential(credentials.find(({ id }) => id === scope.credentialId)?.label);
    case 'tag':
      return scopes.tag(scope.tag);
    case 'selection':
      return scopes.selection(scope.tokenIds.length);
  }
}

function latest(times: readonly (number | null | undefined)[]): number | null {
  return times.reduce<number | null>(
    (max, each) => (each == null ? max : Math.max(max ?? each, each)),
    null,
  );
}

const since = (run: RevocationRun, atMs: number | null): number | null =>
  atMs === null ? null : Math.max(0, Math.round(atMs - run.pressedAtMs));
const iso = (atMs: number): string => new Date(atMs).toISOString();
const isoOrNull = (atMs: number | null | undefined): string | null =>
  atMs == null ? null : iso(atMs);
