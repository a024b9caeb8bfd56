// Renewals and leases as views: moments on the wall clock that stay still while nothing changes.
import type { LeaseView, RenewalView } from '../../shared/renewal/renewal-view.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import type { SessionServices } from '../session/session-services.ts';
import { isLive } from '../domain/token-life.ts';
import type { RenewalStanding } from './renewals.ts';
import type { RenewalStep } from './renewal-plan.ts';

/** Whole seconds, rounded down: two looks at the same plan show the same moment. */
function moment(nowMs: number, waitMs: number): number {
  return Math.floor((nowMs + waitMs + 50) / 1000) * 1000;
}

export function toRenewalView(
  { session, renewals }: SessionServices,
  id: CredentialId,
  nowMs: number,
): RenewalView | null {
  const standing = renewals.standing(id);
  if (standing === null) return null;
  const { renewal, plan } = standing;
  const next = soonest(plan.steps, 'renew');
  const contents = session.vault.contents();
  const trader = session.index.credential(contents, id)?.accessType === 'trader';
  // What has expired meanwhile, or was revoked by hand, is not revoked then.
  const revokes = soonest(
    plan.steps.filter((step) => {
      const from =
        step.kind === 'revoke' && session.index.token(contents, step.handover.fromTokenId);
      return from && from.revocation === null && isLive(session, contents, from);
    }),
    'revoke',
  );
  return {
    phase: phaseOf(standing, next),
    untilMs: renewal.untilMs,
    graceSeconds: renewal.graceSeconds,
    nextAtMs: next === null ? null : moment(nowMs, next),
    revokesAtMs: trader && revokes !== null ? moment(nowMs, revokes) : null,
    lastFailure: renewal.lastFailure,
  };
}

function soonest(steps: readonly RenewalStep[], kind: RenewalStep['kind']): number | null {
  const waits = steps.filter((step) => step.kind === kind).map(({ waitMs }) => waitMs);
  return waits.length === 0 ? null : Math.min(...waits);
}

function phaseOf({ plan }: RenewalStanding, next: number | null): RenewalView['phase'] {
  const checking = plan.steps.some(({ kind }) => kind === 'check');
  const asking = plan.steps.some(({ kind }) => kind === 'drop');
  if (plan.obstacle === 'ended' && (checking || asking)) return 'ending';
  if (checking) return 'checking';
  if (asking) return 'asking';
  if (plan.obstacle !== null) return plan.obstacle;
  if (next !== null) return next <= 0 ? 'asking' : 'waiting';
  if (plan.left.some(({ why }) => why === 'no_expiry')) return 'no_expiry';
  if (plan.left.some(({ why }) => why === 'ends_first')) return 'outlives';
  return plan.left.length > 0 ? 'leased' : 'idle';
}

export function toLeaseView(
  { leases }: SessionServices,
  id: TokenId,
  nowMs: number,
): LeaseView | null {
  const lease = leases.of(id);
  if (lease === null) return null;
  const leftMs = leases.leftMs(lease);
  return { end: lease.end, endsAtMs: leftMs === null ? null : moment(nowMs, leftMs) };
}
