// What an environment is called and what kind it is, and the way to another name.
import { useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { forms } from '../../i18n/en-forms.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { SectionForm } from './SectionForm.tsx';
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

interface Props {
  readonly environment: EnvironmentView;
  readonly subject: string;
}

const words = forms.environment;

export function NameSection({ environment, subject }: Props): ReactNode {
  const [editing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  if (environment.builtIn) return null;
  if (editing) {
    const close = (): void => {
      setEditing(false);
      setWasEdited(true);
    };
    return <NameForm environment={environment} subject={subject} onClose={close} />;
  }
  return (
    <div className="field-row">
      <Button
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form it opened is gone.
        autoFocus={wasEdited}
        onClick={() => setEditing(true)}
      >
        {words.rename}
      </Button>
    </div>
  );
}

function NameForm({
  environment,
  subject,
  onClose,
}: Props & { readonly onClose: () => void }): ReactNode {
  const { call } = useApp();
  const environments = useView((view) => view.environments) ?? [];
  const [name, setName] = useState(environment.name);
  const [submitted, setSubmitted] = useState(false);
  const others = environments.filter(({ id }) => id !== environment.id);
  const error = nameErrorOf(name, others);
  const save = async (form: HTMLFormElement): Promise<void> => {
    setSubmitted(true);
    if (error !== null) {
      setTimeout(() => form.querySelector<HTMLElement>('[data-error] input')?.focus());
      return;
    }
    const input = { environmentId: environment.id, name: name.trim() };
    const manner = { subject, said: said.environmentRenamed(input.name) };
    if ((await call('environmentRename', input, manner)) !== null) onClose();
  };
  return (
    <SectionForm
      title={words.renameTitle}
      saveWord={words.saveName}
      onSave={(form) => void save(form)}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        error={submitted ? error : null}
        value={name}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </SectionForm>
  );
}
