// What kind an environment is and where its two servers are: as fields, where it is added and where it is corrected, and as
// they are. Main asks before they are corrected, since they decide where secrets go.
import type { ReactNode } from 'react';
import type { EnvironmentKind } from '../../../electron/shared/words.ts';
import { Fact } from '../../components/Facts.tsx';
import { Radios } from '../../components/Field.tsx';
import { said } from '../../i18n/en-said.ts';
import { useApp } from '../../state/app-context.tsx';
import { kindWords } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { AddressField } from './AddressField.tsx';
import { ChangeableSection, SUBJECT, type SectionProps } from './SectionForm.tsx';

const words = forms.environment;

const kinds: readonly EnvironmentKind[] = ['production', 'sandbox', 'practice'];

export interface Place {
  readonly kind: EnvironmentKind;
  readonly baseUrl: string;
  readonly tradeUrl: string;
}

export function PlaceFields(props: {
  readonly place: Place;
  readonly submitted: boolean;
  readonly onChange: (place: Place) => void;
}): ReactNode {
  const { place, submitted, onChange } = props;
  return (
    <>
      <Radios
        inline
        legend={words.kind}
        options={kinds.map((kind) => [kind, kindWords[kind], words.kindNotes[kind]])}
        chosen={place.kind}
        onChoose={(kind) => onChange({ ...place, kind })}
      />
      <AddressField
        label={words.base}
        hint={words.baseHint}
        value={place.baseUrl}
        submitted={submitted}
        onChange={(baseUrl) => onChange({ ...place, baseUrl })}
      />
      <AddressField
        label={words.trade}
        hint={words.tradeHint}
        value={place.tradeUrl}
        submitted={submitted}
        onChange={(tradeUrl) => onChange({ ...place, tradeUrl })}
      />
    </>
  );
}

export function PlaceSection({ environment }: SectionProps): ReactNode {
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
          { subject: SUBJECT, said: said.environmentChanged(environment.name) },
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
