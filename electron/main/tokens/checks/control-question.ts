// Asks another token for comparison, a control: one that differs from the refused token in nothing but being another
// one. It has the same credential and the same rights, and is asked by the same call over the same way, seconds later. A
// control goes nowhere but to the target that the refused token just went to.
import { showsWorking } from '../../../shared/tokens/check-outcome.ts';
import { baselineOf, judgeAnswer, withBaseline } from '../../domain/judge-answer.ts';
import { hasSameRights, isRefused } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';
import { editToken } from '../ledger/ledger.ts';
import { introspectOwn } from './own-introspection.ts';
import { shownBy, wayOf } from './probe-answer.ts';
import { findEnvironment, type OpenSession, type TokenPlace } from '../open-session.ts';

/** A control that answers later than this says nothing about the moment of the refusal. */
const CONTROL_WITHIN_MS = 20_000;

/** The refused token, and over which way it was refused. */
export interface Refused {
  readonly place: TokenPlace;
  readonly way: string;
}

/**
 * Whether another token of the credential with the same rights is seen to work; null where there is none. An answer
 * that does not show it counts as well: then nothing is shown of the refused one.
 * @param by the documented call, or introspection.
 */
export async function askControl(
  session: OpenSession,
  { place, way }: Refused,
  by: 'call' | 'server',
  signal: AbortSignal,
): Promise<boolean | null> {
  const control = workingTokenOf(session, place, way);
  if (control === null) return null;
  const refusedMs = session.clock.monotonicMs();
  const works =
    by === 'call'
      ? await isTaken(session, { place: { ...place, token: control }, way }, signal)
      : await isActive(session, { place: { ...place, token: control }, way });
  return works && session.clock.monotonicMs() - refusedMs <= CONTROL_WITHIN_MS;
}

async function isActive(session: OpenSession, { place, way }: Refused): Promise<boolean> {
  const said = await introspectOwn(session, place);
  return said?.active === true && said.way === way;
}

async function isTaken(
  session: OpenSession,
  { place, way }: Refused,
  signal: AbortSignal,
): Promise<boolean> {
  const { token, credential, environment } = place;
  const text = session.texts.openText(token.id);
  if (!text.ok) return false;
  // SECURITY(S35): the refusal may have taken long to come.
  const at = findEnvironment(session, environment.id);
  if (!at.ok) {
    text.value.wipe();
    return false;
  }
  const atMs = session.clock.nowMs();
  const answer = await session.gateway
    .probeToken(at.value.target, credential.accessType, text.value, { signal })
    .finally(() => text.value.wipe());
  if (!answer.ok) return false;
  const { facts, body, status } = answer.value;
  const judged = judgeAnswer(shownBy(answer.value));
  body.fill(0);
  const check = { atMs, status, durationMs: Math.round(facts.durationMs), ...judged };
  // Refused by name: it is told, and asked no more.
  if (judged.outcome === 'refused') {
    await session.vault.change({
      contents: editToken(token.id, (now) => withBaseline(now, check)),
    });
    session.changed();
  }
  return showsWorking(judged.outcome) && wayOf(facts) === way;
}

/** One that nothing should have ended: it was not revoked here, nor refused, nor is its time up. */
function workingTokenOf(
  session: OpenSession,
  { token, credential }: TokenPlace,
  way: string,
): Token | null {
  const tokens = session.index.tokensOf(session.vault.contents(), credential.id);
  // Revoking the key of a Partner credential ends every token that it issued until then.
  const issuedAfterMs = token.partnerPlan?.startedAtMs ?? -Infinity;
  const mayWork = (each: Token): boolean =>
    each.id !== token.id &&
    each.issue === 'issued' &&
    hasSameRights(each, token) &&
    each.fingerprint !== token.fingerprint &&
    each.revocation === null &&
    each.partnerPlan === null &&
    each.forgottenAtMs === null &&
    !isRefused(each) &&
    each.sentAtMs > issuedAfterMs &&
    (session.expiries.remainingMs(each) ?? 1) > 0 &&
    session.texts.hasText(each.id);
  const candidates = tokens.filter(mayWork);
  const wasTaken = (each: Token): boolean => baselineOf(each, way) !== undefined;
  return candidates.find(wasTaken) ?? candidates[0] ?? null;
}
