// Step 3: what the old secret minted. With which secret it is revoked hangs on what the web app did
// with the old one: the person is asked, or the app finds out. A refused revocation is told as such.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { rotationWords, tokensLine } from './en-rotation.ts';
import { isBusy } from '../../model/activity.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import type { StepProps } from './rotation-props.ts';

const words = rotationWords.end;

export function EndStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  const { commands } = useApp();
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
            <p className="notice-what">{words.failed(old.failed)}</p>
            <p>{rotation.oldSecretStopped ? words.failedNew : words.failedOld}</p>
          </div>
        </div>
      )}
      {partner ? <p>{words.partner}</p> : <OldSecretQuestion {...props} />}
      {left > 0 && (
        <div className="plan-actions">
          <Button
            look="primary"
            disabled={!partner && !isAnswered(props)}
            onClick={() => void commands.endOldTokens(credential)}
          >
            {partner
              ? words.partnerSubmit(left)
              : words.submit(left, rotation.oldSecretStopped ? 'new' : 'old')}
          </Button>
        </div>
      )}
      {old.outOfReach > 0 && <p className="secondary">{words.outOfReach}</p>}
    </>
  );
}

const isProven = ({ rotation }: StepProps): boolean =>
  rotation.oldSecret !== null && rotation.oldSecret.verdict !== 'unclear';
const isAnswered = (props: StepProps): boolean =>
  props.rotation.oldSecretSaid !== null || isProven(props);

function OldSecretQuestion(props: StepProps): ReactNode {
  const { credential, rotation } = props;
  const { commands } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const { oldSecret, oldSecretSaid } = rotation;
  if (oldSecret !== null && isProven(props)) return <p>{words.proven[oldSecret.verdict]}</p>;
  return (
    <>
      <Choices legend={words.question}>
        {(['works', 'stopped'] as const).map((answer) => (
          <Choice
            key={answer}
            type="radio"
            name="old-secret"
            label={words.answers[answer].label}
            note={words.answers[answer].note}
            checked={oldSecretSaid === answer}
            onChange={() => void commands.sayOldSecret(credential, answer)}
          />
        ))}
      </Choices>
      <div className="section-row">
        <p className="secondary">
          {oldSecret === null
            ? `${words.unsure}? ${words.findNote}`
            : words.proven[oldSecret.verdict]}
        </p>
        <Button
          busy={isBusy(credential, 'old_secret', pending)}
          onClick={() => void commands.tryRotatedSecret(credential)}
        >
          {words.find}
        </Button>
      </div>
    </>
  );
}
