// Step 1: the person creates a new secret in the web app and hands it over. Never a field for the
// secret itself (I1). Whether the old one stops meanwhile is not known beforehand, and said so.
import { useState, type ReactNode } from 'react';
import type { SecretSource } from '../../../electron/shared/words.ts';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { SecretSourceFields } from '../../components/SecretSourceFields.tsx';
import { secretCommandWords } from '../../i18n/en-secret-command.ts';
import { rotationWords } from './en-rotation.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import type { StepProps } from './rotation-props.ts';

const words = rotationWords.take;

export function TakeStep(props: StepProps): ReactNode {
  const { credential, rotation, open, practice } = props;
  const { commands } = useApp();
  if (!open) return <TakenFact {...props} />;
  const { waiting } = rotation.old;
  const revocable = credential.accessType === 'trader' ? waiting : 0;
  return (
    <>
      <p>{words.note}</p>
      <p className="secondary">{words.unknown}</p>
      {revocable > 0 && (
        <div className="plan-aside">
          <p>{words.revokeFirstNote(revocable)}</p>
          <Button onClick={() => void commands.endOldTokens(credential)}>
            {words.revokeFirst(revocable)}
          </Button>
        </div>
      )}
      {practice && (
        <div className="plan-actions">
          {([false, true] as const).map((oldStops) => (
            <Button
              key={String(oldStops)}
              onClick={() => void commands.makePracticeSecret(credential, oldStops)}
            >
              {rotationWords.practice[oldStops ? 'stop' : 'keep']}
            </Button>
          ))}
        </div>
      )}
      <TakeForm {...props} />
    </>
  );
}

export function TakeForm({ credential, rotation }: StepProps): ReactNode {
  const { commands } = useApp();
  const [source, setSource] = useState<SecretSource>('entry');
  const isFetched = credential.secret.command !== undefined;
  const busy = useFeedback(({ pending }) =>
    pending.has(callKey('rotationTakeSecret', credential.id)),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void commands.takeNewSecret(credential, source);
      }}
    >
      {isFetched ? (
        <p>{secretCommandWords.reread}</p>
      ) : (
        <SecretSourceFields legend={words.source} source={source} onChange={setSource} />
      )}
      <Button look={rotation.newSecret === null ? 'primary' : 'plain'} submit busy={busy}>
        {isFetched
          ? secretCommandWords.rereadSubmit
          : rotation.newSecret === null
            ? words.submit
            : words.again}
      </Button>
    </form>
  );
}

function TakenFact({ rotation }: StepProps): ReactNode {
  if (rotation.newSecret === null) return null;
  return (
    <p>
      {`${words.taken} `}
      <span className="mono">{rotation.newSecret.fingerprint}</span>
    </p>
  );
}
