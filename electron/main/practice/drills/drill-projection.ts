// What the window may know of a drill that runs.
import type { DrillView } from '../../../shared/practice/drill-view.ts';
import type { SessionServices } from '../../session/session-services.ts';
import type { Drills } from './drills.ts';

export function toDrillView(
  drills: Pick<Drills, 'standing'>,
  { session }: SessionServices,
): DrillView | null {
  const standing = drills.standing(session);
  if (standing === null) return null;
  const { drill, preparing, progress } = standing;
  const { id, scenario, startedAtMs } = drill;
  return {
    id,
    scenario,
    preparing,
    startedAtMs,
    credentialIds: [...drill.credentialIds],
    leakedIds: [...drill.leakedIds],
    ...progress,
  };
}
