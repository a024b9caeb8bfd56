// The evidence of a diagnosis: its checks, lines to repeat its calls, versions, times and zone. Built
// from an allow-list, never by taking things out of what a server sent: none of its own words is here.
import type {
  DiagnosisView,
  CheckFact,
  CheckLineView,
} from '../../shared/diagnosis/diagnosis-view.ts';
import {
  causeOf,
  checkSentence,
  checkTitle,
  diagnosisVerdict,
} from '../../shared/diagnosis/diagnosis-summary.ts';
import {
  doorWords,
  factWords,
  placeWords,
  verdictWords,
} from '../../shared/diagnosis/diagnosis-words.ts';
import { isStandardError, type Failure } from '../../shared/failures/failure.ts';
import { traderScopes } from '../../shared/words.ts';
import { curlLines } from './curl-lines.ts';

interface EvidenceSources {
  readonly view: DiagnosisView;
  readonly nowMs: number;
  /** Name of the time zone of this machine, such as `Europe/Berlin`. */
  readonly zone: string;
  /** Version of the app. */
  readonly version: string;
  /** Of the runtime and its TLS library, and the kind of system. */
  readonly machine: Readonly<Record<'node' | 'tls' | 'system', string>>;
}

/** What the files of evidence hold. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** Times are ISO 8601 in UTC, durations milliseconds. */
export function evidenceOf(sources: EvidenceSources) {
  const { nowMs, zone, version, machine } = sources;
  const view = withoutTheirWords(sources.view);
  return {
    evidence: 'strongroom-diagnosis',
    format: 1,
    app: `Strongroom ${version}`,
    machine,
    madeAt: iso(nowMs),
    timeZone: zone,
    startedAt: iso(view.startedAtMs),
    endedAt: view.endedAtMs === null ? null : iso(view.endedAtMs),
    credential: view.label,
    clientId: view.clientId,
    accessType: view.accessType,
    environment: view.environment,
    baseUrl: view.baseUrl,
    tradeUrl: view.tradeUrl,
    scopesAskedFor: view.scopes,
    verdict: verdictWords[diagnosisVerdict(view)],
    summary: causeOf(view).text,
    checks: view.checks.map((check) => evident(check, view)),
    curl: curlLines(view),
  } as const;
}

/** Every check as if the server had said nothing in words of its own. */
function withoutTheirWords(view: DiagnosisView): DiagnosisView {
  return {
    ...view,
    checks: view.checks.map((check) => ({
      ...check,
      failure: check.failure === null ? null : plainFailure(check.failure),
      facts: check.facts.map(({ name, text }) => ({ name, text: plainFact(name, text) })),
    })),
  };
}

/** Code, call, our own addresses, status and time: what we know ourselves. */
function plainFailure({ code, facts }: Failure): Failure {
  const { call, host, status, durationMs, proxy, possiblyDone } = facts ?? {};
  return { code, facts: { call, host, status, durationMs, proxy, possiblyDone } };
}

const SCOPES = new Set<string>(traderScopes);

/**
 * A server chooses the words of its scopes and errors: only those the specification and RFC 6749 name
 * are told. What a certificate says was read before anything secret was sent to its server.
 */
function plainFact(name: CheckFact, text: string): string {
  if (name === 'oauth_error') return isStandardError(text) ? text : 'a code of its own';
  if (name !== 'granted') return text;
  const words = text.split(' ');
  const known = words.filter((word) => SCOPES.has(word));
  return [...known, ...(known.length < words.length ? ['and others'] : [])].join(' ');
}

function evident(check: CheckLineView, view: DiagnosisView) {
  return {
    about: placeWords[check.place],
    check: checkTitle(check, view),
    verdict: verdictWords[check.verdict],
    sentence: checkSentence(check),
    looksLike: check.doors.map((door) => doorWords[door]),
    tookMs: check.durationMs === null ? null : Math.round(check.durationMs),
    code: check.failure?.code ?? null,
    facts: Object.fromEntries(check.facts.map(({ name, text }) => [factWords[name], text])),
  } as const;
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

/** The TLS library that carries this app's calls: Electron's Node has BoringSSL, and names no version of it. */
export function tlsLibrary(versions: Readonly<Record<string, string | undefined>>): string {
  const onElectron = versions['electron'] !== undefined && !('strongroom-stand-in' in versions);
  return onElectron
    ? `BoringSSL of Electron ${versions['electron']}`
    : `OpenSSL ${versions['openssl'] ?? 'of an unknown version'}`;
}
