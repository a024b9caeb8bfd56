// What to do about a Partner token that must die: no revoke call is documented, so the person acts in
// the web app (docs/service.md 5.9) and the app proves the result: the old token must be refused, the
// old secret must no longer mint.
import type { PartnerStep } from '../../shared/words.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { OldSecretVerdict } from '../domain/rotation.ts';
import { newPartnerPlan } from '../domain/leak-plan.ts';
import { awaitsProof, withNoRefusals } from '../domain/death-proof.ts';
import type { PartnerPlan } from '../domain/token.ts';
import { editToken } from '../tokens/ledger/ledger.ts';
import { tryOldSecret, whyNotTried } from './old-secret.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import {
  changeVault,
  findToken,
  findTokenPlace,
  type OpenSession,
} from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { Verifications } from '../tokens/checks/verification.ts';

export interface PartnerPlans {
  readonly start: (id: TokenId) => Promise<Result<void, Failure>>;
  /** Ticks a step; once the key is revoked in the web app, the proof begins by itself. */
  readonly setStep: (
    id: TokenId,
    step: PartnerStep,
    done: boolean,
  ) => Promise<Result<void, Failure>>;
  /** The person says the key is revoked: starts the plan where there is none, and proves it. */
  readonly keyRevoked: (id: TokenId) => Promise<Result<void, Failure>>;
  /** Tries to get a token with the stored secret. If it still works, that token is one more to kill. */
  readonly tryOldSecret: (id: TokenId) => Promise<Result<OldSecretVerdict, Failure>>;
  readonly resume: () => void;
}

export function createPartnerPlans(
  session: OpenSession,
  requests: TokenRequests,
  verifications: Verifications,
): PartnerPlans {
  const edit = (
    id: TokenId,
    change: (plan: PartnerPlan) => PartnerPlan,
  ): Promise<Result<void, Failure>> =>
    changeVault(session, {
      contents: editToken(id, (token) => ({
        ...token,
        partnerPlan: change(token.partnerPlan ?? newPartnerPlan(session.clock.nowMs())),
      })),
    });

  function verify(id: TokenId): void {
    const token = findToken(session, id);
    if (token?.partnerPlan == null || !awaitsProof(token)) return;
    verifications.start(id, token.partnerPlan.startedAtMs);
  }

  const start: PartnerPlans['start'] = async (id) => {
    const place = findTokenPlace(session, id);
    if (!place.ok) return place;
    if (place.value.credential.accessType !== 'partner') {
      return fail({ code: 'wrong_access_type' });
    }
    const saved = await edit(id, (plan) => plan);
    const { token } = place.value;
    if (saved.ok && token.partnerPlan === null) recordTokenEvent(session, 'plan_started', token);
    return saved;
  };

  const setStep: PartnerPlans['setStep'] = async (id, step, done) => {
    const token = findToken(session, id);
    if (token?.partnerPlan == null) return fail(gone('token'));
    const saved = await edit(id, (plan) => {
      const others = plan.done.filter((each) => each !== step);
      const begun = step === 'revoke_key' && !done ? withNoRefusals(plan) : plan;
      return { ...begun, done: done ? [...others, step] : others };
    });
    if (saved.ok)
      recordTokenEvent(session, 'plan_step', token, { word: done ? step : `${step}_undone` });
    if (saved.ok) verify(id);
    return saved;
  };

  return {
    start,
    setStep,
    async keyRevoked(id) {
      const started = await start(id);
      return started.ok ? await setStep(id, 'revoke_key', true) : started;
    },
    async tryOldSecret(id) {
      const place = findTokenPlace(session, id);
      if (!place.ok) return place;
      const { credential, token } = place.value;
      const refusal = whyNotTried(credential, token.sentAtMs);
      if (refusal !== null) return fail(refusal);
      const tried = await tryOldSecret(session, requests, credential.id, 'client_secret');
      if (!tried.ok) return tried;
      const { verdict } = tried.value;
      const saved = await edit(id, (plan) => ({ ...plan, oldSecret: verdict }));
      return saved.ok ? ok(verdict) : saved;
    },
    resume() {
      for (const { id } of session.vault.contents().tokens) verify(id);
    },
  };
}
