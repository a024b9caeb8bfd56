// One environment as it is: addresses, trust, and the way to remove it once nothing belongs to it.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { useApp } from '../../state/app-context.tsx';
import { said, introspectionSaid } from '../../i18n/en-said.ts';
import { AuthoritySection } from './AuthoritySection.tsx';
import { NameSection, RotationAgeSection } from './NameSection.tsx';
import { PlaceSection } from './PlaceSection.tsx';
import { ProxySection } from './ProxySection.tsx';
import { SUBJECT, type SectionProps, ChangeableSection } from './SectionForm.tsx';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { introspectionAuthentications } from '../../../electron/shared/words.ts';
import { Fact } from '../../components/Facts.tsx';
import { Radios, TextField } from '../../components/Field.tsx';
import { authenticationWords, introspectionWords } from '../inspection/en-inspection.ts';

const words = forms.environment;

export function EnvironmentSheet({ environment }: SectionProps): ReactNode {
  const { window: store } = useApp();
  const removable = !environment.builtIn && environment.credentials === 0;
  return (
    <Sheet title={environment.name} about={environment}>
      <PlaceSection environment={environment} />
      <NameSection environment={environment} />
      <RotationAgeSection environment={environment} />
      <ProxySection environment={environment} />
      <AuthoritySection environment={environment} />
      <IntrospectionSection environment={environment} />
      <SheetFailure subject={SUBJECT} />
      <div className="sheet-actions">
        {!removable && (
          <p className="secondary">
            {environment.builtIn ? words.builtIn : words.inUse(environment.credentials)}
          </p>
        )}
        <span className="spring" />
        {environment.builtIn && (
          <Button onClick={() => store.show({ kind: 'practice' })}>{en.sidebar.practice}</Button>
        )}
        {removable && (
          <CallButton
            call="environmentRemove"
            input={{ environmentId: environment.id }}
            subject={SUBJECT}
            said={said.environmentRemoved(environment.name)}
            className="button-stop"
            onDone={() => {
              store.patch({ filter: { kind: 'all' } });
              store.close();
            }}
          >
            {words.remove}
          </CallButton>
        )}
      </div>
    </Sheet>
  );
}

const NONE: NonNullable<EnvironmentView['introspection']> = {
  path: '',
  authentication: 'client_secret_post',
};

/** RFC 7662: off until a person says where and how, because the specification shows neither. */
function IntrospectionSection({ environment }: SectionProps): ReactNode {
  const { call } = useApp();
  const { id: environmentId, name, introspection, builtIn } = environment;
  const facts = (
    <>
      <h3>{introspectionWords.title}</h3>
      {introspection === null ? (
        <p>{introspectionWords.off}</p>
      ) : (
        <dl className="facts">
          <Fact label={introspectionWords.path} mono>
            {introspection.path}
          </Fact>
          <Fact label={introspectionWords.authentication}>
            {introspectionWords.provesItself(introspection.authentication)}
          </Fact>
        </dl>
      )}
    </>
  );
  if (builtIn) {
    return (
      <>
        {facts}
        <p className="secondary">{introspectionWords.builtIn}</p>
      </>
    );
  }
  return (
    <ChangeableSection
      change={introspection === null ? introspectionWords.setUp : introspectionWords.change}
      title={introspectionWords.title}
      submit={introspectionWords.save}
      draft={introspection ?? NONE}
      send={({ path, authentication }) =>
        call(
          'environmentIntrospectionSet',
          { environmentId, introspection: { path: path.trim(), authentication } },
          { subject: SUBJECT, said: introspectionSaid.saved(name) },
        )
      }
      renderFields={(draft, change) => (
        <>
          <TextField
            label={introspectionWords.path}
            hint={introspectionWords.pathHint}
            className="mono"
            value={draft.path}
            required
            maxLength={200}
            onChange={(event) => change({ ...draft, path: event.currentTarget.value })}
          />
          <Radios
            legend={introspectionWords.authentication}
            options={introspectionAuthentications.map((each) => [
              each,
              ...authenticationWords[each],
            ])}
            chosen={draft.authentication}
            onChoose={(authentication) => change({ ...draft, authentication })}
          />
        </>
      )}
      beside={
        introspection !== null && (
          <CallButton
            call="environmentIntrospectionSet"
            input={{ environmentId, introspection: null }}
            said={introspectionSaid.switchedOff(name)}
            subject={SUBJECT}
            look="quiet"
          >
            {introspectionWords.switchOff}
          </CallButton>
        )
      }
    >
      {facts}
    </ChangeableSection>
  );
}
