// The rotation assistant: five steps below each other, the one that is next opened. The new secret is taken, it mints, what
// the old one minted is revoked, the old one is refused, and it is destroyed. What was done says how it is known; nothing
// is ticked that was not proven. Never a field for the secret itself (I1).
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { RotationView } from '../../../electron/shared/incident/rotation-view.ts';
import type { SecretSource } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Radios } from '../../components/Field.tsx';
import { isFocusNowhere } from '../../components/keep-focus.ts';
import { sourceOptions } from '../../components/SecretFields.tsx';
import type { CredentialSheetProps } from '../../components/Sheet.tsx';
import { rotationSaid } from '../../i18n/en-said.ts';
import { secretCommandWords } from '../../i18n/en-secret-command.ts';
import type { PlanMark } from '../../model/leak-standing.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { rotationWords as words, tokensLine } from './en-rotation.ts';
import {
  OldSecretVerdict,
  PlanSheet,
  PlanSteps,
  TryOldSecret,
  useIsPractice,
  type PlanButton,
} from './PlanSheet.tsx';

export function RotationSheet({ credential }: CredentialSheetProps): ReactNode {
  const { window: store } = useApp();
  const { id: credentialId, label, rotation, leakPlan } = credential;
  return (
    <PlanSheet
      credential={credential}
      title={words.title(label)}
      words={words}
      isOpen={rotation !== null}
      begin={
        <CallButton
          call="rotationStart"
          input={{ credentialId }}
          said={rotationSaid.started(label)}
          look="primary"
          data-wanted
        >
          {words.begin}
        </CallButton>
      }
      steps={stepsOf(credential)}
      end={
        <CallButton
          call="rotationAbandon"
          input={{ credentialId }}
          said={rotationSaid.abandoned(label)}
          look="quiet"
          className="button-stop"
        >
          {words.abandon}
        </CallButton>
      }
      {...(leakPlan !== null && {
        onClose: () => store.show({ kind: 'leak_plan', credentialId }),
      })}
    >
      {rotation !== null && <Steps credential={credential} rotation={rotation} />}
    </PlanSheet>
  );
}

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

/** What every step is shown with. */
interface StepProps {
  readonly credential: CredentialView;
  readonly rotation: RotationView;
  /** It is next. */
  readonly open: boolean;
}

const stepsOf = ({ accessType }: CredentialView) =>
  (
    [
      { number: 1, who: 'you', Body: TakeStep },
      { number: 2, who: 'app', Body: CheckStep },
      { number: 3, who: accessType === 'partner' ? 'both' : 'app', Body: EndStep },
      { number: 4, who: 'both', Body: ProveStep },
      { number: 5, who: 'app', Body: DestroyStep },
    ] as const
  ).map((step) => ({ ...step, title: words.steps[step.number] }));

function Steps(props: Omit<StepProps, 'open'>): ReactNode {
  const { credential, rotation } = props;
  const list = useCurrentStep(rotation.step);
  return (
    <>
      <output className="plan-standing strong">
        {words.standing(rotation.step, rotation.waitingFor)}
      </output>
      <PlanSteps
        ref={list}
        credential={credential}
        steps={stepsOf(credential).map(({ number, Body, ...step }) => ({
          ...step,
          mark: markOf(number, rotation),
          body: <Body {...props} open={number === rotation.step} />,
        }))}
      />
    </>
  );
}

/** A stored secret is done and proves nothing yet; an accepted revocation is not a death. */
function markOf(number: number, { step, waitingFor, old }: RotationView): PlanMark {
  if (number > step) return 'later';
  if (number === step) return waitingFor === 'server' ? 'waits' : 'now';
  if (number === 1) return 'done';
  if (number !== 3) return 'proven';
  if (old.accepted + old.underWay > 0) return 'waits';
  return old.unproven + old.outOfReach > 0 ? 'unproven' : 'proven';
}

function TakeStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  const isPractice = useIsPractice(credential);
  if (!open) return <TakenFact {...props} />;
  const { waiting } = rotation.old;
  const revocable = credential.accessType === 'trader' ? waiting : 0;
  return (
    <>
      <p>{words.take.note}</p>
      <p className="secondary">{words.take.unknown}</p>
      {revocable > 0 && (
        <div className="card">
          <p>{words.take.revokeFirstNote(revocable)}</p>
          <EndOldTokens credential={credential}>{words.take.revokeFirst(revocable)}</EndOldTokens>
        </div>
      )}
      {isPractice && (
        <div className="actions">
          {([false, true] as const).map((oldStops) => (
            <CallButton
              key={String(oldStops)}
              call="practiceNewSecret"
              input={{ credentialId: credential.id, oldStops }}
              said={rotationSaid.practiceMade}
            >
              {words.practice[oldStops ? 'stop' : 'keep']}
            </CallButton>
          ))}
        </div>
      )}
      <TakeForm {...props} />
    </>
  );
}

function TakeForm({ credential, rotation }: StepProps): ReactNode {
  const { call } = useApp();
  const [source, setSource] = useState<SecretSource>('entry');
  const isFetched = credential.secret.command !== undefined;
  const busy = usePending('rotationTakeSecret', credential.id);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void call(
          'rotationTakeSecret',
          { credentialId: credential.id, secretSource: source },
          { said: rotationSaid.taken },
        );
      }}
    >
      {isFetched ? (
        <p>{secretCommandWords.reread}</p>
      ) : (
        <Radios
          inline
          legend={words.take.source}
          options={sourceOptions}
          chosen={source}
          onChoose={setSource}
        />
      )}
      <Button look={rotation.newSecret === null ? 'primary' : 'plain'} submit busy={busy}>
        {isFetched
          ? secretCommandWords.rereadSubmit
          : rotation.newSecret === null
            ? words.take.submit
            : words.take.again}
      </Button>
    </form>
  );
}

function TakenFact({ rotation }: StepProps): ReactNode {
  if (rotation.newSecret === null) return null;
  return (
    <p>
      {`${words.take.taken} `}
      <span className="mono">{rotation.newSecret.fingerprint}</span>
    </p>
  );
}

const checkWords = words.check;

function CheckStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  if (!open) {
    if (rotation.checkedAtMs === null) return null;
    const token = credential.tokens.find(({ id }) => id === rotation.newTokenId);
    const shown = token?.verifiable === false ? checkWords.doneRead : checkWords.done;
    return <p>{shown}</p>;
  }
  return (
    <>
      <p>{checkWords[credential.accessType]}</p>
      <div className="actions">
        <CallButton
          call="rotationCheck"
          input={{ credentialId: credential.id }}
          said={rotationSaid.checked}
          look="primary"
        >
          {checkWords.submit}
        </CallButton>
      </div>
      <details className="fold">
        <summary>{words.take.again}</summary>
        <TakeForm {...props} />
      </details>
    </>
  );
}

const endWords = words.end;

function EndStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  const { old, step } = rotation;
  if (!open) return step > 3 ? <p>{tokensLine(old)}</p> : null;
  const left = old.waiting + old.failed;
  const partner = credential.accessType === 'partner';
  return (
    <>
      <output>{tokensLine(old)}</output>
      {old.failed > 0 && (
        <div className="notice notice-failure" role="alert">
          <div className="notice-text">
            <p className="strong">{endWords.failed(old.failed)}</p>
            <p>{rotation.oldSecretStopped ? endWords.failedNew : endWords.failedOld}</p>
          </div>
        </div>
      )}
      {partner ? <p>{endWords.partner}</p> : <OldSecretQuestion {...props} />}
      {left > 0 && (
        <div className="actions">
          <EndOldTokens
            credential={credential}
            look="primary"
            disabled={!partner && !isAnswered(props)}
          >
            {partner
              ? endWords.partnerSubmit(left)
              : endWords.submit(left, rotation.oldSecretStopped ? 'new' : 'old')}
          </EndOldTokens>
        </div>
      )}
      {old.outOfReach > 0 && <p className="secondary">{endWords.outOfReach}</p>}
    </>
  );
}

function EndOldTokens({ credential, ...looks }: PlanButton): ReactNode {
  return (
    <CallButton
      {...looks}
      call="rotationEndOldTokens"
      input={{ credentialId: credential.id }}
      said={rotationSaid.ending}
    />
  );
}

const isProven = ({ rotation }: StepProps): boolean =>
  rotation.oldSecret !== null && rotation.oldSecret.verdict !== 'unclear';
const isAnswered = (props: StepProps): boolean =>
  props.rotation.oldSecretSaid !== null || isProven(props);

function OldSecretQuestion(props: StepProps): ReactNode {
  const { credential, rotation } = props;
  const { call } = useApp();
  const { oldSecret, oldSecretSaid } = rotation;
  if (oldSecret !== null && isProven(props)) return <p>{endWords.proven[oldSecret.verdict]}</p>;
  return (
    <>
      <Radios
        legend={endWords.question}
        options={(['works', 'stopped'] as const).map((answer) => {
          const { label, note } = endWords.answers[answer];
          return [answer, label, note];
        })}
        chosen={oldSecretSaid}
        onChoose={(answer) =>
          void call('rotationSay', { credentialId: credential.id, oldSecret: answer })
        }
      />
      <div className="section-row">
        <p className="secondary">
          {oldSecret === null
            ? `${endWords.unsure}? ${endWords.findNote}`
            : endWords.proven[oldSecret.verdict]}
        </p>
        <TryOldSecret call="rotationTryOldSecret" credential={credential}>
          {endWords.find}
        </TryOldSecret>
      </div>
    </>
  );
}

const proveWords = words.prove;

function ProveStep({ credential, rotation, open }: StepProps): ReactNode {
  const isPractice = useIsPractice(credential);
  const { oldSecret } = rotation;
  if (!open && rotation.step < 4) return null;
  const verdict = oldSecret && <OldSecretVerdict found={oldSecret} words={proveWords.verdict} />;
  if (!open) return verdict;
  return (
    <>
      <p>{proveWords.note}</p>
      {verdict}
      <div className="actions">
        <TryOldSecret call="rotationTryOldSecret" credential={credential} look="primary">
          {proveWords.submit}
        </TryOldSecret>
        {isPractice && (
          <CallButton
            call="practiceRemoveOldSecret"
            input={{ credentialId: credential.id }}
            said={rotationSaid.practiceRemoved}
          >
            {words.practice.remove}
          </CallButton>
        )}
        {rotation.mayFinish && oldSecret?.verdict === 'unclear' && (
          <Finish credential={credential} look="quiet">
            {words.destroy.unproven}
          </Finish>
        )}
      </div>
    </>
  );
}

function DestroyStep({ credential, open }: StepProps): ReactNode {
  if (!open) return null;
  return (
    <>
      <p>{words.destroy.note}</p>
      <div className="actions">
        <Finish credential={credential} look="primary">
          {words.destroy.submit}
        </Finish>
      </div>
    </>
  );
}

function Finish({ credential, ...looks }: PlanButton): ReactNode {
  return (
    <CallButton
      {...looks}
      call="rotationFinish"
      input={{ credentialId: credential.id }}
      said={rotationSaid.finished(credential.label)}
    />
  );
}
