// "This key leaked", per access type as the specification has it (5.8 Trader, 5.9 Partner): what the
// person does in the web app is ticked by the person; what can be proven is proven here, never ticked.
import type { LeakStep } from '../../shared/words.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { CredentialId, RevocationRunId } from '../domain/ids.ts';
import { newLeakPlan, type LeakPlan } from '../domain/leak-plan.ts';
import { fail, mapped, ok, type Outcome } from '../domain/result.ts';
import { secretFieldToMint, type OldSecretVerdict, type Rotation } from '../domain/rotation.ts';
import type { Token } from '../domain/token.ts';
import { isLive } from '../domain/token-life.ts';
import { tryOldSecret, whyNotTried } from './old-secret.ts';
import { recordEventOf } from '../tokens/ledger/event-recording.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';
import type { RevocationRuns } from '../revoke-all/revocation-runs.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { Verifications } from '../tokens/checks/verification.ts';
import { countOldTokens, endEach, liveIds, mintedByOld } from './old-tokens.ts';
import type { PartnerPlans } from './partner-guide.ts';

interface LeakPlanPorts {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly verifications: Verifications;
  readonly stops: RevocationRuns;
  readonly plans: PartnerPlans;
}

export class LeakPlans {
  readonly #ports: LeakPlanPorts;

  constructor(ports: LeakPlanPorts) {
    this.#ports = ports;
  }

  /** Null where none is open. */
  standing(id: CredentialId) {
    const { session } = this.#ports;
    const plan = this.#openOf(id);
    if (plan === undefined) return null;
    const rotation = this.#rotationOf(plan);
    return {
      plan,
      tokens: countOldTokens(session, this.#tokensOf(plan)),
      /** Of the leaked secret: tried here, or by the rotation that replaced it. */
      oldSecret: rotation?.oldSecret ?? plan.oldSecret,
      rotation:
        rotation === undefined ? 'none' : rotation.finishedAtMs === null ? 'open' : 'finished',
    } as const;
  }

  async start(id: CredentialId): Outcome {
    const { session } = this.#ports;
    if (credentialById(session, id) === null) return fail(gone('key'));
    if (this.#openOf(id) !== undefined) return ok();
    const startedAtMs = session.clock.nowMs();
    const saved = await changeVault(session, {
      contents: (before) => {
        const others = before.leakPlans.filter((each) => each.credentialId !== id);
        const tokenIds = liveIds(session, before, id);
        return { ...before, leakPlans: [newLeakPlan(id, startedAtMs, tokenIds), ...others] };
      },
    });
    if (saved.ok) recordEventOf(session, 'leak_plan_started', id);
    return saved;
  }

  /** Trader: revokes every token of it as one revocation run. `nothing_to_stop` where none is live. */
  async revokeAll(id: CredentialId): Outcome<RevocationRunId> {
    if (this.#openOf(id) === undefined) return fail(gone('plan'));
    const run = await this.#ports.stops.start({ kind: 'credential', credentialId: id });
    if (!run.ok) return run;
    return mapped(await this.#edit(id, (plan) => ({ ...plan, runId: run.value })), () => run.value);
  }

  choose(id: CredentialId, way: 'rotate' | 'delete'): Outcome {
    return this.#edit(id, (plan) => ({ ...plan, way }));
  }

  /** The person's word; what was live and should have ended is asked about from then on. */
  async say(id: CredentialId, step: LeakStep, done: boolean): Outcome {
    const before = this.#openOf(id);
    if (before === undefined) return fail(gone('plan'));
    const said = { step, tokenIds: this.#liveTokensOf(before).map((token) => token.id) };
    const saved = await this.#edit(id, (plan) => {
      const others = plan.said.filter((each) => each.step !== step);
      return { ...plan, said: done ? [...others, said] : others };
    });
    const plan = this.#openOf(id);
    if (!saved.ok || plan === undefined) return saved;
    recordEventOf(this.#ports.session, 'plan_step', id, done ? step : `${step}_undone`);
    return done ? await this.#endMeant(plan, said) : saved;
  }

  /** How many tokens would be revoked if the person said that the client was deleted. */
  revokedByDeletion(id: CredentialId): number {
    const plan = this.#openOf(id);
    if (plan === undefined) return 0;
    return this.#liveTokensOf(plan).filter(({ revocation }) => revocation === null).length;
  }

  /** Where the client was deleted or the key revoked: the stored secret is the leaked one. */
  async tryOld(id: CredentialId): Outcome<OldSecretVerdict> {
    const { session, requests, revocations, plans } = this.#ports;
    const plan = this.#openOf(id);
    if (plan === undefined) return fail(gone('plan'));
    if (this.#rotationOf(plan) !== undefined) return fail({ code: 'step_not_ready' });
    const credential = credentialById(session, id);
    const refusal = credential === null ? null : whyNotTried(credential, plan.startedAtMs);
    if (refusal !== null) return fail(refusal);
    const field = secretFieldToMint(session.vault.contents().rotations, id);
    const tried = await tryOldSecret(session, requests, id, field);
    if (!tried.ok) return tried;
    const { verdict, tokenId } = tried.value;
    const atMs = session.clock.nowMs();
    const saved = await this.#edit(id, (now) => ({ ...now, oldSecret: { atMs, verdict } }));
    if (!saved.ok) return saved;
    if (tokenId !== null && credential?.accessType === 'trader') {
      const revoked = await revocations.revoke(tokenId);
      if (!revoked.ok) return revoked;
    }
    const isKeyRevoked = plan.said.some(({ step }) => step === 'revoke_key');
    if (tokenId !== null && isKeyRevoked) await plans.keyRevoked(tokenId);
    return ok(verdict);
  }

  async close(id: CredentialId): Outcome {
    const closedAtMs = this.#ports.session.clock.nowMs();
    const saved = await this.#edit(id, (plan) => ({ ...plan, closedAtMs }));
    if (saved.ok) recordEventOf(this.#ports.session, 'leak_plan_closed', id);
    return saved;
  }

  resume(): void {
    for (const plan of this.#ports.session.vault.contents().leakPlans) {
      if (plan.closedAtMs !== null) continue;
      for (const said of plan.said) void this.#endMeant(plan, said);
    }
  }

  #openOf(id: CredentialId): LeakPlan | undefined {
    const { leakPlans } = this.#ports.session.vault.contents();
    return leakPlans.find((each) => each.credentialId === id && each.closedAtMs === null);
  }

  async #edit(id: CredentialId, change: (plan: LeakPlan) => LeakPlan): Outcome {
    if (this.#openOf(id) === undefined) return fail(gone('plan'));
    return await changeVault(this.#ports.session, {
      contents: (before) => ({
        ...before,
        leakPlans: before.leakPlans.map((each) =>
          each.credentialId === id && each.closedAtMs === null ? change(each) : each,
        ),
      }),
    });
  }

  /** What answers this leak, open or finished: not where its new secret was the one in use then. */
  #rotationOf({ credentialId, startedAtMs }: LeakPlan): Rotation | undefined {
    const { rotations } = this.#ports.session.vault.contents();
    return rotations.find(
      (each) => each.credentialId === credentialId && (each.checkedAtMs ?? Infinity) >= startedAtMs,
    );
  }

  #tokensOf(plan: LeakPlan): readonly Token[] {
    const { credentialId, tokenIds: ids, startedAtMs: sinceMs } = plan;
    const rotation = this.#rotationOf(plan);
    const { secretSetAtMs = 0 } = credentialById(this.#ports.session, credentialId) ?? {};
    const replacedAtMs = secretSetAtMs > sinceMs ? secretSetAtMs : null;
    const of = { credentialId, ids, sinceMs, rotation, replacedAtMs };
    return mintedByOld(this.#ports.session.vault.contents(), of);
  }

  #liveTokensOf(plan: LeakPlan): readonly Token[] {
    const { session } = this.#ports;
    return this.#tokensOf(plan).filter(
      (token) =>
        session.texts.hasText(token.id) && isLive(session, session.vault.contents(), token),
    );
  }

  /** SECURITY(S28): ends what was live as the person said so. What came later needs another word. */
  #endMeant(plan: LeakPlan, { step, tokenIds }: LeakPlan['said'][number]): Outcome {
    const { session, plans, revocations, verifications } = this.#ports;
    const meant = this.#tokensOf(plan).filter(({ id }) => tokenIds.includes(id));
    return endEach(session, meant, async ({ id, partnerPlan, revocation }) => {
      if (step !== 'delete_client')
        return partnerPlan?.done.includes('revoke_key') ? ok() : await plans.keyRevoked(id);
      const asked = revocation === null ? await revocations.revoke(id) : ok();
      // No revocation may be accepted for it any more: it is asked with until it is refused.
      if (asked.ok) verifications.start(id, session.clock.nowMs());
      return asked;
    });
  }
}
