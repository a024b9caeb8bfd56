// Revokes Trader tokens (specification 4, RFC 7009). The intent is durable before the first byte
// leaves; an answer that never came is asked for again, since revoking twice does no harm; acceptance
// starts the proof of death. At unlock every unfinished run goes on.
import type { Failure } from '../../shared/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { isVerifiable, REFUSALS_NEEDED } from '../domain/token-state.ts';
import type { Revocation, Token, TokenCheck } from '../domain/token.ts';
import type { GatewayFailure, RevokeAnswer } from '../gateway/gateway.ts';
import { fromGateway, fromVault } from './call-failure.ts';
import { editToken, type Step } from './ledger.ts';
import { withCheck } from './probe.ts';
import { endsTheRun, firstIntent, retryPauseMs } from './revocation-attempts.ts';
import { findToken, findTokenPlace, type Room, type TokenPlace } from './room.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';
import type { Verifications } from './verification.ts';

export interface Revocations {
  /** Saves the intent and starts; also "try now" for a run that waits or has failed. */
  readonly revoke: (id: TokenId) => Promise<Result<void, Failure>>;
  /** At unlock: goes on with every run that is not finished. */
  readonly resume: () => void;
  readonly nextAttemptAtMs: (id: TokenId) => number | null;
  readonly close: () => void;
}

export function createRevocations(
  room: Room,
  texts: UnsavedTokens,
  verifications: Verifications,
): Revocations {
  const waiting = new Map<TokenId, { readonly atMs: number; readonly cancel: () => void }>();

  const editRun =
    (id: TokenId, edit: (run: Revocation) => Revocation): Step =>
    (before) =>
      editToken(id, (token) =>
        token.revocation === null ? token : { ...token, revocation: edit(token.revocation) },
      )(before);

  async function attempt(id: TokenId): Promise<void> {
    waiting.delete(id);
    const place = findTokenPlace(room, id);
    if (!place.ok || room.closing.aborted || room.activities.isRunning('revoke', id)) return;
    const left = room.expiries.remainingMs(place.value.token);
    if (left !== null && left <= 0) return room.changed();
    const answer = await send(place.value);
    if (answer === null || room.closing.aborted) return;
    if (!answer.ok) await noteFailure(id, answer.failure);
    else if (answer.value.verdict === 'pending') await notePending(id);
    else await noteAccepted(id, answer.value);
    room.changed();
  }

  async function send(place: TokenPlace): Promise<Result<RevokeAnswer, GatewayFailure> | null> {
    const { token, credential, target } = place;
    const secret = room.vault.openRecord({ id: credential.id, field: 'client_secret' });
    const text = texts.openText(token.id);
    try {
      if (!secret.ok || !text.ok) {
        const failure: Failure = { code: text.ok ? 'unknown_credential' : 'token_text_gone' };
        await room.vault.change({
          contents: editRun(token.id, (run) => ({ ...run, terminalFailure: failure })),
        });
        return null;
      }
      const { accessType, clientId } = credential;
      const startedAtMs = room.clock.nowMs();
      return await room.activities.during(
        { call: 'revoke', credentialId: credential.id, tokenId: token.id, startedAtMs },
        () =>
          room.gateway.revokeToken(
            target,
            { accessType, clientId, secret: secret.value },
            text.value,
            { signal: room.closing },
          ),
      );
    } finally {
      if (secret.ok) secret.value.wipe();
      if (text.ok) text.value.wipe();
    }
  }

  async function noteAccepted(id: TokenId, answer: RevokeAnswer): Promise<void> {
    await room.vault.change({
      contents: (before) =>
        editToken(id, (token) => ({
          ...token,
          anomalies: [...new Set([...token.anomalies, ...answer.anomalies])],
        }))(
          editRun(id, (run) => ({
            ...run,
            attempts: run.attempts + 1,
            acceptedAtMs: run.acceptedAtMs ?? room.clock.nowMs(),
            lastFailure: null,
          }))(before),
        ),
    });
    verify(id);
  }

  async function notePending(id: TokenId): Promise<void> {
    await room.vault.change({
      contents: editRun(id, (run) => ({ ...run, attempts: run.attempts + 1, lastFailure: null })),
    });
    waitAndRetry(id, null);
  }

  async function noteFailure(id: TokenId, failure: GatewayFailure): Promise<void> {
    const shown = fromGateway(failure, room.clock.nowMs());
    const ends = endsTheRun(failure);
    await room.vault.change({
      contents: editRun(id, (run) => ({
        ...run,
        attempts: run.attempts + 1,
        lastFailure: ends ? null : shown,
        terminalFailure: ends ? shown : null,
      })),
    });
    if (!ends) waitAndRetry(id, failure.retryAfterMs);
  }

  function waitAndRetry(id: TokenId, retryAfterMs: number | null): void {
    if (room.closing.aborted) return;
    const attempts = findToken(room, id)?.revocation?.attempts ?? 1;
    const pauseMs = retryAfterMs ?? retryPauseMs(attempts);
    const cancel = room.clock.after(pauseMs, () => void attempt(id));
    waiting.set(id, { atMs: room.clock.nowMs() + pauseMs, cancel });
  }

  function verify(id: TokenId): void {
    const place = findTokenPlace(room, id);
    if (!place.ok) return;
    const { token, credential } = place.value;
    const sinceMs = token.revocation?.acceptedAtMs ?? null;
    if (sinceMs === null || !isVerifiable(token, credential.accessType)) return;
    // A quarantined token is never sent as Bearer, so nothing can be proven about it.
    if (token.issue !== 'issued') return;
    verifications.start({ tokenId: id, sinceMs, record: (check) => recordProbe(id, check) });
  }

  async function recordProbe(id: TokenId, check: TokenCheck): Promise<boolean> {
    const seen = (run: Revocation): Revocation => {
      switch (check.outcome) {
        case 'refused': {
          const refusals = run.refusals + 1;
          const verifiedAtMs = refusals >= REFUSALS_NEEDED ? check.atMs : null;
          return { ...run, refusals, verifiedAtMs };
        }
        case 'honoured':
          return { ...run, refusals: 0, honouredAtMs: check.atMs };
        case 'forbidden':
        case 'unclear':
        case 'no_answer':
          return { ...run, unclear: run.unclear + 1 };
      }
    };
    await room.vault.change({
      contents: editToken(id, (token: Token) => ({
        ...withCheck(token, check),
        revocation: token.revocation === null ? null : seen(token.revocation),
      })),
    });
    const run = findToken(room, id)?.revocation ?? null;
    return run !== null && run.verifiedAtMs === null;
  }

  return {
    async revoke(id) {
      const place = findTokenPlace(room, id);
      if (!place.ok) return place;
      const { token, credential } = place.value;
      if (credential.accessType === 'partner') return fail({ code: 'not_revocable_here' });
      if (!texts.hasText(id)) return fail({ code: 'token_text_gone' });
      if (room.activities.isRunning('revoke', id)) return ok();
      if (token.revocation?.acceptedAtMs != null && token.revocation.terminalFailure === null) {
        verify(id);
        return ok();
      }
      const intent = firstIntent(room.clock.nowMs());
      const saved = await room.vault.change({
        contents: editToken(id, (now) => ({
          ...now,
          revocation: { ...(now.revocation ?? intent), terminalFailure: null },
        })),
      });
      if (!saved.ok) return fail(fromVault(saved.failure));
      room.changed();
      waiting.get(id)?.cancel();
      void attempt(id);
      return ok();
    },
    resume() {
      for (const { id, revocation } of room.vault.contents().tokens) {
        if (revocation === null || revocation.verifiedAtMs !== null) continue;
        if (revocation.acceptedAtMs !== null) verify(id);
        else if (revocation.terminalFailure === null) void attempt(id);
      }
    },
    nextAttemptAtMs: (id) => waiting.get(id)?.atMs ?? null,
    close() {
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
