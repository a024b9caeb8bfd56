// Checks a token when the person asks: who-am-I for Trader, positions for Partner. The answer is shown
// as it came, masked; a clear refusal turns the token's state at once.
import type { CheckReportView } from '../../../shared/tokens/check-report-view.ts';
import type { TokenId } from '../../domain/ids.ts';
import { fail, ok, type Outcome } from '../../domain/result.ts';
import { isVerifiable } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';
import { readAnswer } from './answer-tree.ts';
import { probe, saveCheck } from './probe.ts';
import { findTokenPlace, type OpenSession } from '../open-session.ts';

export type TokenChecks = ReturnType<typeof createTokenChecks>;

/** A quarantined token is never sent as Bearer; one that never came has no text. */
export function isCheckable(token: Token): boolean {
  return token.issue === 'issued' && token.forgottenAtMs === null;
}

export function createTokenChecks(session: OpenSession) {
  return {
    async check(id: TokenId): Outcome<CheckReportView> {
      const place = findTokenPlace(session, id);
      if (!place.ok) return place;
      const { token, credential } = place.value;
      if (!isCheckable(token)) return fail({ code: 'no_call', facts: { about: 'check' } });
      if (session.activities.isRunning('check', id))
        return fail({ code: 'in_use', facts: { about: 'call' } });
      const done = await probe(session, place.value, (result, text) => ({
        ...result,
        ...(result.answer === null
          ? { tree: null, plain: '' }
          : readAnswer(result.answer.body, [text], credential.clientId)),
      }));
      if (!done.ok) return done;
      const { check, facts, answer, failure, tree, plain } = done.value;
      const told = { by: 'person', failure: failure?.code } as const;
      const saved = await saveCheck(session, id, check, told);
      if (!saved.ok) return saved;
      return ok({
        tokenId: id,
        call: credential.accessType === 'trader' ? 'identity check' : 'positions',
        host: facts.host,
        proxy: facts.proxy ?? null,
        atMs: check.atMs,
        durationMs: check.durationMs,
        outcome: check.outcome,
        evidence: check.evidence ?? null,
        control: check.control ?? null,
        needsTrade: !isVerifiable(token, credential.accessType),
        status: check.status,
        failure,
        contentType: (answer?.contentType ?? '').slice(0, 100),
        bodyBytes: answer?.body.length ?? 0,
        tree,
        plain,
      });
    },
  };
}
