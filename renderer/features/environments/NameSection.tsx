// What an environment is called, and the way to another name.
import type { ReactNode } from 'react';
import { TextField } from '../../components/Field.tsx';
import { forms } from '../../i18n/en-forms.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { ChangeableSection, type SectionProps } from './SectionForm.tsx';
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
  const { call } = useApp();
  const environments = useView((view) => view.environments) ?? [];
  const { id: environmentId, builtIn } = environment;
  const errorOf = (name: string): string | null =>
    nameErrorOf(
      name,
      environments.filter(({ id }) => id !== environmentId),
    );
  if (builtIn) return null;
  return (
    <ChangeableSection
      change={words.rename}
      title={words.renameTitle}
      submit={words.saveName}
      draft={environment.name}
      send={(typed) => {
        const name = typed.trim();
        if (errorOf(name) !== null) return null;
        const manner = { subject, said: said.environmentRenamed(name) };
        return call('environmentRename', { environmentId, name }, manner);
      }}
      renderFields={(name, change, submitted) => (
        <TextField
          label={words.name}
          error={submitted ? errorOf(name) : null}
          value={name}
          required
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    />
  );
}
