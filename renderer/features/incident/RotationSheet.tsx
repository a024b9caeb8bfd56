// The rotation assistant: five steps below each other, the one that is next opened. What was done says
// how it is known; nothing is ticked that was not proven.
import { type ReactNode, useEffect, useRef, type RefObject } from 'react';
import type { CredentialSheetProps } from '../../components/Sheet.tsx';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { RotationView } from '../../../electron/shared/incident/rotation-view.ts';
import { Button } from '../../components/Button.tsx';
import { PlanStep } from './PlanStep.tsx';
import type { PlanMark } from '../../model/leak-standing.ts';
import { here, placeWords, rotationWords as words, whoWords } from './en-rotation.ts';
import { useApp, useEnvironment } from '../../state/app-context.tsx';
import { rotationSaid } from '../../i18n/en-said.ts';
import { PlanSheet } from './PlanSheet.tsx';
import { TakeStep, CheckStep, EndStep, DestroyStep, ProveStep } from './RotationSteps.tsx';
import { isFocusNowhere } from '../../components/keep-focus.ts';

/**
 * Keeps the step that is next in sight, and the focus in it where the button just pressed went away.
 * @param step changes when another step is next.
 */
function useCurrentStep(step: number): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(1);
  useEffect(() => {
    const opened = shown.current === 1;
    if (shown.current === step) return;
    shown.current = step;
    const current = list.current?.querySelector<HTMLElement>('[aria-current="step"]');
    if (current === null || current === undefined) return;
    // Found again after days it opens where it stood; later the focus is left where the person put it.
    if (opened || isFocusNowhere()) {
      current.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
    }
    if ('scrollIntoView' in current) current.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return list;
}

const steps = [
  { number: 1, who: whoWords.you, there: true, Body: TakeStep },
  { number: 2, who: whoWords.app, there: false, Body: CheckStep },
  { number: 3, who: whoWords.app, there: false, Body: EndStep },
  { number: 4, who: whoWords.both, there: true, Body: ProveStep },
  { number: 5, who: whoWords.app, there: false, Body: DestroyStep },
] as const;

export function RotationSheet(props: CredentialSheetProps): ReactNode {
  const { credential, onClose } = props;
  const { id: credentialId, label } = credential;
  const { call } = useApp();
  const { rotation } = credential;
  return (
    <PlanSheet
      credential={credential}
      title={words.title(credential.label)}
      words={words}
      isOpen={rotation !== null}
      call="rotationStart"
      run={() => call('rotationStart', { credentialId }, { said: rotationSaid.started(label) })}
      end={
        <Button
          look="quiet"
          className="button-stop"
          onClick={() =>
            void call('rotationAbandon', { credentialId }, { said: rotationSaid.abandoned(label) })
          }
        >
          {words.abandon}
        </Button>
      }
      onClose={onClose}
    >
      {rotation !== null && <Steps credential={credential} rotation={rotation} />}
    </PlanSheet>
  );
}

function Steps(props: {
  readonly credential: CredentialView;
  readonly rotation: RotationView;
}): ReactNode {
  const { credential, rotation } = props;
  const practice = useEnvironment(credential.environmentId)?.builtIn === true;
  const list = useCurrentStep(rotation.step);
  const markOf = (number: number): PlanMark => {
    if (number < rotation.step) return doneMark(number, rotation);
    if (number > rotation.step) return 'later';
    return rotation.waitingFor === 'server' ? 'waits' : 'now';
  };
  return (
    <>
      <output className="plan-standing strong">
        {words.standing(rotation.step, rotation.waitingFor)}
      </output>
      <ol className="steps" ref={list}>
        {steps.map(({ number, who, there, Body }) => (
          <PlanStep
            key={number}
            number={number}
            title={words.steps[number]}
            who={credential.accessType === 'partner' && number === 3 ? whoWords.both : who}
            where={
              there || (credential.accessType === 'partner' && number === 3)
                ? placeWords[credential.accessType]
                : here
            }
            mark={markOf(number)}
          >
            <Body
              credential={credential}
              rotation={rotation}
              open={number === rotation.step}
              practice={practice}
            />
          </PlanStep>
        ))}
      </ol>
    </>
  );
}

/** A stored secret is done and proves nothing yet; an accepted revocation is not a death. */
function doneMark(number: number, { old }: RotationView): PlanMark {
  if (number === 1) return 'done';
  if (number !== 3) return 'proven';
  if (old.accepted + old.underWay > 0) return 'waits';
  return old.unproven + old.outOfReach > 0 ? 'unproven' : 'proven';
}
