// The steps of a plan for a leaked key, of a Trader client (docs/service.md 5.8) and of a Partner key
// (docs/service.md 5.9). The two proofs that end a leak are ticked by what the server answered, by nothing else.
import { useId, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { PlanStep } from './PlanStep.tsx';
import { Ago } from '../../components/Time.tsx';
import { leakWords } from './en-leak.ts';
import { here, tokensLine, whoWords, rotationWords, placeWords } from './en-rotation.ts';
import { isBusy } from '../../model/activity.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { revokePracticeKey, tryOldSecret } from '../../actions/shared-calls.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { LeakPlanView } from '../../../electron/shared/incident/rotation-view.ts';
import type { LeakStep } from '../../../electron/shared/words.ts';
import { Choice, Radios } from '../../components/Field.tsx';
import { traderMarks, partnerMarks, type PlanMark } from '../../model/leak-standing.ts';

const worthlessWords = leakWords.worthless;

function RotationLink(props: {
  readonly credential: CredentialView;
  readonly plan: LeakPlanView;
  /** It is the step that is next. */
  readonly next: boolean;
}): ReactNode {
  const { credential, plan } = props;
  const { window: store } = useApp();
  if (plan.rotation === 'finished') return <p>{worthlessWords.rotated}</p>;
  const { rotation } = credential;
  return (
    <div className="section-row">
      <p>{rotation === null ? '' : rotationWords.standing(rotation.step, rotation.waitingFor)}</p>
      <Button
        look={props.next ? 'primary' : 'plain'}
        onClick={() => store.show({ kind: 'rotation', credentialId: credential.id })}
      >
        {worthlessWords.openRotation}
      </Button>
    </div>
  );
}

function DoneElsewhere(
  props: LeakProps & {
    readonly step: LeakStep;
    readonly play: string;
    readonly label: string;
    readonly note: string;
  },
): ReactNode {
  const { credential, plan, practice, step } = props;
  const { call } = useApp();
  const said = plan.said.includes(step);
  const say = (done: boolean) => call('leakPlanSay', { credentialId: credential.id, step, done });
  const playIt = async (): Promise<void> => {
    const done = await revokePracticeKey(call, credential);
    if (done !== null && !said) await say(true);
  };
  return (
    <>
      {practice && (
        <div className="actions">
          <Button onClick={() => void playIt()}>{props.play}</Button>
        </div>
      )}
      <Choice
        type="checkbox"
        label={props.label}
        note={props.note}
        checked={said}
        onChange={(event) => void say(event.currentTarget.checked)}
      />
    </>
  );
}

/** What every step of a leak plan is shown with. */
interface LeakProps {
  readonly credential: CredentialView;
  readonly plan: LeakPlanView;
  /** The built-in practice environment: its web app is played here. */
  readonly practice: boolean;
}

interface ProofProps extends LeakProps {
  readonly number: number;
  readonly mark: PlanMark;
}

function SecretProof({ credential, plan, number, mark }: ProofProps): ReactNode {
  const { call } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const words = leakWords.secret;
  const id = useId();
  const { oldSecret } = plan;
  const refused = oldSecret?.verdict === 'refused';
  return (
    <PlanStep number={number} title={words.title} who={whoWords.app} where={here} mark={mark}>
      {oldSecret === null ? (
        <p>{plan.rotation === 'none' ? words.note : words.byRotation}</p>
      ) : (
        <output className={refused ? undefined : 'warn'}>
          {words.verdict[oldSecret.verdict]} {refused && <Ago atMs={oldSecret.atMs} />}
        </output>
      )}
      {plan.rotation === 'none' && !refused && (
        <div className="actions">
          <Button
            busy={isBusy(credential, 'old_secret', pending)}
            disabled={mark === 'later'}
            aria-describedby={mark === 'later' ? `${id}-later` : undefined}
            onClick={() => void tryOldSecret(call, 'leakPlanTryOldSecret', credential)}
          >
            {words.submit}
          </Button>
          {mark === 'later' && (
            <p className="secondary" id={`${id}-later`}>
              {words.later}
            </p>
          )}
        </div>
      )}
    </PlanStep>
  );
}

function TokensProof({ plan, number, mark }: ProofProps): ReactNode {
  const words = leakWords.tokens;
  return (
    <PlanStep number={number} title={words.title} who={whoWords.app} where={here} mark={mark}>
      <p>{words.note}</p>
      <output>{tokensLine(plan.tokens)}</output>
    </PlanStep>
  );
}

export function TraderSteps(props: LeakProps): ReactNode {
  const { credential, plan } = props;
  const { call } = useApp();
  const marks = traderMarks(plan);
  const { tokens } = plan;
  const left = tokens.waiting + tokens.failed;
  const words = leakWords.revoke;
  return (
    <>
      <PlanStep number={1} title={words.title} who={whoWords.app} where={here} mark={marks.revoke}>
        <p>{words.note}</p>
        <output>{tokensLine(tokens)}</output>
        {left > 0 && (
          <div className="actions">
            <Button
              look="danger"
              onClick={() => void call('leakPlanRevoke', { credentialId: credential.id })}
            >
              {words.submit(left)}
            </Button>
          </div>
        )}
      </PlanStep>
      <PlanStep
        number={2}
        title={leakWords.worthless.title}
        who={whoWords.you}
        where={placeWords.trader}
        mark={marks.worthless}
      >
        <WorthlessStep {...props} />
      </PlanStep>
      <SecretProof {...props} number={3} mark={marks.secret} />
      <TokensProof {...props} number={4} mark={marks.tokens} />
    </>
  );
}

function WorthlessStep(props: LeakProps): ReactNode {
  const { credential, plan } = props;
  const { call } = useApp();
  const words = leakWords.worthless;
  return (
    <>
      <Radios
        legend={words.question}
        options={[
          ['rotate', words.rotate, words.rotateNote],
          ['delete', words.remove, words.removeNote],
        ]}
        chosen={plan.way}
        onChoose={(way) => void call('leakPlanChoose', { credentialId: credential.id, way })}
      />
      {plan.way === 'rotate' && <RotationLink credential={credential} plan={plan} next />}
      {plan.way === 'delete' && (
        <DoneElsewhere
          {...props}
          step="delete_client"
          play={words.practice}
          label={words.deleted}
          note={words.deletedNote}
        />
      )}
    </>
  );
}

export function PartnerSteps(props: LeakProps): ReactNode {
  const { credential, plan } = props;
  const marks = partnerMarks(plan);
  const words = leakWords.key;
  return (
    <>
      <PlanStep
        number={1}
        title={words.title}
        who={whoWords.you}
        where={placeWords.partner}
        mark={marks.revoke}
      >
        <DoneElsewhere
          {...props}
          step="revoke_key"
          play={words.practice}
          label={words.done}
          note={words.doneNote}
        />
      </PlanStep>
      <TokensProof {...props} number={2} mark={marks.tokens} />
      <PlanStep
        number={3}
        title={leakWords.rotate.title}
        who={whoWords.both}
        where={placeWords.partner}
        mark={marks.worthless}
      >
        <p>{leakWords.rotate.note}</p>
        <RotationLink credential={credential} plan={plan} next={marks.worthless === 'now'} />
      </PlanStep>
      <SecretProof {...props} number={4} mark={marks.secret} />
    </>
  );
}
