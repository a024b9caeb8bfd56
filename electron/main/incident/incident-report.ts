// The incident report of a revocation run: what was asked, what each token came to, what was proven and what
// was not, and the timeline. Made of facts about tokens only: no field of it could hold a secret.
import { counted } from '../../shared/counts.ts';
import { controlWords, evidenceWords } from '../../shared/tokens/evidence-words.ts';
import type { TokenState } from '../../shared/words.ts';
import type { RevocationRun } from '../domain/revocation-run.ts';
import { deathProofOf, provenDeadAtMs } from '../domain/death-proof.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/vault.ts';
import { stateVerdicts } from './incident-words.ts';

/** In place of a name that is gone. */
const REMOVED = 'removed';

export interface ReportSources extends Pick<
  VaultContents,
  'environments' | 'credentials' | 'tokens'
> {
  readonly run: RevocationRun;
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

export type IncidentReport = ReturnType<typeof incidentReport>;
export type ReportedToken = ReturnType<typeof reported>;

/**
 * The state of a token as the report tells it. One that a server may still honour is not told as over, whatever the
 * time on the screen says: the wall clock may be ahead.
 */
export const reportedState = (state: TokenState, isLive: boolean): TokenState =>
  state === 'expired' && isLive ? 'unclear' : state;

/** Times are ISO 8601 in UTC; durations are milliseconds from the key press. */
export function incidentReport(sources: ReportSources) {
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
    report: 'strongroom-incident' as const,
    format: 1 as const,
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
      /** Not sent when the queue was stopped: live. */
      leftAlone: having('active', 'expiring', 'superseded', 'unclear', 'quarantined', 'refused'),
      /** Refused in a row, not confirmed yet. */
      confirming: having('confirming'),
      byThePerson: run.guidedTokenIds.length,
      /** May exist, and nobody here can revoke them. */
      outOfReach: having('possibly_issued', 'forgotten'),
      /** Of the run, and no longer in the vault: nothing can be said of them. */
      notRecorded,
    },
    tokens: rows,
    timeline: timeline(sources, tokens),
    /** What the person wrote down about the credentials; absent unless asked for. */
    ...(sources.withNotes === true ? { notes: notesOf(sources, tokens) } : {}),
  };
}

/** Of the credentials whose tokens are in the report, where anything is written down. */
function notesOf({ credentials }: ReportSources, tokens: readonly Token[]) {
  const of = new Set(tokens.map(({ credentialId }) => credentialId));
  return credentials
    .filter(({ id }) => of.has(id))
    .map(({ label, notes = '', webPage = '' }) => ({ credential: label, notes, webPage }))
    .filter(({ notes, webPage }) => notes !== '' || webPage !== '');
}

function reported(sources: ReportSources, token: Token) {
  const credential = sources.credentials.find(({ id }) => id === token.credentialId);
  const environment = sources.environments.find(({ id }) => id === credential?.environmentId);
  const run = token.revocation;
  const proof = deathProofOf(token);
  const deadAtMs = provenDeadAtMs(token);
  const failure = run?.terminalFailure ?? run?.lastFailure ?? null;
  const state = sources.stateOf(token);
  return {
    fingerprint: token.fingerprint,
    credential: credential?.label ?? REMOVED,
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
    /** Refusals in a row that are about the token. */
    refusalsSeen: proof?.refusals ?? 0,
    firstRefusedAt: isoOrNull(proof?.firstRefusedAtMs),
    /** From the first of them to the one that confirmed it dead, milliseconds. */
    refusedForMs:
      deadAtMs === null || proof?.firstRefusedAtMs === undefined
        ? null
        : Math.max(0, deadAtMs - proof.firstRefusedAtMs),
    /** Why they are about the token; null where none was. */
    evidence: proof?.evidence === undefined ? null : evidenceWords[proof.evidence],
    /** Answers since the acceptance that said nothing about it. */
    unclearAnswers: run?.unclear ?? 0,
    /** What another token showed where the last of them was a refusal without a word; null without one. */
    control: token.lastCheck?.control === undefined ? null : controlWords[token.lastCheck.control],
    /** When a call was last seen to take it before; null where none was made. */
    worksBefore: isoOrNull(latest((token.baselines ?? []).map(({ atMs }) => atMs))),
    verifiedAt: isoOrNull(deadAtMs),
    lastHonouredAt: isoOrNull(run?.honouredAtMs),
    failure: failure?.code ?? null,
    httpStatus: failure?.facts?.status ?? null,
  };
}

function timeline(sources: ReportSources, tokens: readonly Token[]) {
  const { run } = sources;
  const events: { atMs: number; what: string }[] = [
    { atMs: run.pressedAtMs, what: 'The revocation was confirmed.' },
  ];
  const add = (atMs: number | null | undefined, what: string): void => {
    if (typeof atMs === 'number') events.push({ atMs, what });
  };
  add(run.firstSentAtMs, 'The first revocation left.');
  add(run.cancelledAtMs, 'The queue was stopped.');
  for (const token of tokens) {
    const { fingerprint } = token;
    add(token.revocation?.acceptedAtMs, `Token ${fingerprint}: accepted by the server.`);
    add(deathProofOf(token)?.firstRefusedAtMs, `Token ${fingerprint}: refused for the first time.`);
    add(
      provenDeadAtMs(token),
      `Token ${fingerprint}: confirmed dead${token.revocation === null ? ' after the steps in the web app' : ''}.`,
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
      return 'everything';
    case 'environment':
      return `environment ${environments.find(({ id }) => id === scope.environmentId)?.name ?? REMOVED}`;
    case 'credential':
      return `key ${credentials.find(({ id }) => id === scope.credentialId)?.label ?? REMOVED}`;
    case 'tag':
      return `tag ${scope.tag}`;
    case 'selection':
      return counted(scope.tokenIds.length, 'selected token');
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
