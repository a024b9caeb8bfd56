// The five steps of a rotation: the new secret is taken, it mints, what the old one minted is revoked, the old one is
// refused, and it is destroyed. Never a field for the secret itself (I1).
import { useState, type ReactNode } from 'react';
import type { SecretSource } from '../../../electron/shared/words.ts';
import type { Call } from '../../bridge/call.ts';
import { Button } from '../../components/Button.tsx';
import { SecretSourceFields } from '../../components/SecretSourceFields.tsx';
import { secretCommandWords } from '../../i18n/en-secret-command.ts';
import { rotationWords, tokensLine } from './en-rotation.ts';
import { useApp, useFeedback, usePending } from '../../state/app-context.tsx';
import { tryOldSecret } from '../../actions/shared-calls.ts';
import { rotationSaid } from '../../i18n/en-said.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { RotationView } from '../../../electron/shared/incident/rotation-view.ts';
import { Radios } from '../../components/Field.tsx';
import { isBusy } from '../../model/activity.ts';
import { Ago } from '../../components/Time.tsx';

/** What every step of a rotation is shown with. */
interface StepProps {
  readonly credential: CredentialView;
  readonly rotation: RotationView;
  /** It is next. */
  readonly open: boolean;
  /** The built-in practice environment: its web app is played here. */
  readonly practice: boolean;
}

const takeWords = rotationWords.take;

const endOldTokens = (call: Call, { id }: CredentialView) =>
  call('rotationEndOldTokens', { credentialId: id }, { said: rotationSaid.ending });
const finish = (call: Call, { id, label }: CredentialView) =>
  call('rotationFinish', { credentialId: id }, { said: rotationSaid.finished(label) });

export function TakeStep(props: StepProps): ReactNode {
  const { credential, rotation, open, practice } = props;
  const { call } = useApp();
  if (!open) return <TakenFact {...props} />;
  const { waiting } = rotation.old;
  const revocable = credential.accessType === 'trader' ? waiting : 0;
  return (
    <>
      <p>{takeWords.note}</p>
      <p className="secondary">{takeWords.unknown}</p>
      {revocable > 0 && (
        <div className="card">
          <p>{takeWords.revokeFirstNote(revocable)}</p>
          <Button onClick={() => void endOldTokens(call, credential)}>
            {takeWords.revokeFirst(revocable)}
          </Button>
        </div>
      )}
      {practice && (
        <div className="actions">
          {([false, true] as const).map((oldStops) => (
            <Button
              key={String(oldStops)}
              onClick={() =>
                void call(
                  'practiceNewSecret',
                  { credentialId: credential.id, oldStops },
                  { said: rotationSaid.practiceMade },
                )
              }
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
        <SecretSourceFields<never> legend={takeWords.source} source={source} onChange={setSource} />
      )}
      <Button look={rotation.newSecret === null ? 'primary' : 'plain'} submit busy={busy}>
        {isFetched
          ? secretCommandWords.rereadSubmit
          : rotation.newSecret === null
            ? takeWords.submit
            : takeWords.again}
      </Button>
    </form>
  );
}

function TakenFact({ rotation }: StepProps): ReactNode {
  if (rotation.newSecret === null) return null;
  return (
    <p>
      {`${takeWords.taken} `}
      <span className="mono">{rotation.newSecret.fingerprint}</span>
    </p>
  );
}

const checkWords = rotationWords.check;

export function CheckStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  const { call } = useApp();
  const busy = usePending('rotationCheck', credential.id);
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
        <Button
          look="primary"
          busy={busy}
          onClick={() =>
            void call(
              'rotationCheck',
              { credentialId: credential.id },
              { said: rotationSaid.checked },
            )
          }
        >
          {checkWords.submit}
        </Button>
      </div>
      <details className="fold">
        <summary>{rotationWords.take.again}</summary>
        <TakeForm {...props} />
      </details>
    </>
  );
}

const endWords = rotationWords.end;

export function EndStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  const { call } = useApp();
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
          <Button
            look="primary"
            disabled={!partner && !isAnswered(props)}
            onClick={() => void endOldTokens(call, credential)}
          >
            {partner
              ? endWords.partnerSubmit(left)
              : endWords.submit(left, rotation.oldSecretStopped ? 'new' : 'old')}
          </Button>
        </div>
      )}
      {old.outOfReach > 0 && <p className="secondary">{endWords.outOfReach}</p>}
    </>
  );
}

const isProven = ({ rotation }: StepProps): boolean =>
  rotation.oldSecret !== null && rotation.oldSecret.verdict !== 'unclear';
const isAnswered = (props: StepProps): boolean =>
  props.rotation.oldSecretSaid !== null || isProven(props);

function OldSecretQuestion(props: StepProps): ReactNode {
  const { credential, rotation } = props;
  const { call } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
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
        <Button
          busy={isBusy(credential, 'old_secret', pending)}
          onClick={() => void tryOldSecret(call, 'rotationTryOldSecret', credential)}
        >
          {endWords.find}
        </Button>
      </div>
    </>
  );
}

export function ProveStep({ credential, rotation, open, practice }: StepProps): ReactNode {
  const { call } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const { oldSecret } = rotation;
  const words = rotationWords.prove;
  if (!open && rotation.step < 4) return null;
  const refused = oldSecret?.verdict === 'refused';
  const verdict = oldSecret !== null && (
    <output className={refused ? undefined : 'warn'}>
      {words.verdict[oldSecret.verdict]} {refused && <Ago atMs={oldSecret.atMs} />}
    </output>
  );
  if (!open) return verdict;
  return (
    <>
      <p>{words.note}</p>
      {verdict}
      <div className="actions">
        <Button
          look="primary"
          busy={isBusy(credential, 'old_secret', pending)}
          onClick={() => void tryOldSecret(call, 'rotationTryOldSecret', credential)}
        >
          {words.submit}
        </Button>
        {practice && (
          <Button
            onClick={() =>
              void call(
                'practiceRemoveOldSecret',
                { credentialId: credential.id },
                { said: rotationSaid.practiceRemoved },
              )
            }
          >
            {rotationWords.practice.remove}
          </Button>
        )}
        {rotation.mayFinish && oldSecret?.verdict === 'unclear' && (
          <Button look="quiet" onClick={() => void finish(call, credential)}>
            {rotationWords.destroy.unproven}
          </Button>
        )}
      </div>
    </>
  );
}

export function DestroyStep({ credential, open }: StepProps): ReactNode {
  const { call } = useApp();
  const busy = usePending('rotationFinish', credential.id);
  const words = rotationWords.destroy;
  if (!open) return null;
  return (
    <>
      <p>{words.note}</p>
      <div className="actions">
        <Button look="primary" busy={busy} onClick={() => void finish(call, credential)}>
          {words.submit}
        </Button>
      </div>
    </>
  );
}
