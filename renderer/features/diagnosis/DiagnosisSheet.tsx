// The diagnosis of one credential, as it climbs. Closing the sheet leaves it running: its token is
// revoked in any case, and opening it again shows how far it is.
import { useEffect, useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import type { DiagnosisView } from '../../../electron/shared/diagnosis-view.ts';
import { diagnosisHeadline } from '../../../electron/shared/diagnosis-words.ts';
import type { EnvironmentView } from '../../../electron/shared/environment-view.ts';
import type { TraderScope } from '../../../electron/shared/words.ts';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { KindStrip } from '../../components/Chips.tsx';
import { Choice, Choices } from '../../components/Field.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { en, scopeMeans, scopeWords } from '../../i18n/en.ts';
import { diagnosisWords as words } from '../../i18n/en-diagnosis.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { LadderView } from './LadderView.tsx';

export function DiagnosisSheet(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
  /** Null: not begun. */
  readonly run: DiagnosisView | null;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, environment, onClose } = props;
  const { commands } = useApp();
  const [view, setView] = useFollowed(props.run);
  const [scopes, setScopes] = useState<readonly TraderScope[]>(credential.registeredScopes);
  const starting = useFeedback(({ pending }) =>
    pending.has(callKey('diagnosisStart', credential.id)),
  );
  const saving = useFeedback(({ pending }) =>
    pending.has(callKey('diagnosisEvidence', credential.id)),
  );
  const running = view !== null && view.endedAtMs === null;
  const asked = credential.registeredScopes.filter((scope) => scopes.includes(scope));
  const begin = (): void =>
    void commands.startDiagnosis(credential, asked).then((begun) => begun && setView(begun));

  return (
    <Sheet
      title={words.title(credential.label)}
      onClose={onClose}
      wide
      strip={<KindStrip kinds={environment === undefined ? [] : [environment.kind]} />}
    >
      <p>{words.lead[credential.accessType]}</p>
      {credential.accessType === 'partner' && (
        <div className="notice">
          <p className="notice-text">{words.partnerWarning}</p>
        </div>
      )}
      {view !== null && <LadderView view={view} />}
      <WindowFailure subject={credential.id} />
      {!running && credential.accessType === 'trader' && credential.registeredScopes.length > 1 && (
        <ScopesToAsk credential={credential} chosen={scopes} onChange={setScopes} />
      )}
      <div className="sheet-actions">
        {running ? (
          <>
            <Button onClick={commands.stopDiagnosis}>{words.stop}</Button>
            <span className="secondary">
              {credential.accessType === 'trader' ? words.stopping : ''}
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
          <Button busy={saving} onClick={() => void commands.saveEvidence(credential, view)}>
            {words.evidence}
          </Button>
        )}
        <Button onClick={onClose}>{en.verbs.close}</Button>
      </div>
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

/** Asks main for what is newer until it has ended. */
function useFollowed(
  first: DiagnosisView | null,
): [DiagnosisView | null, (view: DiagnosisView) => void] {
  const { commands, feedback } = useApp();
  const [view, setView] = useState(first);
  useEffect(() => {
    if (view === null || view.endedAtMs !== null) return undefined;
    let wanted = true;
    void commands.followDiagnosis(view).then((newer) => {
      if (!wanted || newer === null) return;
      setView(newer);
      if (newer.endedAtMs !== null) {
        feedback.say(words.said.ended(newer.label, diagnosisHeadline(newer)));
      }
    });
    return () => {
      wanted = false;
    };
  }, [commands, feedback, view]);
  return [view, setView];
}
