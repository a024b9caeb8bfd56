// The two proofs that end a leak: the secret must fail to mint, the tokens must be refused. Ticked by
// what the server answered, by nothing else.
import { useId, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { PlanStep, type PlanMark } from '../../components/PlanStep.tsx';
import { Ago } from '../../components/Time.tsx';
import { leakWords } from './en-leak.ts';
import { here, tokensLine, whoWords } from './en-rotation.ts';
import { isBusy } from '../../model/activity.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import type { LeakProps } from './leak-props.ts';

interface ProofProps extends LeakProps {
  readonly number: number;
  readonly mark: PlanMark;
}

export function SecretProof({ credential, plan, number, mark }: ProofProps): ReactNode {
  const { commands } = useApp();
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
        <div className="plan-actions">
          <Button
            busy={isBusy(credential, 'old_secret', pending)}
            disabled={mark === 'later'}
            aria-describedby={mark === 'later' ? `${id}-later` : undefined}
            onClick={() => void commands.tryLeakedSecret(credential)}
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

export function TokensProof({ plan, number, mark }: ProofProps): ReactNode {
  const words = leakWords.tokens;
  return (
    <PlanStep number={number} title={words.title} who={whoWords.app} where={here} mark={mark}>
      <p>{words.note}</p>
      <output>{tokensLine(plan.tokens)}</output>
    </PlanStep>
  );
}
