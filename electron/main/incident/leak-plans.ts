// "This key leaked", per access type as the specification has it (5.8 Trader, 5.9 Partner): what the
// person does in the web app is ticked by the person; what can be proven is proven here, never ticked.
import type { LeakStep } from '../../shared/words.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { HistoryWord } from '../../shared/history/history-words.ts';
import type { CredentialId, RevocationRunId } from '../domain/ids.ts';
import { newLeakPlan, type LeakPlan } from '../domain/leak-plan.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import {
  secretFieldToMint,
  type OldSecretProof,
  type OldSecretVerdict,
  type OldTokens,
  type Rotation,
} from '../domain/rotation.ts';
import type { Token } from '../domain/token.ts';
import { isLive } from '../domain/token-life.ts';
import { tryOldSecret, whyNotTried } from './old-secret.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { changeVault, type OpenSession } from '../tokens/open-session.ts';
import type { RevocationRuns } from '../revoke-all/revocation-runs.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import type { Verifications } from '../tokens/checks/verification.ts';
import { countOldTokens, liveIds, mintedByOld } from './old-tokens.ts';
import type { PartnerPlans } from './partner-guide.ts';

interface LeakStanding {
  readonly plan: LeakPlan;
  readonly tokens: OldTokens;
  /** Of the leaked secret: tried here, or by the rotation that replaced it. */
  readonly oldSecret: OldSecretProof | null;
  readonly rotation: 'none' | 'open' | 'finished';
}

type Done = Promise<Result<void, Failure>>;

export interface LeakPlans {
  /** Null where none is open. */
  readonly standing: (id: CredentialId) => LeakStanding | null;
  readonly start: (id: CredentialId) => Done;
  /** Trader: revokes every token of it as one revocation run. `nothing_to_stop` where none is live. */
  readonly revokeAll: (id: CredentialId) => Promise<Result<RevocationRunId, Failure>>;
  readonly choose: (id: CredentialId, way: 'rotate' | 'delete') => Done;
  /** The person's word; what was live and should have ended is asked about from then on. */
  readonly say: (id: CredentialId, step: LeakStep, done: boolean) => Done;
  /** How many tokens would be revoked if the person said that the client was deleted. */
  readonly revokedByDeletion: (id: CredentialId) => number;
  /** Where the client was deleted or the key revoked: the stored secret is the leaked one. */
  readonly tryOld: (id: CredentialId) => Promise<Result<OldSecretVerdict, Failure>>;
  readonly close: (id: CredentialId) => Done;
  readonly resume: () => void;
}

interface LeakPlanPorts {
  readonly session: OpenSession;
  readonly texts: UnsavedTokens;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly verifications: Verifications;
  readonly stops: RevocationRuns;
  readonly plans: PartnerPlans;
}

export function createLeakPlans(ports: LeakPlanPorts): LeakPlans {
  const { session, texts, requests, revocations, verifications, stops, plans } = ports;
  const { vault } = session;

  const openOf = (id: CredentialId): LeakPlan | undefined =>
    vault.contents().leakPlans.find((each) => each.credentialId === id && each.closedAtMs === null);
  const credentialOf = (id: CredentialId) => session.index.credential(vault.contents(), id);

  async function edit(id: CredentialId, change: (plan: LeakPlan) => LeakPlan): Done {
    if (openOf(id) === undefined) return fail(gone('plan'));
    return await changeVault(session, {
      contents: (before) => ({
        ...before,
        leakPlans: before.leakPlans.map((each) =>
          each.credentialId === id && each.closedAtMs === null ? change(each) : each,
        ),
      }),
    });
  }

  function recordEvent(what: HistoryWord, id: CredentialId, word?: string): void {
    recordCredentialEvent(session, what, { id, label: credentialOf(id)?.label }, { word });
  }

  /** What answers this leak, open or finished: not where its new secret was the one in use then. */
  function rotationOf({ credentialId, startedAtMs }: LeakPlan): Rotation | undefined {
    return vault
      .contents()
      .rotations.find(
        (each) =>
          each.credentialId === credentialId && (each.checkedAtMs ?? Infinity) >= startedAtMs,
      );
  }

  function tokensOf(plan: LeakPlan): readonly Token[] {
    const { credentialId, tokenIds: ids, startedAtMs: sinceMs } = plan;
    const rotation = rotationOf(plan);
    const { secretSetAtMs = 0 } = credentialOf(credentialId) ?? {};
    const replacedAtMs = secretSetAtMs > sinceMs ? secretSetAtMs : null;
    return mintedByOld(vault.contents(), { credentialId, ids, sinceMs, rotation, replacedAtMs });
  }

  const liveTokensOf = (plan: LeakPlan): readonly Token[] =>
    tokensOf(plan).filter(
      (token) => texts.hasText(token.id) && isLive(session, vault.contents(), token),
    );

  async function endByDeletion(tokens: readonly Token[]): Done {
    for (const token of tokens) {
      if (token.revocation === null) {
        const asked = await revocations.revoke(token.id);
        if (!asked.ok) return asked;
      }
      // No revocation may be accepted for it any more: it is asked with until it is refused.
      verifications.start(token.id, session.clock.nowMs());
    }
    return ok();
  }

  async function endByKey(tokens: readonly Token[]): Done {
    for (const { id, partnerPlan } of tokens) {
      if (partnerPlan?.done.includes('revoke_key') === true) continue;
      const asked = await plans.keyRevoked(id);
      if (!asked.ok) return asked;
    }
    return ok();
  }

  /** SECURITY(S28): ends what was live as the person said so. What came later needs another word. */
  async function endMeant(plan: LeakPlan, { step, tokenIds }: LeakPlan['said'][number]): Done {
    const meant = liveTokensOf(plan).filter(({ id }) => tokenIds.includes(id));
    return step === 'delete_client' ? await endByDeletion(meant) : await endByKey(meant);
  }

  return {
    standing(id) {
      const plan = openOf(id);
      if (plan === undefined) return null;
      const rotation = rotationOf(plan);
      return {
        plan,
        tokens: countOldTokens(session, texts, tokensOf(plan)),
        oldSecret: rotation?.oldSecret ?? plan.oldSecret,
        rotation:
          rotation === undefined ? 'none' : rotation.finishedAtMs === null ? 'open' : 'finished',
      };
    },
    async start(id) {
      const credential = credentialOf(id);
      if (credential === undefined) return fail(gone('credential'));
      if (openOf(id) !== undefined) return ok();
      const startedAtMs = session.clock.nowMs();
      const saved = await changeVault(session, {
        contents: (before) => {
          const others = before.leakPlans.filter((each) => each.credentialId !== id);
          const tokenIds = liveIds(session, before, id);
          return { ...before, leakPlans: [newLeakPlan(id, startedAtMs, tokenIds), ...others] };
        },
      });
      if (saved.ok) recordEvent('leak_plan_started', id);
      return saved;
    },
    async revokeAll(id) {
      if (openOf(id) === undefined) return fail(gone('plan'));
      const run = await stops.start({ kind: 'credential', credentialId: id });
      if (!run.ok) return run;
      const saved = await edit(id, (plan) => ({ ...plan, runId: run.value }));
      return saved.ok ? run : saved;
    },
    choose: (id, way) => edit(id, (plan) => ({ ...plan, way })),
    async say(id, step, done) {
      const before = openOf(id);
      if (before === undefined) return fail(gone('plan'));
      const said = { step, tokenIds: liveTokensOf(before).map((token) => token.id) };
      const saved = await edit(id, (plan) => {
        const others = plan.said.filter((each) => each.step !== step);
        return { ...plan, said: done ? [...others, said] : others };
      });
      const plan = openOf(id);
      if (!saved.ok || plan === undefined) return saved;
      recordEvent('plan_step', id, done ? step : `${step}_undone`);
      return done ? await endMeant(plan, said) : saved;
    },
    revokedByDeletion(id) {
      const plan = openOf(id);
      if (plan === undefined) return 0;
      return liveTokensOf(plan).filter(({ revocation }) => revocation === null).length;
    },
    async tryOld(id) {
      const plan = openOf(id);
      if (plan === undefined) return fail(gone('plan'));
      if (rotationOf(plan) !== undefined) return fail({ code: 'step_not_ready' });
      const credential = credentialOf(id);
      const refusal = credential === undefined ? null : whyNotTried(credential, plan.startedAtMs);
      if (refusal !== null) return fail(refusal);
      const field = secretFieldToMint(vault.contents().rotations, id);
      const tried = await tryOldSecret(session, requests, id, field);
      if (!tried.ok) return tried;
      const { verdict, tokenId } = tried.value;
      const atMs = session.clock.nowMs();
      const saved = await edit(id, (now) => ({ ...now, oldSecret: { atMs, verdict } }));
      if (!saved.ok) return saved;
      if (tokenId !== null && credential?.accessType === 'trader') {
        const revoked = await revocations.revoke(tokenId);
        if (!revoked.ok) return revoked;
      }
      const isKeyRevoked = plan.said.some(({ step }) => step === 'revoke_key');
      if (tokenId !== null && isKeyRevoked) await plans.keyRevoked(tokenId);
      return ok(verdict);
    },
    async close(id) {
      const saved = await edit(id, (plan) => ({ ...plan, closedAtMs: session.clock.nowMs() }));
      if (saved.ok) recordEvent('leak_plan_closed', id);
      return saved;
    },
    resume() {
      for (const plan of vault.contents().leakPlans) {
        if (plan.closedAtMs !== null) continue;
        for (const said of plan.said) void endMeant(plan, said);
      }
    },
  };
}
