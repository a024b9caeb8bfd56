// Where the secret comes from. A choice among three ways, never a field for the secret itself (I1).
import type { ReactNode } from 'react';
import { secretSources, type SecretSource } from '../../electron/shared/words.ts';
import { Choice, Choices } from './Field.tsx';
import { secretCommandWords } from '../i18n/en-secret-command.ts';
import { sourceWords } from '../i18n/en-forms.ts';

export function SecretSourceFields(props: {
  readonly legend: string;
  readonly source: SecretSource | 'command';
  readonly onChange: (source: SecretSource) => void;
  /** Where a command may print it as well. */
  readonly onCommand?: (() => void) | undefined;
}): ReactNode {
  return (
    <Choices inline legend={props.legend}>
      {secretSources.map((source) => (
        <Choice
          key={source}
          type="radio"
          name="secret-source"
          label={sourceWords[source][0]}
          note={sourceWords[source][1]}
          checked={props.source === source}
          onChange={() => props.onChange(source)}
        />
      ))}
      {props.onCommand !== undefined && (
        <Choice
          type="radio"
          name="secret-source"
          label={secretCommandWords.source}
          note={secretCommandWords.sourceNote}
          checked={props.source === 'command'}
          onChange={props.onCommand}
        />
      )}
    </Choices>
  );
}
