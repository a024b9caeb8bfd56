// Where an environment introspects tokens (RFC 7662): off until a person says where and how, because the
// specification shows neither.
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { introspectionAuthentications } from '../../../electron/shared/words.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { Fact } from '../../components/Facts.tsx';
import { Radios, TextField } from '../../components/Field.tsx';
import { authenticationWords, introspectionWords as words } from '../inspection/en-inspection.ts';
import { useApp } from '../../state/app-context.tsx';
import { introspectionSaid } from '../../i18n/en-said.ts';
import { ChangeableSection, SUBJECT, type SectionProps } from './SectionForm.tsx';

const NONE: NonNullable<EnvironmentView['introspection']> = {
  path: '',
  authentication: 'client_secret_post',
};

export function IntrospectionSection({ environment }: SectionProps): ReactNode {
  const { call } = useApp();
  const { id: environmentId, name, introspection, builtIn } = environment;
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
      title={words.title}
      submit={words.save}
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
            label={words.path}
            hint={words.pathHint}
            className="mono"
            value={draft.path}
            required
            maxLength={200}
            onChange={(event) => change({ ...draft, path: event.currentTarget.value })}
          />
          <Radios
            legend={words.authentication}
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
            {words.switchOff}
          </CallButton>
        )
      }
    >
      {facts}
    </ChangeableSection>
  );
}
