// "This key leaked": the plan of a Trader client (docs/service.md 5.8) or of a Partner key (docs/service.md 5.9). Each
// step says who does it and where. The two proofs that end a leak are ticked by what the server answered, by nothing
// else; what only the person can know, by the person.
import { useId, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { LeakPlanView } from '../../../electron/shared/incident/rotation-view.ts';
import type { LeakStep } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Choice, Radios } from '../../components/Field.tsx';
import type { CredentialSheetProps } from '../../components/Sheet.tsx';
import { leakSaid } from '../../i18n/en-said.ts';
import { isOver, partnerMarks, traderMarks } from '../../model/leak-standing.ts';
import { usableTokens } from '../../model/token-standing.ts';
import { useApp } from '../../state/app-context.tsx';
import { leakWords as words } from './en-leak.ts';
import { rotationWords, tokensLine } from './en-rotation.ts';
import {
  OldSecretVerdict,
  PlanSheet,
  PlanSteps,
  RevokePracticeKey,
  TryOldSecret,
  useIsPractice,
  type PlanStep,
} from './PlanSheet.tsx';

export function LeakPlanSheet({ credential }: CredentialSheetProps): ReactNode {
  const { id: credentialId, label, leakPlan: plan, accessType } = credential;
  const { call } = useApp();
  const over = plan !== null && isOver(plan);
  const live = accessType === 'trader' ? usableTokens(credential).length : 0;
  return (
    <PlanSheet
      credential={credential}
      title={words.title(label)}
      words={{ ...words, lead: words.lead[accessType] }}
      isOpen={plan !== null}
      begin={
        <CallButton
          call="leakPlanStart"
          input={{ credentialId }}
          said={leakSaid.started(label)}
          look={live > 0 ? 'danger' : 'primary'}
          data-wanted={live > 0 ? undefined : ''}
          onDone={() => live > 0 && void call('leakPlanRevoke', { credentialId })}
        >
          {live > 0 ? words.revoke.submit(live) : words.begin}
        </CallButton>
      }
      steps={stepsOf({ credential, plan: plan ?? NOT_BEGUN })}
      end={
        <CallButton
          call="leakPlanClose"
          input={{ credentialId }}
          said={leakSaid.closed(label)}
          look={over ? 'primary' : 'quiet'}
        >
          {over ? words.close : words.closeEarly}
        </CallButton>
      }
    >
      <PlanSteps credential={credential} steps={stepsOf({ credential, plan: plan ?? NOT_BEGUN })} />
      <output className="plan-standing strong">
        {over && (
          <>
            {words.over}
            {plan.tokens.unproven + plan.tokens.outOfReach > 0 && ` ${words.overUnproven}`}
          </>
        )}
      </output>
    </PlanSheet>
  );
}

const NOT_BEGUN: LeakPlanView = {
  startedAtMs: 0,
  way: null,
  runId: null,
  said: [],
  tokens: { waiting: 0, failed: 0, underWay: 0, accepted: 0, unproven: 0, dead: 0, outOfReach: 0 },
  oldSecret: null,
  rotation: 'none',
};

/** What every step is shown with. */
interface LeakProps {
  readonly credential: CredentialView;
  readonly plan: LeakPlanView;
}

function stepsOf(props: LeakProps): readonly PlanStep[] {
  const isTrader = props.credential.accessType === 'trader';
  const { revoke, worthless, secret, tokens } = (isTrader ? traderMarks : partnerMarks)(props.plan);
  const secretProof: PlanStep = {
    title: words.secret.title,
    who: 'app',
    mark: secret,
    body: <SecretProof {...props} isLater={secret === 'later'} />,
  };
  const tokensProof: PlanStep = {
    title: words.tokens.title,
    who: 'app',
    mark: tokens,
    body: <TokensFact {...props} note={words.tokens.note} />,
  };
  if (isTrader) {
    return [
      { title: words.revoke.title, who: 'app', mark: revoke, body: <RevokeStep {...props} /> },
      {
        title: words.worthless.title,
        who: 'you',
        mark: worthless,
        body: <WorthlessStep {...props} />,
      },
      secretProof,
      tokensProof,
    ];
  }
  return [
    {
      title: words.key.title,
      who: 'you',
      mark: revoke,
      body: <DoneElsewhere {...props} step="revoke_key" />,
    },
    tokensProof,
    {
      title: words.rotate.title,
      who: 'both',
      mark: worthless,
      body: (
        <>
          <p>{words.rotate.note}</p>
          <RotationLink {...props} isNext={worthless === 'now'} />
        </>
      ),
    },
    secretProof,
  ];
}

function TokensFact({ plan, note }: LeakProps & { readonly note: string }): ReactNode {
  return (
    <>
      <p>{note}</p>
      <output>{tokensLine(plan.tokens)}</output>
    </>
  );
}

function RevokeStep(props: LeakProps): ReactNode {
  const { waiting, failed } = props.plan.tokens;
  const left = waiting + failed;
  return (
    <>
      <TokensFact {...props} note={words.revoke.note} />
      {left > 0 && (
        <div className="actions">
          <CallButton
            call="leakPlanRevoke"
            input={{ credentialId: props.credential.id }}
            look="danger"
          >
            {words.revoke.submit(left)}
          </CallButton>
        </div>
      )}
    </>
  );
}

function WorthlessStep(props: LeakProps): ReactNode {
  const { credential, plan } = props;
  const { call } = useApp();
  const { question, rotate, rotateNote, remove, removeNote } = words.worthless;
  return (
    <>
      <Radios
        legend={question}
        options={[
          ['rotate', rotate, rotateNote],
          ['delete', remove, removeNote],
        ]}
        chosen={plan.way}
        onChoose={(way) => void call('leakPlanChoose', { credentialId: credential.id, way })}
      />
      {plan.way === 'rotate' && <RotationLink {...props} isNext />}
      {plan.way === 'delete' && <DoneElsewhere {...props} step="delete_client" />}
    </>
  );
}

/** `isNext`: it is the step that is next. */
function RotationLink(props: LeakProps & { readonly isNext: boolean }): ReactNode {
  const { window: store } = useApp();
  if (props.plan.rotation === 'finished') return <p>{words.worthless.rotated}</p>;
  const { id, rotation } = props.credential;
  return (
    <div className="section-row">
      <p>{rotation === null ? '' : rotationWords.standing(rotation.step, rotation.waitingFor)}</p>
      <Button
        look={props.isNext ? 'primary' : 'plain'}
        onClick={() => store.show({ kind: 'rotation', credentialId: id })}
      >
        {words.worthless.openRotation}
      </Button>
    </div>
  );
}

/** Only the person can know it: it is done in the web app. */
function DoneElsewhere(props: LeakProps & { readonly step: LeakStep }): ReactNode {
  const { credential, plan, step } = props;
  const { call } = useApp();
  const { practice, label, note } = words.elsewhere[step];
  const isSaid = plan.said.includes(step);
  const say = (done: boolean): void =>
    void call('leakPlanSay', { credentialId: credential.id, step, done });
  return (
    <>
      {useIsPractice(credential) && (
        <div className="actions">
          <RevokePracticeKey credential={credential} onDone={() => isSaid || say(true)}>
            {practice}
          </RevokePracticeKey>
        </div>
      )}
      <Choice
        label={label}
        note={note}
        checked={isSaid}
        onChange={(event) => say(event.currentTarget.checked)}
      />
    </>
  );
}

function SecretProof(props: LeakProps & { readonly isLater: boolean }): ReactNode {
  const { credential, plan, isLater } = props;
  const { note, byRotation, verdict, submit, later } = words.secret;
  const laterId = useId();
  const { oldSecret } = plan;
  const isOwn = plan.rotation === 'none';
  return (
    <>
      {oldSecret === null ? (
        <p>{isOwn ? note : byRotation}</p>
      ) : (
        <OldSecretVerdict found={oldSecret} words={verdict} />
      )}
      {isOwn && oldSecret?.verdict !== 'refused' && (
        <div className="actions">
          <TryOldSecret
            call="leakPlanTryOldSecret"
            credential={credential}
            disabled={isLater}
            aria-describedby={isLater ? laterId : undefined}
          >
            {submit}
          </TryOldSecret>
          {isLater && (
            <p className="secondary" id={laterId}>
              {later}
            </p>
          )}
        </div>
      )}
    </>
  );
}
