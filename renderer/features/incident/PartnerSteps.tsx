// The plan for a leaked Partner key (docs/service.md 5.9): revoke or regenerate the key in the web app,
// rotate the secret; the app proves that secret and tokens are refused.
import type { ReactNode } from 'react';
import { PlanStep } from '../../components/PlanStep.tsx';
import { leakWords } from './en-leak.ts';
import { placeWords, whoWords } from './en-rotation.ts';
import { partnerMarks } from '../../model/leak-standing.ts';
import { DoneElsewhere } from './DoneElsewhere.tsx';
import type { LeakProps } from './leak-props.ts';
import { SecretProof, TokensProof } from './LeakProofSteps.tsx';
import { RotationLink } from './RotationLink.tsx';

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
