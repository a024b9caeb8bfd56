// Where the secret comes from, and of a command that prints it: its path, its arguments, and whether what it printed
// stays sealed while tokens are live. Text to be confirmed in main's own question; nothing runs before.
import type { ReactNode } from 'react';
import {
  argumentsOf,
  isFitCommand,
  secretCommandLimits,
  type SecretCommandInput,
} from '../../electron/shared/credentials/secret-command.ts';
import { secretSources, type SecretSource } from '../../electron/shared/words.ts';
import { secretCommandWords as words } from '../i18n/en-secret-command.ts';
import { sourceWords } from '../i18n/en-forms.ts';
import { Choice, Choices, Radios, TextArea, TextField } from './Field.tsx';

/** A choice among three ways, never a field for the secret itself (I1). */
export const sourceOptions = secretSources.map((each) => [each, ...sourceWords[each]] as const);

interface SecretDraft {
  readonly source: SecretSource | 'command';
  readonly path: string;
  readonly arguments: string;
  readonly keepsWhileLive: boolean;
}

export const secretDraftOf = (known?: SecretCommandInput): SecretDraft => ({
  source: known === undefined ? 'entry' : 'command',
  path: known?.path ?? '',
  arguments: known?.arguments.join('\n') ?? '',
  keepsWhileLive: known?.keepsWhileLive ?? true,
});

type Secret = { readonly secretSource: SecretSource } | { readonly command: SecretCommandInput };

/** Null where the command cannot be run or shown as it is. */
export function secretOf(draft: SecretDraft): Secret | null {
  const { source, keepsWhileLive } = draft;
  if (source !== 'command') return { secretSource: source };
  const command = {
    path: draft.path.trim(),
    arguments: argumentsOf(draft.arguments),
    keepsWhileLive,
  };
  const isShort = command.arguments.length <= secretCommandLimits.arguments;
  return isShort && isFitCommand(command) ? { command } : null;
}

export function SecretFields(props: {
  readonly legend: string;
  readonly draft: SecretDraft;
  readonly submitted: boolean;
  readonly onChange: (draft: SecretDraft) => void;
}): ReactNode {
  const { draft, onChange } = props;
  const isUnfit = props.submitted && secretOf(draft) === null;
  return (
    <>
      <Radios<SecretDraft['source']>
        inline
        legend={props.legend}
        options={[...sourceOptions, ['command', words.source, words.sourceNote]]}
        chosen={draft.source}
        onChoose={(source) => onChange({ ...draft, source })}
      />
      {draft.source === 'command' && (
        <>
          <TextField
            label={words.path}
            hint={words.pathHint}
            error={isUnfit ? words.unfit : null}
            className="mono"
            value={draft.path}
            maxLength={secretCommandLimits.path}
            onChange={(event) => onChange({ ...draft, path: event.currentTarget.value })}
          />
          <TextArea
            label={words.arguments}
            hint={words.argumentsHint}
            className="mono"
            rows={3}
            spellCheck={false}
            value={draft.arguments}
            onChange={(event) => onChange({ ...draft, arguments: event.currentTarget.value })}
          />
          <Choices legend={words.revoking}>
            <Choice
              label={words.keep}
              note={words.keepNote}
              checked={draft.keepsWhileLive}
              onChange={(event) =>
                onChange({ ...draft, keepsWhileLive: event.currentTarget.checked })
              }
            />
          </Choices>
        </>
      )}
    </>
  );
}
