// What to do about a Partner token that must die: no revoke call is documented, so the person acts in
// the web app (docs/service.md 5.9) and the app proves the result: the old token must be refused, the
// old secret must no longer mint.
import type { PartnerStep } from '../../shared/words.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, mapped, type Outcome } from '../domain/result.ts';
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

export class PartnerPlans {
  readonly #session: OpenSession;
  readonly #requests: TokenRequests;
  readonly #verifications: Verifications;

  constructor(session: OpenSession, requests: TokenRequests, verifications: Verifications) {
    this.#session = session;
    this.#requests = requests;
    this.#verifications = verifications;
  }

  async start(id: TokenId): Outcome {
    const place = findTokenPlace(this.#session, id);
    if (!place.ok) return place;
    const { credential, token } = place.value;
    if (credential.accessType !== 'partner') return fail({ code: 'wrong_access_type' });
    const saved = await this.#edit(id, (plan) => plan);
    if (saved.ok && token.partnerPlan === null) {
      recordTokenEvent(this.#session, 'plan_started', token);
    }
    return saved;
  }

  /** Ticks a step; once the key is revoked in the web app, the proof begins by itself. */
  async setStep(id: TokenId, step: PartnerStep, done: boolean): Outcome {
    const token = findToken(this.#session, id);
    if (token?.partnerPlan == null) return fail(gone('token'));
    const saved = await this.#edit(id, (plan) => {
      const others = plan.done.filter((each) => each !== step);
      const begun = step === 'revoke_key' && !done ? withNoRefusals(plan) : plan;
      return { ...begun, done: done ? [...others, step] : others };
    });
    if (!saved.ok) return saved;
    const word = done ? step : `${step}_undone`;
    recordTokenEvent(this.#session, 'plan_step', token, { word });
    this.#verify(id);
    return saved;
  }

  /** The person says the key is revoked: starts the plan where there is none, and proves it. */
  async keyRevoked(id: TokenId): Outcome {
    const started = await this.start(id);
    return started.ok ? await this.setStep(id, 'revoke_key', true) : started;
  }

  /** Tries to get a token with the stored secret. If it still works, that token is one more to kill. */
  async tryOldSecret(id: TokenId): Outcome<OldSecretVerdict> {
    const place = findTokenPlace(this.#session, id);
    if (!place.ok) return place;
    const { credential, token } = place.value;
    const refusal = whyNotTried(credential, token.sentAtMs);
    if (refusal !== null) return fail(refusal);
    const tried = await tryOldSecret(this.#session, this.#requests, credential.id, 'client_secret');
    if (!tried.ok) return tried;
    const { verdict } = tried.value;
    return mapped(await this.#edit(id, (plan) => ({ ...plan, oldSecret: verdict })), () => verdict);
  }

  resume(): void {
    for (const { id } of this.#session.vault.contents().tokens) this.#verify(id);
  }

  #edit(id: TokenId, change: (plan: PartnerPlan) => PartnerPlan): Outcome {
    return changeVault(this.#session, {
      contents: editToken(id, (token) => ({
        ...token,
        partnerPlan: change(token.partnerPlan ?? newPartnerPlan(this.#session.clock.nowMs())),
      })),
    });
  }

  #verify(id: TokenId): void {
    const token = findToken(this.#session, id);
    if (token?.partnerPlan == null || !awaitsProof(token)) return;
    this.#verifications.start(id, token.partnerPlan.startedAtMs);
  }
}
