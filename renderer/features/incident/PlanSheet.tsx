// The sheet of every guided plan: what it is about, then its steps. Before it is begun the first of them begins it:
// opening it has changed nothing. It closes once the plan is gone.
import { type ComponentProps, type ReactNode, type Ref, useEffect, useState } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { LeakPlanView } from '../../../electron/shared/incident/rotation-view.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { Notes } from '../../components/Notes.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { Ago } from '../../components/Time.tsx';
import { en } from '../../i18n/en.ts';
import { said } from '../../i18n/en-said.ts';
import { isBusy } from '../../model/activity.ts';
import type { PlanMark } from '../../model/leak-standing.ts';
import { useApp, useEnvironment, useFeedback } from '../../state/app-context.tsx';
import { planWords, whoAndWhere, type Who } from './en-rotation.ts';

export function PlanSheet(props: {
  readonly credential: CredentialView;
  readonly title: string;
  readonly words: {
    readonly lead: string;
    /** What beginning does here, and that nothing was done yet. */
    readonly beginNote: string;
  };
  /** Whether it was begun and is not over. */
  readonly isOpen: boolean;
  /** The button that begins it: in the first step, or in the foot where no steps are shown before. */
  readonly begin: ReactNode;
  readonly steps?: readonly Pick<PlanStep, 'title' | 'who'>[];
  /** Between the lead and the notes. */
  readonly about?: ReactNode;
  /** Gives the plan up, or puts it away; absent where closing the sheet is all there is. */
  readonly end?: ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { credential, words, isOpen, end, begin, steps = [] } = props;
  const { window: store } = useApp();
  const { onClose = store.close } = props;
  const environment = useEnvironment(credential.environmentId);
  const gone = useGone(isOpen, onClose);
  if (gone) return null;
  return (
    <Sheet title={props.title} onClose={onClose} about={environment}>
      <p>{words.lead}</p>
      {props.about}
      <Notes of={credential} />
      {isOpen ? props.children : <p className="secondary">{words.beginNote}</p>}
      {!isOpen && steps.length > 0 && (
        <PlanSteps
          credential={credential}
          steps={steps.map(({ title, who }, index) => ({
            title,
            who,
            ...(index === 0
              ? { mark: 'now', body: <div className="actions">{begin}</div> }
              : { mark: 'later', body: null }),
          }))}
        />
      )}
      <WindowFailure subject={credential.id} />
      {isOpen ? (
        <SheetFoot>
          {end !== undefined && (
            <>
              {end}
              <span className="spring" />
            </>
          )}
        </SheetFoot>
      ) : (
        <div className="sheet-actions">
          <Button onClick={onClose}>{en.verbs.cancel}</Button>
          {steps.length === 0 && begin}
        </div>
      )}
    </Sheet>
  );
}

/** Answers whether it was there and is gone: then nothing more is shown. */
function useGone(there: boolean, onClose: () => void): boolean {
  const [seen, see] = useState(there);
  if (there && !seen) see(true);
  const gone = seen && !there;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  return gone;
}

/** One step: who does it, and how it is known to be done. */
export interface PlanStep {
  readonly title: string;
  readonly who: Who;
  readonly mark: PlanMark;
  readonly body: ReactNode;
}

/** What was proven here and what is only the person's word look different, and say so. */
export function PlanSteps({
  credential,
  steps,
  ref,
}: {
  readonly credential: CredentialView;
  readonly steps: readonly PlanStep[];
  readonly ref?: Ref<HTMLOListElement>;
}): ReactNode {
  return (
    <ol className="steps" ref={ref}>
      {steps.map(({ title, who, mark, body }, index) => (
        <li
          key={title}
          className="plan-step"
          data-mark={mark}
          aria-current={mark === 'now' ? 'step' : undefined}
        >
          <span className="plan-number" aria-hidden="true">
            <PlanShape mark={mark} number={index + 1} />
          </span>
          <div className="plan-body">
            <div className="line line-apart step-head">
              <h3>{title}</h3>
              <span className="plan-mark">{planWords[mark]}</span>
            </div>
            <p className="secondary">{whoAndWhere(who, credential.accessType)}</p>
            {body}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Filled with a tick: proven. Open with a tick: done or said. A number: still to do. */
function PlanShape(props: { readonly mark: PlanMark; readonly number: number }): ReactNode {
  if (props.mark === 'unproven') return '?';
  if (props.mark !== 'proven' && props.mark !== 'said' && props.mark !== 'done') {
    return props.number;
  }
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" focusable="false">
      <path
        d="m4 8.4 2.6 2.6L12 5.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

type OldSecret = NonNullable<LeakPlanView['oldSecret']>;

/** What the last try of the old secret showed. */
export function OldSecretVerdict(props: {
  readonly found: OldSecret;
  readonly words: Readonly<Record<OldSecret['verdict'], string>>;
}): ReactNode {
  const { verdict, atMs } = props.found;
  const refused = verdict === 'refused';
  return (
    <output className={refused ? undefined : 'warn'}>
      {props.words[verdict]} {refused && <Ago atMs={atMs} />}
    </output>
  );
}

/** A button of a plan: about its key, and how it looks. */
export type PlanButton = Omit<ComponentProps<typeof Button>, 'busy'> & {
  readonly credential: CredentialView;
};

export function TryOldSecret(
  props: PlanButton & { readonly call: 'rotationTryOldSecret' | 'leakPlanTryOldSecret' },
): ReactNode {
  const { credential, ...rest } = props;
  const pending = useFeedback((feedback) => feedback.pending);
  return (
    <CallButton
      {...rest}
      input={{ credentialId: credential.id }}
      said={(verdict) => said.oldSecret[verdict]}
      busy={isBusy(credential, 'old_secret', pending)}
    />
  );
}

/** In the built-in practice environment the web app is played here. */
export const useIsPractice = ({ environmentId }: CredentialView): boolean =>
  useEnvironment(environmentId)?.builtIn === true;

/** What the person would do in the web app, for the practice gateway. */
export function RevokePracticeKey({
  credential,
  ...rest
}: PlanButton & { readonly onDone: () => void }): ReactNode {
  return (
    <CallButton
      {...rest}
      call="practiceRevokeKey"
      input={{ credentialId: credential.id }}
      said={said.practiceKeyRevoked}
    />
  );
}
