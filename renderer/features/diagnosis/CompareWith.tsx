// Chooses what a diagnosis is compared with: one of this session, or another credential, which is
// diagnosed first. A Partner is told before that its token cannot be revoked.
import { useEffect, useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { DiagnosisView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { useMinute } from '../../components/use-time.ts';
import { Button } from '../../components/Button.tsx';
import { SelectField } from '../../components/Field.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { comparisonWords as words, diagnosisWords } from './en-diagnosis.ts';
import { clockTime } from '../../i18n/time.ts';
import { useApp, useView, usePending } from '../../state/app-context.tsx';
import { startDiagnosis, diagnoses } from '../../actions/shared-calls.ts';

export function CompareWith(props: {
  readonly view: DiagnosisView;
  readonly onChosen: (other: DiagnosisView) => void;
}): ReactNode {
  const { view, onChosen } = props;
  const app = useApp();
  const nowMs = useMinute(true);
  const kept = useKept(view.id);
  const credentials = useView(({ credentials: all }) => all) ?? [];
  const environments = useView(({ environments: all }) => all) ?? [];
  const others = nearest(credentials, view);
  const [chosen, setChosen] = useState('');
  const value = chosen === '' ? (kept[0]?.id ?? others[0]?.id ?? '') : chosen;
  const known = kept.find(({ id }) => id === value);
  const credential = others.find(({ id }) => id === value);
  const busy = usePending('diagnosisStart', value);
  if (kept.length === 0 && others.length === 0) return <p className="secondary">{words.nobody}</p>;

  const compare = (): void => {
    if (known !== undefined) return onChosen(known);
    if (credential === undefined) return undefined;
    void startDiagnosis(app, credential, credential.registeredScopes).then(
      (begun) => begun && onChosen(begun),
    );
  };
  const nameOf = ({ label, environmentId }: CredentialView): string =>
    `${label}, ${environments.find(({ id }) => id === environmentId)?.name ?? ''}`;
  return (
    <section aria-label={words.open}>
      <div className="line compare-with">
        <SelectField
          label={words.with}
          hint={credentials.length > others.length + 1 ? words.more : undefined}
          value={value}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {kept.length > 0 && (
            <optgroup label={words.kept}>
              {kept.map(({ id, label, environment, startedAtMs }) => (
                <option key={id} value={id}>
                  {label}, {environment}, {clockTime(startedAtMs, nowMs)}
                </option>
              ))}
            </optgroup>
          )}
          {others.length > 0 && (
            <optgroup label={words.others}>
              {others.map((each) => (
                <option key={each.id} value={each.id}>
                  {nameOf(each)}
                </option>
              ))}
            </optgroup>
          )}
        </SelectField>
        <Button look="primary" busy={busy} onClick={compare}>
          {known === undefined ? words.begin : words.show}
        </Button>
      </div>
      {known === undefined && credential?.accessType === 'partner' && (
        <div className="notice">
          <p className="notice-text">{diagnosisWords.partnerWarning}</p>
        </div>
      )}
      {credential !== undefined && <WindowFailure subject={credential.id} />}
    </section>
  );
}

/** A list to choose from must not be as long as the vault: the same client first, then its neighbours. */
const MOST = 50;

function nearest(
  credentials: readonly CredentialView[],
  view: DiagnosisView,
): readonly CredentialView[] {
  const own = credentials.find(({ id }) => id === view.credentialId);
  const distance = ({ clientId, environmentId }: CredentialView): number =>
    clientId === view.clientId ? 0 : environmentId === own?.environmentId ? 1 : 2;
  return credentials
    .filter(({ id }) => id !== view.credentialId)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MOST);
}

/** Diagnoses of this session that have ended, the newest first, without the one that is shown. */
function useKept(id: string): readonly DiagnosisView[] {
  const { quietly } = useApp();
  const [kept, setKept] = useState<readonly DiagnosisView[]>([]);
  useEffect(() => {
    let wanted = true;
    void diagnoses(quietly).then((all) => {
      if (wanted) setKept(all.filter((each) => each.id !== id && each.endedAtMs !== null));
    });
    return () => {
      wanted = false;
    };
  }, [quietly, id]);
  return kept;
}
