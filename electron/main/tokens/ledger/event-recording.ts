// What the services write into the history: one line for each thing that happened, named by label and
// fingerprint. By the person unless said otherwise.
import { showsWorking } from '../../../shared/tokens/check-outcome.ts';
import type { HistoryWord } from '../../../shared/history/history-words.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { CredentialId } from '../../domain/ids.ts';
import type { HistoryEvent } from '../../domain/history-event.ts';
import { isProvenDead } from '../../domain/death-proof.ts';
import type { Token, TokenCheck } from '../../domain/token.ts';
import type { CallFacts } from '../../gateway/call-target.ts';
import { credentialById, type OpenSession } from '../open-session.ts';

/** `atMs` of what happened before it could be written down; now, unless given. */
type More = Partial<Omit<HistoryEvent, 'what' | 'credentialId'>>;

export function recordCredentialEvent(
  session: OpenSession,
  what: HistoryWord,
  { id, label }: { readonly id: CredentialId; readonly label: string | undefined },
  more: More = {},
): void {
  session.recordEvent({ what, credentialId: id, label, ...more });
}

/** As `recordCredentialEvent`, of a credential that may be gone. */
export function recordEventOf(
  session: OpenSession,
  what: HistoryWord,
  id: CredentialId,
  word?: string,
): void {
  const label = credentialById(session, id)?.label;
  recordCredentialEvent(session, what, { id, label }, { word });
}

export function recordTokenEvent(
  session: OpenSession,
  what: HistoryWord,
  token: Token,
  more: More = {},
): void {
  const { id: tokenId, credentialId, fingerprint } = token;
  const label = credentialById(session, credentialId)?.label;
  recordCredentialEvent(
    session,
    what,
    { id: credentialId, label },
    { tokenId, ...(fingerprint === '' ? {} : { fingerprint }), ...more },
  );
}

/** How a call ended: status and duration, and why it did not work. */
export function ofCall(facts: CallFacts, failure?: Failure['code']): More {
  return {
    durationMs: Math.round(facts.durationMs),
    ...(facts.status === null ? {} : { status: facts.status }),
    ...(failure === undefined ? {} : { failure }),
  };
}

export function ofCheck({ outcome, status, durationMs }: TokenCheck): More {
  return { word: outcome, durationMs, ...(status === null ? {} : { status }) };
}

/** An attempt that was not accepted: noted once for each reason, however often it is tried again. */
export function noteRefusal(
  session: OpenSession,
  before: Token,
  facts: CallFacts,
  how: { readonly code?: Failure['code']; readonly ends: boolean },
): void {
  const run = before.revocation;
  const told = run !== null && run.attempts > 0 && run.lastFailure?.code === how.code;
  if (told && !how.ends) return;
  const what = how.ends ? 'revoke_failed' : 'revoke_unconfirmed';
  recordTokenEvent(session, what, before, { ...ofCall(facts, how.code), by: 'app' });
}

/** What a probe settled about a token that should be dead, the moment it did. */
export function noteProof(
  session: OpenSession,
  before: Token | null,
  after: Token | null,
  check: TokenCheck,
): void {
  if (before === null || after === null) return;
  const more = { ...ofCheck(check), by: 'app' } as const;
  if (isProvenDead(after) && !isProvenDead(before))
    recordTokenEvent(session, 'verified_dead', after, more);
  const leftMs = session.expiries.propagationLeftMs(after);
  if (leftMs === null || !showsWorking(check.outcome)) return;
  // How late the probe was, and how long before it the last one that was honoured.
  const lateMs = -leftMs - (session.clock.nowMs() - check.atMs);
  const apartMs = check.atMs - (before.revocation?.honouredAtMs ?? -Infinity);
  if (lateMs >= 0 && apartMs > lateMs) recordTokenEvent(session, 'still_honoured', after, more);
}
