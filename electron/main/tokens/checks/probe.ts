// Asks the documented resource call whether a token works, and reads from the answer what it shows. What
// that proves is domain/token-evidence.ts.
import type { Failure } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { judgeAnswer, needsControl, type Judgement } from '../../domain/answer-evidence.ts';
import type { TokenCheck } from '../../domain/token.ts';
import type { CallFacts } from '../../gateway/call-target.ts';
import type { ProbeAnswer } from '../../gateway/gateway.ts';
import { fromGateway, fromVault, outcomeOfFailure } from '../issuance/call-failure.ts';
import { askWorkingControl } from './control-question.ts';
import { shownBy, wayOf } from './probe-answer.ts';
import { findToken, findTokenPlace, type OpenSession, type TokenPlace } from '../open-session.ts';
import type { UnsavedTokens } from '../ledger/unsaved-tokens.ts';

interface Probe {
  readonly check: TokenCheck;
  /** It was refused without a word about the token, and no other token of the credential was there to ask with. */
  readonly lacksControl: boolean;
  readonly host: string;
  readonly facts: CallFacts;
  /** Host and port of the proxy it went through, or was to; null where it went straight. */
  readonly proxy: string | null;
  readonly answer: ProbeAnswer | null;
  readonly failure: Failure | null;
}

interface Judged {
  readonly check: Judgement & Pick<TokenCheck, 'way'>;
  readonly lacksControl: boolean;
}

/** A refusal without a word is held against a token that should work, where there is one. */
async function judged(
  session: OpenSession,
  texts: UnsavedTokens,
  place: TokenPlace,
  answer: ProbeAnswer,
  signal: AbortSignal,
): Promise<Judged> {
  const way = wayOf(answer.facts);
  const shown = shownBy(answer);
  const open = needsControl(shown);
  const control = open ? await askWorkingControl(session, texts, place, way, signal) : undefined;
  const { baselines = [] } = findToken(session, place.token.id) ?? place.token;
  const judgement = judgeAnswer(shown, baselines, way, control);
  return {
    check: { ...judgement, way },
    lacksControl: open && control === undefined && judgement.outcome === 'unclear',
  };
}

/** One probe, of the place as it is now. `read` sees text and answer before they are wiped, to mask echoes. */
export async function probe<T>(
  session: OpenSession,
  texts: UnsavedTokens,
  seen: TokenPlace,
  read: (probe: Probe, text: SecretBytes) => T,
  signal: AbortSignal = session.closing,
): Promise<Result<T, Failure>> {
  // SECURITY(S35): it may have waited for its turn since it was found.
  const place = findTokenPlace(session, seen.token.id);
  if (!place.ok) return place;
  const { token, credential, target } = place.value;
  const text = texts.openText(token.id);
  if (!text.ok) {
    return fail(
      texts.hasText(token.id) ? fromVault(text.failure) : { code: 'token_text_gone' as const },
    );
  }
  const atMs = session.clock.nowMs();
  try {
    const answer = await session.activities.during(
      { call: 'check', credentialId: credential.id, tokenId: token.id, startedAtMs: atMs },
      () => session.gateway.probeToken(target, credential.accessType, text.value, { signal }),
    );
    const { facts } = answer.ok ? answer.value : answer.failure;
    session.sawClock(facts);
    const showed: Judged = answer.ok
      ? await judged(session, texts, place.value, answer.value, signal)
      : { check: { outcome: outcomeOfFailure(answer.failure) }, lacksControl: false };
    const check: TokenCheck = {
      atMs,
      status: facts.status,
      durationMs: Math.round(facts.durationMs),
      ...showed.check,
    };
    const failure = answer.ok ? null : fromGateway(answer.failure, session.clock.nowMs());
    const done = read(
      {
        check,
        lacksControl: showed.lacksControl,
        host: facts.host,
        facts,
        proxy: facts.proxy ?? null,
        answer: answer.ok ? answer.value : null,
        failure,
      },
      text.value,
    );
    if (answer.ok) answer.value.body.fill(0);
    return ok(done);
  } finally {
    text.value.wipe();
  }
}
