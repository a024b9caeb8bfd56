// The one way to a judgement about a token: asks the documented call and, as far as domain/judge-answer.ts still
// needs to know, introspection and other tokens for comparison. A check of a person, a proof of death, a renewal, a
// rotation and a diagnosis all ask here, and what is shown becomes a fact of the token in `saveCheck` alone.
import { type Failure, gone } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result, type Outcome } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import {
  baselineOf,
  judge,
  nextQuestion,
  type Asked,
  type ShownAnswer,
} from '../../domain/judge-answer.ts';
import { withCheck, workedSince } from '../../domain/death-proof.ts';
import type { TokenId } from '../../domain/ids.ts';
import { isVerifiable } from '../../domain/token-evidence.ts';
import type { Token, TokenCheck } from '../../domain/token.ts';
import type { CallFacts } from '../../gateway/call-target.ts';
import type { ProbeAnswer } from '../../gateway/gateway.ts';
import type { VaultFailure } from '../../vault/vault.ts';
import { fromGateway, outcomeOfFailure } from '../issuance/call-failure.ts';
import { noteProof, ofCheck, recordTokenEvent } from '../ledger/event-recording.ts';
import { askControl } from './control-question.ts';
import { introspectOwn } from './own-introspection.ts';
import { shownBy, wayOf } from './probe-answer.ts';
import { findToken, findTokenPlace, type OpenSession, type TokenPlace } from '../open-session.ts';

interface Probe {
  readonly check: TokenCheck;
  readonly facts: CallFacts;
  readonly answer: ProbeAnswer | null;
  readonly failure: Failure | null;
}

type Judged = Omit<TokenCheck, 'atMs' | 'durationMs'>;

/** One question, of the place as it is now. `read` sees text and answer before they are wiped, to mask echoes. */
export async function probe<T>(
  session: OpenSession,
  seen: TokenPlace,
  read: (probe: Probe, text: SecretBytes) => T,
  signal: AbortSignal = session.closing,
): Outcome<T> {
  // SECURITY(S35): it may have waited for its turn since it was found.
  const place = findTokenPlace(session, seen.token.id);
  if (!place.ok) return place;
  const { token, credential, target } = place.value;
  const text = session.texts.openText(token.id);
  if (!text.ok) return session.texts.hasText(token.id) ? text : fail(gone('text'));
  const atMs = session.clock.nowMs();
  try {
    const [answer, facts, judged] = await session.activities.during(
      { call: 'check', credentialId: credential.id, tokenId: token.id, startedAtMs: atMs },
      async () => {
        const { gateway } = session;
        const given = await gateway.probeToken(target, credential.accessType, text.value, {
          signal,
        });
        const told = given.ok ? given.value.facts : given.failure.facts;
        session.sawClock(told);
        const shown = given.ok ? shownBy(given.value) : null;
        const call = { shown, facts: told, signal };
        return [given, told, await judgedBy(session, place.value, call)] as const;
      },
    );
    const { outcome } = judged;
    const unanswered =
      !answer.ok && outcome === 'no_answer' ? outcomeOfFailure(answer.failure) : null;
    const check: TokenCheck = {
      atMs,
      durationMs: Math.round(facts.durationMs),
      ...judged,
      outcome: unanswered ?? outcome,
    };
    const failure = answer.ok ? null : fromGateway(answer.failure, session.clock.nowMs());
    const done = read(
      {
        check,
        facts,
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

/** Asks for what is still needed, and says what all of it shows. */
async function judgedBy(
  session: OpenSession,
  place: TokenPlace,
  call: {
    readonly shown: ShownAnswer | null;
    readonly facts: CallFacts;
    readonly signal: AbortSignal;
  },
): Promise<Judged> {
  const { shown, facts, signal } = call;
  const callWay = wayOf(facts);
  const now = (): Token => findToken(session, place.token.id) ?? place.token;
  let said: Awaited<ReturnType<typeof introspectOwn>> = null;
  let asked: Asked = {
    shown,
    isDocumented: isVerifiable(now(), place.credential.accessType),
    before: baselineOf(now(), callWay),
    workedSince: workedSince(now()),
  };
  const compare = (by: 'call' | 'server', way: string): Promise<boolean | null> =>
    askControl(session, { place, way }, by, signal);
  for (;;) {
    const next = nextQuestion(asked);
    if (next === null) break;
    if (next === 'control') asked = { ...asked, control: await compare('call', callWay) };
    else if (next === 'server_control') {
      asked = { ...asked, serverControl: await compare('server', said?.way ?? '') };
    } else {
      said = await introspectOwn(session, place);
      const before = said === null ? undefined : baselineOf(now(), said.way);
      asked = { ...asked, server: said && { active: said.active, before } };
    }
  }
  const { byServer, ...judgement } = judge(asked);
  const by = byServer === true && said !== null ? said : { way: callWay, status: facts.status };
  return {
    ...judgement,
    status: by.status,
    ...(shown === null && byServer !== true ? {} : { way: by.way }),
  };
}

/** Who asked, and what the history says of it; nothing where a proof asks by itself. */
export interface Told {
  readonly by: 'person' | 'app';
  readonly failure?: Failure['code'] | undefined;
}

/** What a check showed becomes a fact of its token, and is told: also where it completes a proof, whoever asked. */
export async function saveCheck(
  session: OpenSession,
  id: TokenId,
  check: TokenCheck,
  told: Told | null,
): Promise<Result<void, VaultFailure>> {
  let before: Token | null = null;
  const saved = await session.edits.edit(id, (token) => {
    before = token;
    return withCheck(token, check, session.expiries.proofWindow(token, check.atMs));
  });
  const after = findToken(session, id);
  if (told !== null && after !== null) {
    const { by, failure } = told;
    const more = { ...ofCheck(check), by, ...(failure === undefined ? {} : { failure }) };
    recordTokenEvent(session, 'token_checked', after, more);
  }
  noteProof(session, before, after, check);
  session.changed();
  return saved;
}
