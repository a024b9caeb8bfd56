// A token that came from somewhere else, held in memory alone and never saved: what is known of its
// form, and what a server the person chose answers about it. Wiped when the person closes it, at lock
// and at quit. The history keeps its fingerprint and the outcome.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type {
  InspectionAnswerView,
  InspectionSource,
  InspectionView,
} from '../../shared/inspection/inspection-view.ts';
import type { AccessType } from '../../shared/words.ts';
import type { Environment } from '../domain/environment.ts';
import type { CredentialId, EnvironmentId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { secretFieldToMint } from '../domain/rotation.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { coreOf, findingsOf } from '../domain/token-form.ts';
import type { CallOptions } from '../gateway/call-target.ts';
import type { GatewayFailure, ProbeAnswer } from '../gateway/gateway.ts';
import { isBearerText, MAX_TOKEN_BYTES } from '../gateway/responses/token-response.ts';
import { fromGateway, outcomeOfFailure } from '../tokens/issuance/call-failure.ts';
import { findCredential, findEnvironment, type OpenSession } from '../tokens/open-session.ts';
import { readCheck, readIntrospection, shownOf, type AnswerReading } from './inspection-answer.ts';
import { findOurs } from './inspection-match.ts';

type Answered = Result<InspectionAnswerView>;

interface Held {
  readonly view: InspectionView;
  readonly text: SecretBytes;
  /** Where the person lets this token, and no later one, go. */
  readonly allowed: Set<EnvironmentId>;
}

interface Question {
  readonly call: InspectionAnswerView['question'];
  readonly environment: Environment;
  /** Of the client that asks; wiped once it is answered. */
  readonly secret?: SecretBytes;
  readonly ask: (
    text: SecretBytes,
    options: CallOptions,
  ) => Promise<Result<ProbeAnswer, GatewayFailure>>;
  readonly read: (answer: ProbeAnswer, text: SecretBytes) => AnswerReading;
}

/** Holds one at a time. */
export class Inspections {
  readonly #session: OpenSession;
  #held: Held | null = null;
  #asking: AbortController | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #sheet = new AbortController();

  constructor(session: OpenSession) {
    this.#session = session;
  }

  /** Takes the text over. One that was inspected before is wiped. */
  begin(text: SecretBytes, source: InspectionSource): InspectionView {
    this.#drop();
    const ours = findOurs(this.#session, text);
    const coreBytes = text.use((bytes) => coreOf(bytes).length);
    const view: InspectionView = {
      source,
      fingerprint: this.#session.vault.fingerprint(text),
      bytes: text.length,
      findings: [...text.use(findingsOf)],
      // A client secret never goes where a token belongs.
      sendable:
        ours?.what !== 'client_secret' && text.length <= MAX_TOKEN_BYTES && text.use(isBearerText),
      tidiable: coreBytes > 0 && coreBytes < text.length,
      ours,
    };
    this.#held = { view, text, allowed: new Set() };
    return view;
  }

  tidy(): Result<InspectionView> {
    if (this.#held === null) return fail(gone('inspected token'));
    const { text, view } = this.#held;
    return ok(
      this.begin(
        text.use((bytes) => SecretBytes.take(coreOf(bytes))),
        view.source,
      ),
    );
  }

  /** Why nothing can be sent now; null when it can. */
  obstacle(): Failure | null {
    if (this.#held === null) return gone('inspected token');
    if (this.#asking !== null) return { code: 'in_use', facts: { about: 'call' } };
    return this.#held.view.sendable ? null : { code: 'invalid_input', facts: { about: 'token' } };
  }

  /** Environments to which the person lets this token go; a later one has its own. */
  allowed(): Set<EnvironmentId> {
    return this.#held?.allowed ?? new Set();
  }

  /** Who-am-I or positions there. */
  async check(id: EnvironmentId, accessType: AccessType): Promise<Answered> {
    const place = findEnvironment(this.#session, id);
    if (!place.ok) return place;
    const { environment, target } = place.value;
    const { gateway } = this.#session;
    return await this.#put({
      call: accessType === 'trader' ? 'identity check' : 'positions',
      environment,
      ask: (text, options) => gateway.probeToken(target, accessType, text, options),
      read: (answer, text) => shownOf(answer, [text], '', readCheck(answer)),
    });
  }

  /** At the credential's environment, asked as that client. */
  async introspect(id: CredentialId): Promise<Answered> {
    const { clock, gateway, index, vault } = this.#session;
    const place = findCredential(this.#session, id);
    if (!place.ok) return place;
    const { credential, environment, target } = place.value;
    if (target.introspection === undefined) return fail({ code: 'introspection_missing' });
    const field = secretFieldToMint(vault.contents().rotations, id);
    const opened = vault.openRecord({ id, field });
    if (!opened.ok) return opened;
    const { accessType, clientId } = credential;
    const secret = opened.value;
    const ours = this.#held?.view.ours;
    const owner = ours && index.credential(vault.contents(), ours.credentialId as CredentialId);
    return await this.#put({
      call: 'introspection',
      environment,
      secret,
      ask: (text, options) =>
        gateway.introspectToken(target, { accessType, clientId, secret }, text, options),
      read(answer, text) {
        const secrets = [text, secret];
        const { status, body } = answer;
        const said = readIntrospection(status, body, secrets, clock.nowMs(), owner?.clientId);
        return shownOf(answer, secrets, clientId, said);
      },
    });
  }

  /** Ends the question under way. */
  cancel(): void {
    this.#asking?.abort();
  }

  /** Aborted as it is ended: a token that is taken too late for its sheet is not begun. */
  get sheet(): AbortSignal {
    return this.#sheet.signal;
  }

  readonly end = (): void => {
    this.#sheet.abort();
    this.#sheet = new AbortController();
    this.#drop();
  };

  /** Ends it, and resolves when no copy is left. */
  async close(): Promise<void> {
    this.end();
    await this.#running;
  }

  #drop(): void {
    this.cancel();
    this.#held?.text.wipe();
    this.#held = null;
  }

  async #put(question: Question): Promise<Answered> {
    const held = this.#held;
    let refused = this.obstacle();
    if (held !== null && !held.allowed.has(question.environment.id)) {
      refused ??= { code: 'not_allowed' };
    }
    if (refused !== null || held === null) {
      question.secret?.wipe();
      return fail(refused ?? gone('inspected token'));
    }
    const { fingerprint } = held.view;
    const text = held.text.copy();
    this.#asking = new AbortController();
    const signal = AbortSignal.any([this.#asking.signal, this.#session.closing]);
    // Known until it is over, so that closing can wait for it.
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    const atMs = this.#session.clock.nowMs();
    try {
      const answer = await question.ask(text, { signal });
      const view = answerView(this.#session, question, answer, text, atMs);
      noteInspection(this.#session, view, fingerprint);
      // Another token was taken meanwhile: this is no answer about that one.
      const isAbout = this.#held === null || this.#held === held;
      return isAbout ? ok(view) : fail({ code: 'cancelled_by_person' });
    } finally {
      this.#asking = null;
      text.wipe();
      question.secret?.wipe();
      resolve();
    }
  }
}

function answerView(
  session: OpenSession,
  { call, environment, read }: Question,
  answer: Result<ProbeAnswer, GatewayFailure>,
  text: SecretBytes,
  atMs: number,
): InspectionAnswerView {
  const { facts } = answer.ok ? answer.value : answer.failure;
  session.sawClock(facts);
  const common = {
    question: call,
    environment: environment.name,
    host: facts.host,
    proxy: facts.proxy ?? null,
    atMs,
    durationMs: Math.round(facts.durationMs),
    status: facts.status,
  };
  if (!answer.ok) {
    const outcome = outcomeOfFailure(answer.failure);
    const failure = fromGateway(answer.failure, session.clock.nowMs());
    const nothing = { challenge: null, contentType: '', bodyBytes: 0, tree: null, plain: '' };
    return { ...common, ...nothing, outcome, failure, fields: [] };
  }
  const { body, challenge, contentType } = answer.value;
  const shown = read(answer.value, text);
  const bodyBytes = body.length;
  body.fill(0);
  return { ...common, ...shown, failure: null, challenge, contentType, bodyBytes };
}

/** The fingerprint, where it went, and what came of it. */
function noteInspection(
  session: OpenSession,
  { environment, outcome, status, durationMs, failure }: InspectionAnswerView,
  fingerprint: string,
): void {
  session.recordEvent({
    what: 'token_inspected',
    label: environment,
    fingerprint,
    word: outcome,
    durationMs,
    ...(status === null ? {} : { status }),
    ...(failure === null ? {} : { failure: failure.code }),
  });
}
