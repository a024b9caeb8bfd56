// What the window may know of a drill that runs.
import type { DrillView } from '../../../shared/practice/drill-view.ts';
import type { RoomServices } from '../../session/session-services.ts';
import type { Drills } from './drills.ts';

export function toDrillView(
  drills: Pick<Drills, 'standing'>,
  { room }: RoomServices,
): DrillView | null {
  const standing = drills.standing(room);
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
