// The plan for a leaked Trader key (docs/service.md 5.8): revoke, then rotate the secret or delete the
// client, then two proofs.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { PlanStep } from '../../components/PlanStep.tsx';
import { leakWords } from './en-leak.ts';
import { here, placeWords, tokensLine, whoWords } from './en-rotation.ts';
import { traderMarks } from '../../model/leak-standing.ts';
import { useApp } from '../../state/app-context.tsx';
import { DoneElsewhere } from './DoneElsewhere.tsx';
import type { LeakProps } from './leak-props.ts';
import { RotationLink } from './RotationLink.tsx';
import { SecretProof, TokensProof } from './LeakProofSteps.tsx';

export function TraderSteps(props: LeakProps): ReactNode {
  const { credential, plan } = props;
  const { commands } = useApp();
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
          <div className="plan-actions">
            <Button look="danger" onClick={() => void commands.revokeLeaked(credential)}>
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
  const { commands } = useApp();
  const words = leakWords.worthless;
  return (
    <>
      <Choices legend={words.question}>
        <Choice
          type="radio"
          name="leak-way"
          label={words.rotate}
          note={words.rotateNote}
          checked={plan.way === 'rotate'}
          onChange={() => void commands.chooseLeakWay(credential, 'rotate')}
        />
        <Choice
          type="radio"
          name="leak-way"
          label={words.remove}
          note={words.removeNote}
          checked={plan.way === 'delete'}
          onChange={() => void commands.chooseLeakWay(credential, 'delete')}
        />
      </Choices>
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
