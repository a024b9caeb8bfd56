// Where an environment introspects tokens (RFC 7662): off until a person says where and how, because the
// specification shows neither.
import { useState, type ReactNode } from 'react';
import {
  introspectionAuthentications,
  type IntrospectionAuthentication,
} from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Facts.tsx';
import { Radios, TextField } from '../../components/Field.tsx';
import { authenticationWords, introspectionWords as words } from '../inspection/en-inspection.ts';
import { useApp } from '../../state/app-context.tsx';
import { introspectionSaid } from '../../i18n/en-said.ts';
import {
  ChangeableSection,
  SectionForm,
  type SectionFormProps,
  type SectionProps,
} from './SectionForm.tsx';

export function IntrospectionSection({ environment, subject }: SectionProps): ReactNode {
  const { call } = useApp();
  const { introspection, builtIn } = environment;
  const facts = (
    <>
      <h3>{words.title}</h3>
      {introspection === null ? (
        <p>{words.off}</p>
      ) : (
        <dl className="facts">
          <Fact label={words.path} mono>
            {introspection.path}
          </Fact>
          <Fact label={words.authentication}>
            {words.provesItself(introspection.authentication)}
          </Fact>
        </dl>
      )}
    </>
  );
  if (builtIn) {
    return (
      <>
        {facts}
        <p className="secondary">{words.builtIn}</p>
      </>
    );
  }
  return (
    <ChangeableSection
      change={introspection === null ? words.setUp : words.change}
      renderForm={(onClose) => <IntrospectionForm {...{ environment, subject, onClose }} />}
      beside={
        introspection !== null && (
          <Button
            look="quiet"
            onClick={() =>
              void call(
                'environmentIntrospectionSet',
                { environmentId: environment.id, introspection: null },
                { subject, said: introspectionSaid.switchedOff(environment.name) },
              )
            }
          >
            {words.switchOff}
          </Button>
        )
      }
    >
      {facts}
    </ChangeableSection>
  );
}

function IntrospectionForm({ environment, subject, onClose }: SectionFormProps): ReactNode {
  const { call } = useApp();
  const [path, setPath] = useState(environment.introspection?.path ?? '');
  const [authentication, setAuthentication] = useState<IntrospectionAuthentication>(
    environment.introspection?.authentication ?? 'client_secret_post',
  );
  const save = () => {
    const { id: environmentId, name } = environment;
    const input = { environmentId, introspection: { path: path.trim(), authentication } };
    return call('environmentIntrospectionSet', input, {
      subject,
      said: introspectionSaid.saved(name),
    });
  };
  return (
    <SectionForm title={words.title} submit={words.save} onSubmit={save} onClose={onClose}>
      {() => (
        <>
          <TextField
            label={words.path}
            hint={words.pathHint}
            className="mono"
            value={path}
            required
            maxLength={200}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Radios
            legend={words.authentication}
            options={introspectionAuthentications.map((each) => [
              each,
              ...authenticationWords[each],
            ])}
            chosen={authentication}
            onChoose={setAuthentication}
          />
        </>
      )}
    </SectionForm>
  );
}
