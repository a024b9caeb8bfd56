// What kind an environment is and where its two servers are, as fields: where it is added, and where it is corrected.
import type { ReactNode } from 'react';
import type { EnvironmentKind } from '../../../electron/shared/words.ts';
import { Radios } from '../../components/Field.tsx';
import { kindWords } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { AddressField } from './AddressField.tsx';

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
