// Kind and addresses of an environment, and the way to correct them: main asks, since they decide where secrets go.
import { useState, type ReactNode } from 'react';
import { said } from '../../i18n/en-said.ts';
import { useApp } from '../../state/app-context.tsx';
import { kindWords } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { PlaceFields, type Place } from './PlaceFields.tsx';
import { ChangeableSection, SectionForm, type SectionProps } from './SectionForm.tsx';

const words = forms.environment;

export function PlaceSection({ environment, subject }: SectionProps): ReactNode {
  const facts = [
    [words.kind, kindWords[environment.kind], ''],
    [words.base, environment.baseUrl, 'mono wrap'],
    [words.trade, environment.tradeUrl, 'mono wrap'],
  ] as const;
  const shown = (
    <dl className="facts">
      {facts.map(([label, value, className]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={className}>{value}</dd>
        </div>
      ))}
    </dl>
  );
  if (environment.builtIn) return shown;
  return (
    <ChangeableSection
      change={words.changePlace}
      renderForm={(onClose) => <PlaceForm {...{ environment, subject, onClose }} />}
    >
      {shown}
    </ChangeableSection>
  );
}

function PlaceForm({
  environment,
  subject,
  onClose,
}: SectionProps & { readonly onClose: () => void }): ReactNode {
  const { call } = useApp();
  const { kind, baseUrl, tradeUrl } = environment;
  const [place, setPlace] = useState<Place>({ kind, baseUrl, tradeUrl });
  const [submitted, setSubmitted] = useState(false);
  const save = async (): Promise<void> => {
    setSubmitted(true);
    const input = { environmentId: environment.id, ...place };
    const manner = { subject, said: said.environmentChanged(environment.name) };
    if ((await call('environmentPlaceSet', input, manner)) !== null) onClose();
  };
  return (
    <SectionForm
      title={words.placeTitle}
      saveWord={words.savePlace}
      onSave={() => void save()}
      onClose={onClose}
    >
      <PlaceFields place={place} submitted={submitted} onChange={setPlace} />
    </SectionForm>
  );
}
