// The diagnoses of an open vault: one at a time, the last few kept in memory until it is locked. Nothing
// of them is saved; the history keeps that there was one, the ledger its token.
import { KEPT_DIAGNOSES, type DiagnosisView } from '../../shared/diagnosis/diagnosis-view.ts';
import { diagnosisVerdict } from '../../shared/diagnosis/diagnosis-summary.ts';
import type { TraderScope } from '../../shared/words.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { hostOf } from '../domain/place-words.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { findCredential, type CredentialPlace } from '../tokens/open-session.ts';
import { refusalBeforeSending } from '../tokens/issuance/token-requests.ts';
import { runChecks } from './checks.ts';
import type { TokenPorts } from './own-token.ts';
import { checksFor, withLine } from './check-lines.ts';

/** One at a time. */
export class Diagnoses {
  readonly #ports: TokenPorts;
  #kept: readonly DiagnosisView[] = [];
  #stopping: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(ports: TokenPorts) {
    this.#ports = ports;
  }

  start(credentialId: CredentialId, scopes: readonly TraderScope[]): Result<DiagnosisView> {
    const { session } = this.#ports;
    const place = findCredential(session, credentialId);
    if (!place.ok) return place;
    if (this.#stopping !== null || this.#closed)
      return fail({ code: 'in_use', facts: { about: 'call' } });
    const refusal = refusalBeforeSending(place.value.credential, scopes, 'user');
    if (refusal !== null) return fail(refusal);
    const view = newView(session.newId(), place.value, scopes, session.clock.nowMs());
    this.#kept = [view, ...this.#kept].slice(0, KEPT_DIAGNOSES);
    session.changed();
    this.#stopping = new AbortController();
    this.#running = this.#run(view, place.value, this.#stopping.signal).catch(() => {
      // A bug in a check must not leave a diagnosis that never ends.
      this.#stopping = null;
      this.#change(view.id, { endedAtMs: session.clock.nowMs(), stopped: true });
    });
    return ok(view);
  }

  /** Ends the one under way; its token is revoked all the same. */
  cancel(): void {
    this.#stopping?.abort();
  }

  /** The newest first. */
  list(): readonly DiagnosisView[] {
    return this.#kept;
  }

  find(id: string): DiagnosisView | null {
    return this.#kept.find((each) => each.id === id) ?? null;
  }

  /** Ends it; resolves once the revocation of its token is written down, null where none runs. */
  close(): Promise<void> | null {
    this.#closed = true;
    const isRunning = this.#stopping !== null;
    this.cancel();
    return isRunning ? this.#running : null;
  }

  #change(id: string, part: Partial<DiagnosisView>): void {
    this.#kept = this.#kept.map((each) => (each.id === id ? { ...each, ...part } : each));
    this.#ports.session.changed();
  }

  async #run(view: DiagnosisView, place: CredentialPlace, signal: AbortSignal): Promise<void> {
    const { session } = this.#ports;
    const { id, scopes } = view;
    const beganMs = session.clock.monotonicMs();
    for await (const check of runChecks(this.#ports, { place, scopes, signal })) {
      this.#change(id, { checks: [...withLine(this.find(id)?.checks ?? [], check)] });
    }
    this.#stopping = null;
    this.#change(id, { endedAtMs: session.clock.nowMs(), stopped: signal.aborted });
    recordCredentialEvent(session, 'credential_diagnosed', place.credential, {
      word: signal.aborted ? 'stopped' : diagnosisVerdict(this.find(id) ?? view),
      durationMs: Math.round(session.clock.monotonicMs() - beganMs),
    });
  }
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
