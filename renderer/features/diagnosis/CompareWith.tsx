// Chooses what a diagnosis is compared with: one of this session, or another credential, which is diagnosed first. A Partner
// is told before that its token cannot be revoked.
import { useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { DiagnosisView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { startDiagnosis } from '../../actions/shared-calls.ts';
import { Button } from '../../components/Button.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { Select } from '../../components/Field.tsx';
import { useMinute } from '../../components/use-time.ts';
import { clockTime } from '../../i18n/time.ts';
import { useApp, usePending, useView } from '../../state/app-context.tsx';
import { comparisonWords as words, diagnosisWords } from './en-diagnosis.ts';

export function CompareWith(props: {
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
  if (kept.length === 0 && others.length === 0) return <p className="secondary">{words.nobody}</p>;

  const compare = async (): Promise<void> => {
    const other =
      known ?? (credential && (await startDiagnosis(app, credential, credential.registeredScopes)));
    if (other != null) onChosen(other);
  };
  const environmentOf = (id: string): string =>
    environments.find((each) => each.id === id)?.name ?? '';
  return (
    <section aria-label={words.open}>
      <div className="line compare-with">
        <Select
          label={words.with}
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
