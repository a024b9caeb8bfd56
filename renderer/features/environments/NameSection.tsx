// What an environment is called, and the way to another name.
import { useState, type ReactNode } from 'react';
import { TextField } from '../../components/Field.tsx';
import { forms } from '../../i18n/en-forms.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import {
  ChangeableSection,
  SectionForm,
  type SectionFormProps,
  type SectionProps,
} from './SectionForm.tsx';
import { showsSomething, UNFIT } from '../../../electron/shared/one-line.ts';

const folded = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/**
 * What is wrong with a name, in words; main checks it again.
 * @param others all environments but the one that is named.
 */
export function nameErrorOf(
  name: string,
  others: readonly { readonly name: string }[],
): string | null {
  if (!showsSomething(name) || name.trim().length > 80) return forms.environment.nameError;
  if (UNFIT.test(name.trim())) return forms.credential.errors.characters;
  return others.some((other) => folded(other.name) === folded(name))
    ? forms.environment.nameTaken
    : null;
}

const words = forms.environment;

export function NameSection({ environment, subject }: SectionProps): ReactNode {
  if (environment.builtIn) return null;
  return (
    <ChangeableSection
      change={words.rename}
      renderForm={(onClose) => <NameForm {...{ environment, subject, onClose }} />}
    />
  );
}

function NameForm({ environment, subject, onClose }: SectionFormProps): ReactNode {
  const { call } = useApp();
  const environments = useView((view) => view.environments) ?? [];
  const [name, setName] = useState(environment.name);
  const others = environments.filter(({ id }) => id !== environment.id);
  const error = nameErrorOf(name, others);
  const save = () => {
    if (error !== null) return null;
    const input = { environmentId: environment.id, name: name.trim() };
    return call('environmentRename', input, { subject, said: said.environmentRenamed(input.name) });
  };
  return (
    <SectionForm
      title={words.renameTitle}
      submit={words.saveName}
      onSubmit={save}
      onClose={onClose}
    >
      {(submitted) => (
        <TextField
          label={words.name}
          error={submitted ? error : null}
          value={name}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </SectionForm>
  );
}
