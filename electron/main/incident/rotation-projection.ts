// Where a credential's rotation and its plan for a leak stand, as the app window sees them.
import type { LeakPlanView, RotationView } from '../../shared/incident/rotation-view.ts';
import type { CredentialId } from '../domain/ids.ts';
import { mayFinish, oldSecretStopped } from '../domain/rotation.ts';
import type { SessionServices } from '../session/session-services.ts';

export function toRotationView(
  { rotations }: SessionServices,
  id: CredentialId,
): RotationView | null {
  const standing = rotations.standing(id);
  if (standing === null || standing.step === 6) return null;
  const { rotation, step, old } = standing;
  const { newSecretAtMs, newSecretFingerprint: fingerprint } = rotation;
  const waits = old.underWay > 0 && old.waiting + old.failed === 0;
  return {
    startedAtMs: rotation.startedAtMs,
    step,
    waitingFor: step === 3 && waits ? 'server' : 'you',
    newSecret: newSecretAtMs === null ? null : { atMs: newSecretAtMs, fingerprint },
    newTokenId: rotation.newTokenId,
    checkedAtMs: rotation.checkedAtMs,
    oldSecretSaid: rotation.oldSecretSaid,
    oldSecretStopped: oldSecretStopped(rotation),
    oldSecret: rotation.oldSecret,
    old,
    mayFinish: mayFinish(rotation),
  };
}

export function toLeakPlanView({ leaks }: SessionServices, id: CredentialId): LeakPlanView | null {
  const standing = leaks.standing(id);
  if (standing === null) return null;
  const { plan, tokens, oldSecret, rotation } = standing;
  const { startedAtMs, way, runId, said } = plan;
  return { startedAtMs, way, runId, said: [...said], tokens, oldSecret, rotation };
}
