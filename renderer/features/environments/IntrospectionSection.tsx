// Where an environment introspects tokens (RFC 7662): off until a person says where and how, because the
// specification shows neither.
import { useState, type ReactNode } from 'react';
import {
  introspectionAuthentications,
  type IntrospectionAuthentication,
} from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice, Choices, TextField } from '../../components/Field.tsx';
import { authenticationWords, introspectionWords as words } from '../inspection/en-inspection.ts';
import { useApp } from '../../state/app-context.tsx';
import { introspectionSaid } from '../../i18n/en-said.ts';
import { ChangeableSection, SectionForm, type SectionProps } from './SectionForm.tsx';

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
          <div>
            <dt>{words.path}</dt>
            <dd className="mono wrap">{introspection.path}</dd>
          </div>
          <div>
            <dt>{words.authentication}</dt>
            <dd>{words.provesItself(introspection.authentication)}</dd>
          </div>
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

function IntrospectionForm({
  environment,
  subject,
  onClose,
}: SectionProps & { readonly onClose: () => void }): ReactNode {
  const { call } = useApp();
  const [path, setPath] = useState(environment.introspection?.path ?? '');
  const [authentication, setAuthentication] = useState<IntrospectionAuthentication>(
    environment.introspection?.authentication ?? 'client_secret_post',
  );
  const save = async (): Promise<void> => {
    const { id: environmentId, name } = environment;
    const input = { environmentId, introspection: { path: path.trim(), authentication } };
    const manner = { subject, said: introspectionSaid.saved(name) };
    if ((await call('environmentIntrospectionSet', input, manner)) !== null) onClose();
  };
  return (
    <SectionForm
      title={words.title}
      saveWord={words.save}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={words.path}
        hint={words.pathHint}
        className="mono"
        value={path}
        required
        maxLength={200}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Choices legend={words.authentication}>
        {introspectionAuthentications.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="introspection-authentication"
            label={authenticationWords[each][0]}
            note={authenticationWords[each][1]}
            checked={authentication === each}
            onChange={() => setAuthentication(each)}
          />
        ))}
      </Choices>
    </SectionForm>
  );
}
