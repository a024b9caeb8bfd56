// The diagnosis of one credential, as it climbs. Closing the sheet leaves it running: its token is
// revoked in any case, and opening it again shows how far it is.
import { useState, type ReactNode, useEffect } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { DiagnosisView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { TraderScope } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { ShowSaved } from '../../components/ShowSaved.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { scopeMeans, scopeWords } from '../../i18n/en.ts';
import { comparisonWords, diagnosisWords as words } from './en-diagnosis.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { startDiagnosis } from '../../actions/shared-calls.ts';
import { CompareWith } from './CompareWith.tsx';
import { Comparison } from './Comparison.tsx';
import { ChecksView } from './ChecksView.tsx';
import { diagnosisNews } from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { diagnosisSaid } from '../../i18n/en-said.ts';

/** Follows a diagnosis in main until it has ended, and says so once. */
function useFollowed(
  first: DiagnosisView | null,
): [DiagnosisView | null, (view: DiagnosisView | null) => void] {
  const { feedback, quietly } = useApp();
  const [view, setView] = useState(first);
  useEffect(() => {
    if (view === null || view.endedAtMs !== null) return undefined;
    let wanted = true;
    void quietly('diagnosisFollow', { diagnosisId: view.id, seen: view.version }).then((answer) => {
      if (!wanted || !answer.ok) return;
      const newer = answer.value;
      setView(newer);
      if (newer.endedAtMs !== null) {
        feedback.say(diagnosisSaid.ended(newer.label, diagnosisNews(newer)));
      }
    });
    return () => {
      wanted = false;
    };
  }, [quietly, feedback, view]);
  return [view, setView];
}

export function DiagnosisSheet(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
  /** Null: not begun. */
  readonly run: DiagnosisView | null;
  /** What can be done about a failure of it, besides another diagnosis. */
  readonly waysOut: (failure: Failure) => ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, environment, onClose } = props;
  const calls = useApp();
  const [view, setView] = useFollowed(props.run);
  const [comparing, setComparing] = useState(false);
  const [saved, setSaved] = useState(false);
  const [other, setOther] = useFollowed(null);
  const [scopes, setScopes] = useState<readonly TraderScope[]>(credential.registeredScopes);
  const starting = usePending('diagnosisStart', credential.id);
  const saving = usePending('diagnosisEvidence', credential.id);
  const running = view !== null && view.endedAtMs === null;
  const otherRunning = other !== null && other.endedAtMs === null;
  const asked = credential.registeredScopes.filter((scope) => scopes.includes(scope));
  const leaveComparison = (): void => {
    setComparing(false);
    setOther(null);
  };
  const begin = (): void => {
    leaveComparison();
    void startDiagnosis(calls, credential, asked).then((begun) => begun && setView(begun));
  };

  return (
    <Sheet title={words.title(credential.label)} onClose={onClose} wide about={environment}>
      <p>{words.lead[credential.accessType]}</p>
      {credential.accessType === 'partner' && (
        <div className="notice">
          <p className="notice-text">{words.partnerWarning}</p>
        </div>
      )}
      {view !== null && comparing && !running && (
        <CompareWith key={view.id} view={view} onChosen={setOther} />
      )}
      {view !== null && other !== null && <Comparison left={view} right={other} />}
      {view !== null && other === null && <ChecksView view={view} waysOut={props.waysOut} />}
      <WindowFailure subject={credential.id} />
      {!running &&
        !comparing &&
        credential.accessType === 'trader' &&
        credential.registeredScopes.length > 1 && (
          <ScopesToAsk credential={credential} chosen={scopes} onChange={setScopes} />
        )}
      <SheetFoot onClose={onClose}>
        {running || otherRunning ? (
          <>
            <Button onClick={() => void calls.quietly('diagnosisCancel')}>{words.stop}</Button>
            <span className="secondary">
              {(otherRunning ? other : credential).accessType === 'trader' ? words.stopping : ''}
            </span>
          </>
        ) : (
          <Button
            look={view === null ? 'primary' : 'plain'}
            busy={starting}
            disabled={credential.accessType === 'trader' && asked.length === 0}
            onClick={begin}
          >
            {view === null ? words.begin : words.again}
          </Button>
        )}
        <span className="spring" />
        {view !== null && !running && (
          <Button onClick={comparing ? leaveComparison : () => setComparing(true)}>
            {comparing ? comparisonWords.back : comparisonWords.open}
          </Button>
        )}
        {view !== null && !running && (
          <Button
            busy={saving}
            onClick={() =>
              void calls
                .call(
                  'diagnosisEvidence',
                  { diagnosisId: view.id },
                  { subject: credential.id, said: diagnosisSaid.evidence },
                )
                .then((done) => setSaved(done !== null))
            }
          >
            {words.evidence}
          </Button>
        )}
        <ShowSaved saved={saved} />
      </SheetFoot>
    </Sheet>
  );
}

function ScopesToAsk(props: {
  readonly credential: CredentialView;
  readonly chosen: readonly TraderScope[];
  readonly onChange: (scopes: readonly TraderScope[]) => void;
}): ReactNode {
  const { chosen, onChange } = props;
  return (
    <Choices legend={words.againWith}>
      {props.credential.registeredScopes.map((scope) => (
        <Choice
          key={scope}
          type="checkbox"
          name="diagnosis-scope"
          label={scopeWords[scope]}
          note={scopeMeans[scope]}
          checked={chosen.includes(scope)}
          onChange={() =>
            onChange(
              chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope],
            )
          }
        />
      ))}
    </Choices>
  );
}
