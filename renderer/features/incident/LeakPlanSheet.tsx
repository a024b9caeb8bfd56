// "This key leaked": the plan of its access type. Each step says who does it and where; what the app can
// prove is ticked by its proof alone, what only the person can know by the person.
import type { ReactNode } from 'react';
import type { CredentialSheetProps } from '../../components/Sheet.tsx';
import { Button } from '../../components/Button.tsx';
import { leakWords as words } from './en-leak.ts';
import { isOver } from '../../model/leak-standing.ts';
import { useApp, useEnvironment } from '../../state/app-context.tsx';
import { TraderSteps, PartnerSteps } from './LeakSteps.tsx';
import { leakSaid } from '../../i18n/en-said.ts';
import { PlanSheet } from './PlanSheet.tsx';

export function LeakPlanSheet(props: CredentialSheetProps): ReactNode {
  const { credential, onClose } = props;
  const { id: credentialId, label } = credential;
  const { call } = useApp();
  const practice = useEnvironment(credential.environmentId)?.builtIn === true;
  const { leakPlan: plan, accessType } = credential;
  const over = plan !== null && isOver(plan);
  const Steps = accessType === 'trader' ? TraderSteps : PartnerSteps;
  return (
    <PlanSheet
      credential={credential}
      title={words.title(credential.label)}
      words={{ ...words, lead: words.lead[accessType] }}
      isOpen={plan !== null}
      call="leakPlanStart"
      run={() => call('leakPlanStart', { credentialId }, { said: leakSaid.started(label) })}
      end={
        <Button
          look={over ? 'primary' : 'quiet'}
          onClick={() =>
            void call('leakPlanClose', { credentialId }, { said: leakSaid.closed(label) })
          }
        >
          {over ? words.close : words.closeEarly}
        </Button>
      }
      onClose={onClose}
    >
      <ol className="steps">
        {plan !== null && <Steps credential={credential} plan={plan} practice={practice} />}
      </ol>
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
