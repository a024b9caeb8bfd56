// What kind an environment is and where its two servers are: as fields, where it is added and where it is corrected, and as
// they are. Main asks before they are corrected, since they decide where secrets go.
import { type ReactNode, useEffect, useState } from 'react';
import type { EnvironmentKind } from '../../../electron/shared/words.ts';
import { Fact } from '../../components/Facts.tsx';
import { Radios, TextField } from '../../components/Field.tsx';
import { said } from '../../i18n/en-said.ts';
import { useApp } from '../../state/app-context.tsx';
import { kindWords } from '../../i18n/en.ts';
import { forms, addressReasons } from '../../i18n/en-forms.ts';
import { ChangeableSection, SUBJECT, type SectionProps } from './SectionForm.tsx';
import type { AddressCheckView } from '../../../electron/shared/environments/environment-view.ts';
import { checkAddress } from '../../actions/shared-calls.ts';

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

const CHECK_AFTER_MS = 150;
/**
 * An address with a live check by main: the exact address that will be used, its punycode to compare by eye, or the
 * reason why it cannot be used (docs/oauth-cases.md case 9).
 */
function AddressField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly submitted: boolean;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { value } = props;
  const { quietly } = useApp();
  const [check, setCheck] = useState<{ of: string; result: AddressCheckView } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      void checkAddress(quietly, value).then(
        (result) => result !== null && setCheck({ of: value, result }),
      );
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value, quietly]);
  const result = check?.of === value ? check.result : null;
  const quiet = value === '' && !props.submitted;
  const reason = result?.reason ?? null;
  return (
    <TextField
      label={props.label}
      className="mono"
      inputMode="url"
      value={value}
      required
      maxLength={4096}
      error={reason === null || quiet ? null : addressReasons[reason]}
      hint={
        <span aria-live="polite">
          {result === null || result.normalised === null || result.normalised === value ? (
            props.hint
          ) : (
            <>
              {words.willUse} <span className="mono wrap">{result.normalised}</span>
              {result.punycode !== null && (
                <strong className="warn">
                  {' '}
                  {words.punycode} <span className="mono wrap">{result.punycode}</span>
                </strong>
              )}
            </>
          )}
        </span>
      }
      onChange={(event) => props.onChange(event.currentTarget.value)}
      // A host alone is meant as one under https; what has a scheme is left as it is.
      onBlur={() =>
        /^[^/@\s:]+\.[^/@\s]+(?:\/|$)/u.test(value) && props.onChange(`https://${value}`)
      }
    />
  );
}
