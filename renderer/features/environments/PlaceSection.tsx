// Kind and addresses of an environment, and the way to correct them: main asks, since they decide where secrets go.
import { useState, type ReactNode } from 'react';
import { Fact } from '../../components/Facts.tsx';
import { said } from '../../i18n/en-said.ts';
import { useApp } from '../../state/app-context.tsx';
import { kindWords } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { PlaceFields, type Place } from './PlaceFields.tsx';
import {
  ChangeableSection,
  SectionForm,
  type SectionFormProps,
  type SectionProps,
} from './SectionForm.tsx';

const words = forms.environment;

export function PlaceSection({ environment, subject }: SectionProps): ReactNode {
  const shown = (
    <dl className="facts">
      <Fact label={words.kind}>{kindWords[environment.kind]}</Fact>
      <Fact label={words.base} mono>
        {environment.baseUrl}
      </Fact>
      <Fact label={words.trade} mono>
        {environment.tradeUrl}
      </Fact>
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

function PlaceForm({ environment, subject, onClose }: SectionFormProps): ReactNode {
  const { call } = useApp();
  const { kind, baseUrl, tradeUrl } = environment;
  const [place, setPlace] = useState<Place>({ kind, baseUrl, tradeUrl });
  const save = () =>
    call(
      'environmentPlaceSet',
      { environmentId: environment.id, ...place },
      { subject, said: said.environmentChanged(environment.name) },
    );
  return (
    <SectionForm
      title={words.placeTitle}
      submit={words.savePlace}
      onSubmit={save}
      onClose={onClose}
    >
      {(submitted) => <PlaceFields place={place} submitted={submitted} onChange={setPlace} />}
    </SectionForm>
  );
}
