// The guided path for a Partner token (docs/service.md 5.9): two steps in the web app, then proof here
// that token and old secret are refused, then the new secret.
import type { ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { partnerSteps } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { KindStrip } from '../../components/Chips.tsx';
import { Choice } from '../../components/Field.tsx';
import { Notes } from '../../components/Notes.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { en } from '../../i18n/en.ts';
import { partnerStepWords } from '../../i18n/en-states.ts';
import { sheets, verdicts } from '../../i18n/en-sheets.ts';
import { isBusy } from '../../model/activity.ts';
import { useApp, useEnvironment, useFeedback } from '../../state/app-context.tsx';

const words = sheets.guide;

export function PartnerGuide(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, token, onClose } = props;
  const { commands, window: store } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const environment = useEnvironment(credential.environmentId);
  const plan = token.partnerPlan;
  if (plan === null) return null;
  const outcome = plan.oldSecret === null ? null : words.secretOutcome[plan.oldSecret];
  return (
    <Sheet
      title={words.title}
      onClose={onClose}
      strip={<KindStrip kinds={environment === undefined ? [] : [environment.kind]} />}
    >
      <p>{words.lead}</p>
      <p className="guide-about">
        <StateMark state={token.state} token={token} />
        <span>{credential.label}</span>
        <span className="mono secondary">{credential.clientId}</span>
      </p>
      <Notes of={credential} />
      <fieldset className="field choices guide-steps">
        <legend>{words.steps}</legend>
        {partnerSteps.map((step) => (
          <Choice
            key={step}
            type="checkbox"
            label={partnerStepWords[step][0]}
            note={partnerStepWords[step][1]}
            checked={plan.done.includes(step)}
            onChange={(event) =>
              void commands.partnerStep(token, step, event.currentTarget.checked)
            }
          />
        ))}
      </fieldset>
      {environment?.builtIn === true && (
        <div className="section-row">
          <p className="secondary">{words.practiceNote}</p>
          <Button onClick={() => void commands.revokePracticeKey(credential)}>
            {words.practiceRevoke}
          </Button>
        </div>
      )}
      <h3>{words.verify}</h3>
      <div className="section-row">
        <output>
          {plan.verifiedAtMs !== null ? (
            <strong>{words.verified}</strong>
          ) : (
            <>
              {plan.refusals > 0 && `${words.refusals(plan)}.`}
              {token.lastCheck !== null && (
                <span className="secondary"> {verdicts[token.lastCheck.outcome][0]}.</span>
              )}
            </>
          )}
        </output>
        <Button
          busy={isBusy(credential, 'check', pending)}
          disabled={!token.can.check}
          onClick={() => void commands.check(credential, token)}
        >
          {words.checkRefused}
        </Button>
      </div>
      <div className="section-row">
        <output className={plan.oldSecret === 'still_mints' ? 'warn' : undefined}>
          {outcome ?? words.trySecretNote}
        </output>
        <Button
          busy={isBusy(credential, 'old_secret', pending)}
          onClick={() => void commands.tryOldSecret(token)}
        >
          {words.trySecret}
        </Button>
      </div>
      <div className="section-row">
        <p className="secondary">{words.replaceNote}</p>
        <Button onClick={() => store.show({ kind: 'replace_secret', credentialId: credential.id })}>
          {words.replace}
        </Button>
      </div>
      <WindowFailure subject={credential.id} />
      <div className="sheet-actions">
        <Button look="primary" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}
