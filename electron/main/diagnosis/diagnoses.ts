// The diagnoses of an open vault: one at a time, the last few kept in memory until it is locked. Nothing
// of them is saved; the history keeps that there was one, the ledger its token.
import { KEPT_DIAGNOSES, type DiagnosisView } from '../../shared/diagnosis/diagnosis-view.ts';
import { diagnosisVerdict } from '../../shared/diagnosis/diagnosis-summary.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { TraderScope } from '../../shared/words.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { findCredential, type CredentialPlace } from '../tokens/open-session.ts';
import { refusalBeforeSending } from '../tokens/issuance/token-request-rules.ts';
import { hostOf } from './address-check.ts';
import { runChecks } from './checks.ts';
import type { TokenPorts } from './own-token.ts';
import { checksFor, withLine } from './check-lines.ts';

export interface Diagnoses {
  readonly start: (
    id: CredentialId,
    scopes: readonly TraderScope[],
  ) => Result<DiagnosisView, Failure>;
  /** Resolves once it is newer than `seen`, or the vault is locked; at once for one that has ended. */
  readonly follow: (id: string, seen: number) => Promise<Result<DiagnosisView, Failure>>;
  /** Ends the one under way; its token is revoked all the same. */
  readonly cancel: () => void;
  /** The newest first. */
  readonly list: () => readonly DiagnosisView[];
  readonly find: (id: string) => DiagnosisView | null;
  /** Ends it; resolves once the revocation of its token is written down, null where none runs. */
  readonly close: () => Promise<void> | null;
}

export function createDiagnoses(ports: TokenPorts): Diagnoses {
  const { session } = ports;
  let kept: readonly DiagnosisView[] = [];
  let stopping: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let closed = false;
  /** One window looks: whoever asked before is answered when somebody asks again. */
  let tellFollower: () => void = () => undefined;

  const find = (id: string): DiagnosisView | null => kept.find((each) => each.id === id) ?? null;

  function change(id: string, part: Partial<DiagnosisView>): void {
    kept = kept.map((each) =>
      each.id === id ? { ...each, ...part, version: each.version + 1 } : each,
    );
    tellFollower();
  }

  async function run(
    view: DiagnosisView,
    place: CredentialPlace,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, scopes } = view;
    const beganMs = session.clock.monotonicMs();
    for await (const check of runChecks(ports, { place, scopes, signal })) {
      change(id, { checks: [...withLine(find(id)?.checks ?? [], check)] });
    }
    stopping = null;
    change(id, { endedAtMs: session.clock.nowMs(), stopped: signal.aborted });
    const durationMs = Math.round(session.clock.monotonicMs() - beganMs);
    recordCredentialEvent(session, 'credential_diagnosed', place.credential, {
      word: signal.aborted ? 'stopped' : diagnosisVerdict(find(id) ?? view),
      durationMs,
    });
    session.changed();
  }

  return {
    start(credentialId, scopes) {
      const place = findCredential(session, credentialId);
      if (!place.ok) return place;
      if (stopping !== null || closed) return fail({ code: 'in_use', facts: { about: 'call' } });
      const { credential } = place.value;
      const refusal = refusalBeforeSending(credential, scopes, 'user');
      if (refusal !== null) return fail(refusal);
      const view = newView(session.newId(), place.value, scopes, session.clock.nowMs());
      kept = [view, ...kept].slice(0, KEPT_DIAGNOSES);
      stopping = new AbortController();
      running = run(view, place.value, stopping.signal).catch(() => {
        // A bug in a check must not leave a diagnosis that never ends.
        stopping = null;
        change(view.id, { endedAtMs: session.clock.nowMs(), stopped: true });
      });
      return ok(view);
    },
    async follow(id, seen) {
      tellFollower();
      const before = find(id);
      if (before === null) return fail(gone('diagnosis'));
      if (before.version > seen || before.endedAtMs !== null || closed) return ok(before);
      await new Promise<void>((resolve) => {
        tellFollower = resolve;
      });
      const now = find(id);
      return now === null ? fail(gone('diagnosis')) : ok(now);
    },
    cancel: () => stopping?.abort(),
    list: () => kept,
    find,
    close() {
      closed = true;
      const isRunning = stopping !== null;
      stopping?.abort();
      tellFollower();
      if (isRunning) return running.then(() => tellFollower());
      return null;
    },
  };
}

function newView(
  id: string,
  { credential, environment, target }: CredentialPlace,
  scopes: readonly TraderScope[],
  nowMs: number,
): DiagnosisView {
  const { accessType } = credential;
  const isOneHost = hostOf(target.baseUrl) === hostOf(target.tradeUrl);
  return {
    id,
    version: 1,
    credentialId: credential.id,
    label: credential.label,
    clientId: credential.clientId,
    accessType,
    environment: environment.name,
    kind: environment.kind,
    baseUrl: target.baseUrl,
    tradeUrl: target.tradeUrl,
    ownAuthority: target.authorityPem !== null,
    scopes: [...scopes],
    startedAtMs: nowMs,
    endedAtMs: null,
    stopped: false,
    checks: [...checksFor(accessType, isOneHost, credential.secretCommand !== undefined)],
  };
}
