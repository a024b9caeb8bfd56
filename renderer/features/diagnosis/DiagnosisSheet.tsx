// The diagnosis of one credential: its cause with what to do, the six steps of its track, and all that was seen, folded.
// Closing the sheet leaves it running: its token is revoked in any case, and opening it again shows how far it is.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import {
  causeOf,
  diagnosisNews,
  diagnosisVerdict,
  summaryOf,
  trackOf,
} from '../../../electron/shared/diagnosis/diagnosis-summary.ts';
import type { DiagnosisView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import type { TraderScope } from '../../../electron/shared/words.ts';
import { startDiagnosis } from '../../actions/shared-calls.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { Choice, Choices, Select } from '../../components/Field.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { WaysOut } from '../../components/WaysOut.tsx';
import { useMinute } from '../../components/use-time.ts';
import { diagnosisSaid } from '../../i18n/en-said.ts';
import { scopeMeans, scopeWords } from '../../i18n/en.ts';
import { clockTime } from '../../i18n/time.ts';
import { useApp, useEnvironment, usePending, useView } from '../../state/app-context.tsx';
import { partingOf } from './check-comparison.ts';
import { Checks, verdictShapes } from './Checks.tsx';
import { comparisonWords, diagnosisWords as words } from './en-diagnosis.ts';

/** A diagnosis as it is now. That it has ended meanwhile is said once. */
function useFollowed(
  first: DiagnosisView | null,
): [DiagnosisView | null, (view: DiagnosisView | null) => void] {
  const { feedback } = useApp();
  const [begun, setBegun] = useState(first);
  const now = useView(({ diagnoses }) => diagnoses.find(({ id }) => id === begun?.id)) ?? begun;
  const running = useRef<string | null>(null);
  useEffect(() => {
    if (now?.endedAtMs === null) running.current = now.id;
    else if (now !== null && running.current === now.id) {
      running.current = null;
      feedback.say(diagnosisSaid.ended(now.label, diagnosisNews(now)));
    }
  }, [feedback, now]);
  return [now, setBegun];
}

export function DiagnosisSheet(props: {
  readonly credential: CredentialView;
  /** Null: not begun. */
  readonly run: DiagnosisView | null;
}): ReactNode {
  const { credential } = props;
  const environment = useEnvironment(credential.environmentId);
  const calls = useApp();
  const [view, setView] = useFollowed(props.run);
  const [other, setOther] = useFollowed(null);
  const [comparing, setComparing] = useState(false);
  const [scopes, setScopes] = useState<readonly TraderScope[]>(credential.registeredScopes);
  const starting = usePending('diagnosisStart', credential.id);
  const isTrader = credential.accessType === 'trader';
  const running = view !== null && view.endedAtMs === null;
  const otherRunning = other !== null && other.endedAtMs === null;
  const asked = credential.registeredScopes.filter((scope) => scopes.includes(scope));
  const compare = (begins: boolean): void => {
    setComparing(begins);
    setOther(null);
  };
  const begin = (): void => {
    compare(false);
    void startDiagnosis(calls, credential, asked).then((begun) => begun && setView(begun));
  };

  return (
    <Sheet title={words.title(credential.label)} wide about={environment}>
      {view === null && <p>{words.lead}</p>}
      {!isTrader && (view === null || running) && (
        <div className="notice">
          <p className="notice-text">{words.partnerWarning}</p>
        </div>
      )}
      {view !== null && comparing && !running && (
        <CompareWith key={view.id} view={view} onChosen={setOther} />
      )}
      {view !== null && other === null && <Cause {...{ view, credential }} />}
      {view !== null && other !== null && <Parting view={view} other={other} />}
      {view !== null && (
        <details className="fold" open={running || other !== null}>
          <summary>{words.evidence(view.checks)}</summary>
          <Checks view={view} other={other} />
        </details>
      )}
      <WindowFailure subject={credential.id} />
      {isTrader && !running && !comparing && credential.registeredScopes.length > 1 && (
        <ScopesToAsk credential={credential} chosen={scopes} onChange={setScopes} />
      )}
      <SheetFoot>
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
            disabled={isTrader && asked.length === 0}
            onClick={begin}
          >
            {view === null ? words.begin : words.again}
          </Button>
        )}
        <span className="spring" />
        {view !== null && !running && (
          <>
            <CopyButton text={summaryOf(view)} label={words.copy} />
            <Button onClick={() => compare(!comparing)}>
              {comparing ? comparisonWords.back : comparisonWords.open}
            </Button>
            <CallButton
              saves
              call="diagnosisEvidence"
              input={{ diagnosisId: view.id }}
              subject={view.credentialId}
              said={diagnosisSaid.evidence}
            >
              {words.save}
            </CallButton>
          </>
        )}
      </SheetFoot>
    </Sheet>
  );
}

function Cause(props: {
  readonly view: DiagnosisView;
  readonly credential: CredentialView;
}): ReactNode {
  const { view, credential } = props;
  const state = verdictShapes[diagnosisVerdict(view)];
  const { text, todo, failure } = causeOf(view);
  return (
    <>
      <div className="line line-firm line-top verdict diagnosis-cause" data-state={state}>
        <StateShape state={state} size={20} />
        <div>
          <p className="verdict-word">{text}</p>
          {todo.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {failure !== null && <WaysOut {...{ credential, failure }} inDiagnosis />}
        </div>
      </div>
      <ol className="track" aria-label={words.track}>
        {trackOf(view).map(({ title, verdict }) => (
          <li key={title} data-state={verdictShapes[verdict]}>
            <StateShape state={verdictShapes[verdict]} size={20} />
            {title}
            <span className="visually-hidden">{words.stepIs(verdict)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Where two diagnoses part, over the columns of both. */
function Parting(props: {
  readonly view: DiagnosisView;
  readonly other: DiagnosisView;
}): ReactNode {
  const { view, other } = props;
  const nowMs = useMinute(true);
  return (
    <>
      <output className="verdict-word diagnosis-cause">{partingOf(view, other)}</output>
      <div className="check-columns">
        {[view, other].map(({ id, label, environment, startedAtMs }) => (
          <p key={id}>
            <strong>{label}</strong>
            <span className="secondary">
              {' '}
              {environment}, {clockTime(startedAtMs, nowMs)}
            </span>
          </p>
        ))}
      </div>
    </>
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

/**
 * Chooses what a diagnosis is compared with: one of this session, or another credential, which is diagnosed first. A Partner
 * is told before that its token cannot be revoked.
 */
function CompareWith(props: {
  readonly view: DiagnosisView;
  readonly onChosen: (other: DiagnosisView) => void;
}): ReactNode {
  const { view, onChosen } = props;
  const app = useApp();
  const nowMs = useMinute(true);
  const diagnoses = useView(({ diagnoses: all }) => all) ?? [];
  const kept = diagnoses.filter(({ id, endedAtMs }) => id !== view.id && endedAtMs !== null);
  const environments = useView(({ environments: all }) => all) ?? [];
  const credentials = useView(({ credentials: all }) => all) ?? [];
  const own = credentials.find(({ id }) => id === view.credentialId);
  const isNear = ({ environmentId }: CredentialView): boolean =>
    environmentId === own?.environmentId;
  // Its neighbours first.
  const others = credentials
    .filter((each) => each !== own)
    .toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)));
  const [chosen, setChosen] = useState('');
  const value = chosen === '' ? (kept[0]?.id ?? others[0]?.id ?? '') : chosen;
  const known = kept.find(({ id }) => id === value);
  const credential = others.find(({ id }) => id === value);
  const busy = usePending('diagnosisStart', value);
  if (kept.length === 0 && others.length === 0)
    return <p className="secondary">{comparisonWords.nobody}</p>;

  const compare = async (): Promise<void> => {
    const other =
      known ?? (credential && (await startDiagnosis(app, credential, credential.registeredScopes)));
    if (other != null) onChosen(other);
  };
  const environmentOf = (id: string): string =>
    environments.find((each) => each.id === id)?.name ?? '';
  return (
    <section aria-label={comparisonWords.open}>
      <div className="line compare-with">
        <Select
          label={comparisonWords.with}
          chosen={value}
          options={[
            ...kept.map(
              ({ id, label, environment, startedAtMs }) =>
                [id, [label, environment, clockTime(startedAtMs, nowMs)].join(', ')] as const,
            ),
            ...others.map(
              ({ id, label, environmentId }) =>
                [id, `${label}, ${environmentOf(environmentId)}`] as const,
            ),
          ]}
          onChoose={setChosen}
        />
        <Button look="primary" busy={busy} onClick={() => void compare()}>
          {known === undefined ? comparisonWords.begin : comparisonWords.show}
        </Button>
      </div>
      {known === undefined && credential?.accessType === 'partner' && (
        <div className="notice">
          <p className="notice-text">{words.partnerWarning}</p>
        </div>
      )}
      {credential !== undefined && <WindowFailure subject={credential.id} />}
    </section>
  );
}
