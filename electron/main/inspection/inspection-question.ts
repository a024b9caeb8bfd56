// One question about a foreign token: how it is asked, what its answer may show, what the history keeps
// of it.
import type {
  InspectionAnswerView,
  InspectionOutcome,
} from '../../shared/inspection/inspection-view.ts';
import type { Environment } from '../domain/environment.ts';
import type { Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { GatewayFailure, ProbeAnswer } from '../gateway/gateway.ts';
import type { CallOptions } from '../gateway/call-target.ts';
import { readAnswer } from '../tokens/checks/answer-tree.ts';
import { fromGateway, outcomeOfFailure } from '../tokens/issuance/call-failure.ts';
import type { OpenSession } from '../tokens/open-session.ts';

export interface Question {
  readonly call: InspectionAnswerView['question'];
  readonly environment: Environment;
  /** No secret and not masked, however much it looks like one. */
  readonly clientId: string;
  /** What an answer may repeat beside the token; the caller wipes it. */
  readonly secrets: readonly SecretBytes[];
  readonly ask: (
    text: SecretBytes,
    options: CallOptions,
  ) => Promise<Result<ProbeAnswer, GatewayFailure>>;
  readonly read: (
    answer: ProbeAnswer,
    secrets: readonly SecretBytes[],
  ) => {
    readonly outcome: InspectionOutcome;
    readonly fields: InspectionAnswerView['fields'];
  };
}

export function answerView(
  session: OpenSession,
  question: Question,
  answer: Result<ProbeAnswer, GatewayFailure>,
  text: SecretBytes,
  atMs: number,
): InspectionAnswerView {
  const { facts } = answer.ok ? answer.value : answer.failure;
  session.sawClock(facts);
  const common = {
    question: question.call,
    environment: question.environment.name,
    host: facts.host,
    proxy: facts.proxy ?? null,
    atMs,
    durationMs: Math.round(facts.durationMs),
    status: facts.status,
  };
  if (!answer.ok) {
    const failure = fromGateway(answer.failure, session.clock.nowMs());
    const nothing = { challenge: null, contentType: '', bodyBytes: 0, tree: null, plain: '' };
    return {
      ...common,
      ...nothing,
      outcome: outcomeOfFailure(answer.failure),
      failure,
      fields: [],
    };
  }
  const { body, challenge, contentType } = answer.value;
  const shown = shownOf(question, answer.value, text);
  const bodyBytes = body.length;
  body.fill(0);
  return { ...common, ...shown, failure: null, challenge, contentType, bodyBytes };
}

/** What an answer says, with neither the token nor a secret in it. */
export function shownOf(
  { clientId, read, secrets }: Pick<Question, 'clientId' | 'read' | 'secrets'>,
  answer: ProbeAnswer,
  text: SecretBytes,
): Pick<InspectionAnswerView, 'outcome' | 'fields' | 'tree' | 'plain'> {
  const all = [text, ...secrets];
  return { ...read(answer, all), ...readAnswer(answer.body, all, clientId) };
}

/** The fingerprint, where it went, and what came of it. */
export function noteInspection(
  session: OpenSession,
  view: InspectionAnswerView,
  fingerprint: string,
): void {
  const { environment, outcome, status, durationMs, failure } = view;
  session.recordEvent({
    what: 'token_inspected',
    atMs: session.clock.nowMs(),
    by: 'person',
    label: environment,
    fingerprint,
    word: outcome,
    durationMs,
    ...(status === null ? {} : { status }),
    ...(failure === null ? {} : { failure: failure.code }),
  });
}
