// Kind and addresses of an environment, and the way to correct them: main asks, since they decide where secrets go.
import type { ReactNode } from 'react';
import { Fact } from '../../components/Facts.tsx';
import { said } from '../../i18n/en-said.ts';
import { useApp } from '../../state/app-context.tsx';
import { kindWords } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { PlaceFields } from './PlaceFields.tsx';
import { ChangeableSection, type SectionProps } from './SectionForm.tsx';

const words = forms.environment;

export function PlaceSection({ environment, subject }: SectionProps): ReactNode {
  const { call } = useApp();
  const { kind, baseUrl, tradeUrl } = environment;
  const shown = (
    <dl className="facts">
      <Fact label={words.kind}>{kindWords[kind]}</Fact>
      <Fact label={words.base} mono>
        {baseUrl}
      </Fact>
      <Fact label={words.trade} mono>
        {tradeUrl}
      </Fact>
    </dl>
  );
  if (environment.builtIn) return shown;
  return (
    <ChangeableSection
      change={words.changePlace}
      title={words.placeTitle}
      submit={words.savePlace}
      draft={{ kind, baseUrl, tradeUrl }}
      send={(place) =>
        call(
          'environmentPlaceSet',
          { environmentId: environment.id, ...place },
          { subject, said: said.environmentChanged(environment.name) },
        )
      }
      renderFields={(place, onChange, submitted) => (
        <PlaceFields {...{ place, submitted, onChange }} />
      )}
    >
      {shown}
    </ChangeableSection>
  );
}
