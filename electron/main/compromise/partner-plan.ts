// What to do about a Partner token that must die: no revoke call is documented, so the person acts in
// the web app (specification 5.9) and the app proves the result: the old token must be refused, the
// old secret must no longer mint.
import type { PartnerStep } from '../../shared/words.ts';
import type { Failure } from '../../shared/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { REFUSALS_NEEDED } from '../domain/token-state.ts';
import type { PartnerPlan, TokenCheck } from '../domain/token.ts';
import { fromVault } from '../tokens/call-failure.ts';
import { editToken } from '../tokens/ledger.ts';
import { withCheck } from '../tokens/probe.ts';
import { findToken, findTokenPlace, type Room } from '../tokens/room.ts';
import type { TokenRequests } from '../tokens/token-requests.ts';
import type { Verifications } from '../tokens/verification.ts';

export type OldSecretVerdict = 'refused' | 'still_mints' | 'unclear';

export interface PartnerPlans {
  readonly start: (id: TokenId) => Promise<Result<void, Failure>>;
  /** Ticks a step; once the key is revoked in the web app, the proof begins by itself. */
  readonly setStep: (
    id: TokenId,
    step: PartnerStep,
    done: boolean,
  ) => Promise<Result<void, Failure>>;
  /** Tries to get a token with the stored secret. If it still works, that token is one more to kill. */
  readonly tryOldSecret: (id: TokenId) => Promise<Result<OldSecretVerdict, Failure>>;
  readonly resume: () => void;
}

export function createPartnerPlans(
  room: Room,
  requests: TokenRequests,
  verifications: Verifications,
): PartnerPlans {
  async function edit(
    id: TokenId,
    change: (plan: PartnerPlan) => PartnerPlan,
  ): Promise<Result<void, Failure>> {
    const saved = await room.vault.change({
      contents: editToken(id, (token) => ({
        ...token,
        partnerPlan: change(token.partnerPlan ?? newPlan(room.clock.nowMs())),
      })),
    });
    room.changed();
    return saved.ok ? ok() : fail(fromVault(saved.failure));
  }

  function verify(id: TokenId): void {
    const plan = findToken(room, id)?.partnerPlan ?? null;
    if (plan === null || plan.verifiedAtMs !== null || !plan.done.includes('revoke_key')) return;
    verifications.start({
      tokenId: id,
      sinceMs: plan.startedAtMs,
      record: (check) => record(id, check),
    });
  }

  async function record(id: TokenId, check: TokenCheck): Promise<boolean> {
    await room.vault.change({
      contents: editToken(id, (token) => ({
        ...withCheck(token, check),
        partnerPlan: token.partnerPlan === null ? null : counted(token.partnerPlan, check),
      })),
    });
    const plan = findToken(room, id)?.partnerPlan ?? null;
    return plan !== null && plan.verifiedAtMs === null && plan.done.includes('revoke_key');
  }

  return {
    async start(id) {
      const place = findTokenPlace(room, id);
      if (!place.ok) return place;
      if (place.value.credential.accessType !== 'partner') {
        return fail({ code: 'wrong_access_type' });
      }
      return await edit(id, (plan) => plan);
    },
    async setStep(id, step, done) {
      if (findToken(room, id)?.partnerPlan == null) return fail({ code: 'unknown_token' });
      const saved = await edit(id, (plan) => {
        const others = plan.done.filter((each) => each !== step);
        return { ...plan, done: done ? [...others, step] : others };
      });
      if (saved.ok) verify(id);
      return saved;
    },
    async tryOldSecret(id) {
      const place = findTokenPlace(room, id);
      if (!place.ok) return place;
      const minted = await requests.request(place.value.credential.id, []);
      const verdict = minted.ok ? 'still_mints' : verdictOf(minted.failure);
      const saved = await edit(id, (plan) => ({ ...plan, oldSecret: verdict }));
      return saved.ok ? ok(verdict) : saved;
    },
    resume() {
      for (const { id } of room.vault.contents().tokens) verify(id);
    },
  };
}

function newPlan(nowMs: number): PartnerPlan {
  return { startedAtMs: nowMs, done: [], oldSecret: null, refusals: 0, verifiedAtMs: null };
}

function counted(plan: PartnerPlan, check: TokenCheck): PartnerPlan {
  if (check.outcome === 'honoured') return { ...plan, refusals: 0 };
  if (check.outcome !== 'refused') return plan;
  const refusals = plan.refusals + 1;
  return { ...plan, refusals, verifiedAtMs: refusals >= REFUSALS_NEEDED ? check.atMs : null };
}

/** Only a plain refusal of the credentials proves anything; everything else is unclear. */
function verdictOf({ code, facts }: Failure): OldSecretVerdict {
  if (code === 'invalid_client' || code === 'unauthorized_client') return 'refused';
  return facts?.status === 401 || facts?.status === 403 ? 'refused' : 'unclear';
}
