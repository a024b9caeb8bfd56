// "This key leaked": the plan of its access type. Each step says who does it and where; what the app can
// prove is ticked by its proof alone, what only the person can know by the person.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { Button } from '../../components/Button.tsx';
import { Notes } from '../../components/Notes.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { leakWords as words } from './en-leak.ts';
import { isOver } from '../../model/leak-standing.ts';
import { useApp, useEnvironment } from '../../state/app-context.tsx';
import { BeginPlan, useGone } from './BeginPlan.tsx';
import { TraderSteps, PartnerSteps } from './LeakSteps.tsx';

export function LeakPlanSheet(props: {
  readonly credential: CredentialView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, onClose } = props;
  const { commands } = useApp();
  const environment = useEnvironment(credential.environmentId);
  const plan = credential.leakPlan;
  const gone = useGone(plan !== null, onClose);
  if (gone) return null;
  if (plan === null) {
    return (
      <Sheet title={words.title(credential.label)} onClose={onClose} about={environment}>
        <p>{words.lead[credential.accessType]}</p>
        <Notes of={credential} />
        <BeginPlan
          credential={credential}
          note={words.beginNote}
          begin={words.begin}
          call="leakPlanStart"
          run={() => commands.startLeakPlan(credential)}
          onClose={onClose}
        />
      </Sheet>
    );
  }
  const over = isOver(plan);
  const Steps = credential.accessType === 'trader' ? TraderSteps : PartnerSteps;
  return (
    <Sheet title={words.title(credential.label)} onClose={onClose} about={environment}>
      <p>{words.lead[credential.accessType]}</p>
      <Notes of={credential} />
      <ol className="plan">
        <Steps credential={credential} plan={plan} practice={environment?.builtIn === true} />
      </ol>
      <output className="plan-standing">
        {over && (
          <>
            {words.over}
            {plan.tokens.unproven + plan.tokens.outOfReach > 0 && ` ${words.overUnproven}`}
          </>
        )}
      </output>
      <WindowFailure subject={credential.id} />
      <div className="sheet-actions">
        <Button
          look={over ? 'primary' : 'quiet'}
          onClick={() => void commands.closeLeakPlan(credential)}
        >
          {over ? words.close : words.closeEarly}
        </Button>
        <span className="spring" />
        <Button look="quiet" onClick={onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}
