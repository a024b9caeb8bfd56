// A command that prints the secret: its path, its arguments, and whether what it printed stays sealed while tokens
// are live. Text to be confirmed in main's own question; nothing runs before.
import type { ReactNode } from 'react';
import {
  argumentsOf,
  isFitCommand,
  secretCommandLimits,
  type SecretCommandInput,
} from '../../electron/shared/credentials/secret-command.ts';
import { secretCommandWords as words } from '../i18n/en-secret-command.ts';
import { Choice, Choices, TextArea, TextField } from './Field.tsx';

interface CommandDraft {
  readonly path: string;
  readonly arguments: string;
  readonly keepsWhileLive: boolean;
}

export const commandDraftOf = (known?: SecretCommandInput): CommandDraft => ({
  path: known?.path ?? '',
  arguments: known?.arguments.join('\n') ?? '',
  keepsWhileLive: known?.keepsWhileLive ?? true,
});

/** Null where it cannot be run or shown as it is. */
export function commandOf(draft: CommandDraft): SecretCommandInput | null {
  const { keepsWhileLive } = draft;
  const command = {
    path: draft.path.trim(),
    arguments: argumentsOf(draft.arguments),
    keepsWhileLive,
  };
  const isShort = command.arguments.length <= secretCommandLimits.arguments;
  return isShort && isFitCommand(command) ? command : null;
}

export function SecretCommandFields(props: {
  readonly draft: CommandDraft;
  readonly submitted: boolean;
  readonly onChange: (draft: CommandDraft) => void;
}): ReactNode {
  const { draft, onChange } = props;
  const isUnfit = props.submitted && commandOf(draft) === null;
  return (
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
          type="checkbox"
          label={words.keep}
          note={words.keepNote}
          checked={draft.keepsWhileLive}
          onChange={(event) => onChange({ ...draft, keepsWhileLive: event.currentTarget.checked })}
        />
      </Choices>
    </>
  );
}
