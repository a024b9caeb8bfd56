// The guided path for a Partner token (docs/service.md 5.9): two steps in the web app, then proof here
// that token and old secret are refused, then the new secret.
import { useId, type ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../electron/shared/credentials/credential-view.ts';
import { deathSentence } from '../../../electron/shared/tokens/evidence-words.ts';
import { partnerSteps, type PartnerStep } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Choice } from '../../components/Field.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { partnerStepWords } from '../../i18n/en-states.ts';
import { verdictOn } from '../../i18n/en-check-report.ts';
import { partnerGuideWords as words } from './en-partner-guide.ts';
import { isBusy } from '../../model/activity.ts';
import { provenDeath } from '../../model/token-standing.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { checkToken } from '../../actions/shared-calls.ts';
import { said } from '../../i18n/en-said.ts';
import { PlanSheet, RevokePracticeKey, useIsPractice } from './PlanSheet.tsx';

export function PartnerGuide(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
}): ReactNode {
  const { credential, token } = props;
  const plan = token.partnerPlan;
  return (
    <PlanSheet
      credential={credential}
      title={words.title}
      words={words}
      about={
        <p className="line">
          <StateMark state={token.state} token={token} />
          <span>{credential.label}</span>
          <span className="mono secondary">{credential.clientId}</span>
        </p>
      }
      isOpen={plan !== null}
      begin={
        <CallButton
          call="partnerPlanStart"
          input={{ tokenId: token.id }}
          subject={token.credentialId}
          look="primary"
          data-wanted
        >
          {words.begin}
        </CallButton>
      }
    >
      {plan !== null && <Steps credential={credential} token={token} plan={plan} />}
    </PlanSheet>
  );
}

interface StepsProps {
  readonly credential: CredentialView;
  readonly token: TokenView;
  readonly plan: NonNullable<TokenView['partnerPlan']>;
}

function Steps(props: StepsProps): ReactNode {
  const { credential, token, plan } = props;
  const { call } = useApp();
  const revoked = plan.done.includes('revoke_key');
  const tick = (step: PartnerStep, done: boolean): void =>
    void call(
      'partnerPlanStep',
      { tokenId: token.id, step, done },
      { subject: token.credentialId },
    );
  return (
    <>
      <fieldset className="field choices">
        <legend>{words.steps}</legend>
        {partnerSteps.map((step) => (
          <Choice
            key={step}
            label={partnerStepWords[step][0]}
            note={partnerStepWords[step][1]}
            checked={plan.done.includes(step)}
            onChange={(event) => tick(step, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      {useIsPractice(credential) && (
        <div className="section-row">
          <p className="secondary">{words.practiceNote}</p>
          <RevokePracticeKey
            credential={credential}
            onDone={() => revoked || tick('revoke_key', true)}
          >
            {words.practiceRevoke}
          </RevokePracticeKey>
        </div>
      )}
      <Proofs {...props} />
    </>
  );
}

/** Each proof waits for its step; the first then asks by itself. */
function Proofs({ credential, token, plan }: StepsProps): ReactNode {
  const { call, window: store } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const id = useId();
  const revoked = plan.done.includes('revoke_key');
  const rotated = plan.done.includes('rotate_secret');
  return (
    <>
      <h3>{words.verify}</h3>
      <div className="section-row">
        <output id={`${id}-token`}>
          {revoked ? <TokenProof token={token} plan={plan} /> : words.checkLater}
        </output>
        <Button
          busy={isBusy(credential, 'check', pending)}
          disabled={!token.can.check || !revoked}
          aria-describedby={`${id}-token`}
          onClick={() => void checkToken(call, credential, token)}
        >
          {words.checkRefused}
        </Button>
      </div>
      <div className="section-row">
        <output
          id={`${id}-secret`}
          className={plan.oldSecret === 'still_mints' ? 'warn' : undefined}
        >
          {plan.oldSecret !== null
            ? words.secretOutcome[plan.oldSecret]
            : rotated
              ? words.trySecretNote
              : words.trySecretLater}
        </output>
        <CallButton
          call="partnerPlanTryOldSecret"
          input={{ tokenId: token.id }}
          subject={token.credentialId}
          said={(verdict) => said.oldSecret[verdict]}
          busy={isBusy(credential, 'old_secret', pending)}
          disabled={!rotated}
          aria-describedby={`${id}-secret`}
        >
          {words.trySecret}
        </CallButton>
      </div>
      <div className="section-row">
        <p className="secondary">{words.replaceNote}</p>
        <Button onClick={() => store.show({ kind: 'replace_secret', credentialId: credential.id })}>
          {words.replace}
        </Button>
      </div>
    </>
  );
}

function TokenProof({ token, plan }: Pick<StepsProps, 'token' | 'plan'>): ReactNode {
  const proof = provenDeath(token);
  if (proof !== null) return <strong>{deathSentence(token.fingerprint, proof)}</strong>;
  return (
    <>
      {words.asksByItself} {plan.refusals > 0 && words.refusals(plan)}
      {token.lastCheck !== null && (
        <span className="secondary">
          {' '}
          {verdictOn({ ...token.lastCheck, needsTrade: false })[0]}.
        </span>
      )}
    </>
  );
}
