// From the plan to the rotation assistant, which takes the new secret; and what became of it.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { LeakPlanView } from '../../../electron/shared/incident/rotation-view.ts';
import { Button } from '../../components/Button.tsx';
import { leakWords } from './en-leak.ts';
import { rotationWords } from './en-rotation.ts';
import { ephemeralWords } from '../../i18n/en-ephemeral.ts';
import { useApp } from '../../state/app-context.tsx';

const words = leakWords.worthless;

export function RotationLink(props: {
  readonly credential: CredentialView;
  readonly plan: LeakPlanView;
  /** It is the step that is next. */
  readonly next: boolean;
}): ReactNode {
  const { credential, plan } = props;
  const { window: store } = useApp();
  if (plan.rotation === 'finished') return <p>{words.rotated}</p>;
  if (!credential.kept) return <p>{ephemeralWords.noRotation}</p>;
  const { rotation } = credential;
  return (
    <div className="section-row">
      <p>{rotation === null ? '' : rotationWords.standing(rotation.step, rotation.waitingFor)}</p>
      <Button
        look={props.next ? 'primary' : 'plain'}
        onClick={() => store.show({ kind: 'rotation', credentialId: credential.id })}
      >
        {words.openRotation}
      </Button>
    </div>
  );
}
