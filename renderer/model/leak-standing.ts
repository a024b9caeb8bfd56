// How far a plan for a leaked key is, from what was proven and what was said. Pure.
import type { LeakPlanView, OldTokensView } from '../../electron/shared/incident/rotation-view.ts';

export type PlanMark = 'proven' | 'done' | 'said' | 'unproven' | 'now' | 'waits' | 'later';

/** Nothing of it is left to revoke or to end. */
const isStopped = ({ waiting, failed, underWay }: OldTokensView): boolean =>
  waiting + failed + underWay === 0;

const isRefused = ({ oldSecret }: LeakPlanView): boolean => oldSecret?.verdict === 'refused';

export function isOver(plan: LeakPlanView): boolean {
  return isRefused(plan) && isStopped(plan.tokens) && plan.tokens.accepted === 0;
}

interface LeakMarks {
  readonly revoke: PlanMark;
  readonly worthless: PlanMark;
  readonly secret: PlanMark;
  readonly tokens: PlanMark;
}

/** The first that is not done is next; what is asked about meanwhile says so. */
export function traderMarks(plan: LeakPlanView): LeakMarks {
  const { tokens, rotation, said, way } = plan;
  const revoked = isStopped(tokens) && plan.runId !== null;
  const nothingLive = isStopped(tokens) && tokens.accepted === 0;
  const rotated = rotation === 'finished';
  const worthless = rotated || (way === 'delete' && said.includes('delete_client'));
  return {
    revoke: nothingLive || revoked ? acceptedMark(tokens) : revokeMark(tokens),
    worthless: rotated
      ? rotatedMark(plan)
      : worthless
        ? 'said'
        : revoked || nothingLive
          ? 'now'
          : 'later',
    secret: secretMark(plan, worthless || rotation === 'open'),
    tokens: tokensMark(tokens),
  };
}

export function partnerMarks(plan: LeakPlanView): LeakMarks {
  const { rotation, said, tokens } = plan;
  const told = said.includes('revoke_key');
  return {
    revoke: told ? 'said' : 'now',
    worthless: rotation === 'finished' ? rotatedMark(plan) : told ? 'now' : 'later',
    secret: secretMark(plan, told),
    tokens: tokensMark(tokens),
  };
}

/** A rotation may have been finished without its proof. */
const rotatedMark = (plan: LeakPlanView): PlanMark => (isRefused(plan) ? 'proven' : 'done');

/** Where the leaked secret was destroyed unproven, nobody here can try it any more. */
function secretMark(plan: LeakPlanView, next: boolean): PlanMark {
  if (isRefused(plan)) return 'proven';
  if (plan.rotation === 'finished') return 'unproven';
  return next ? 'now' : 'later';
}

/** What was accepted is done; only what was refused since is proven. */
const acceptedMark = ({ accepted, unproven, outOfReach }: OldTokensView): PlanMark =>
  accepted + unproven + outOfReach > 0 ? 'done' : 'proven';

const revokeMark = ({ waiting, failed }: OldTokensView): PlanMark =>
  waiting + failed > 0 ? 'now' : 'waits';

function tokensMark(tokens: OldTokensView): PlanMark {
  if (isStopped(tokens) && tokens.accepted === 0) {
    return tokens.unproven + tokens.outOfReach > 0 ? 'unproven' : 'proven';
  }
  return tokens.underWay + tokens.accepted > 0 ? 'waits' : 'later';
}
