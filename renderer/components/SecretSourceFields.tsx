// Where the secret comes from. A choice among three ways, never a field for the secret itself (I1).
import type { ReactNode } from 'react';
import { secretSources, type SecretSource } from '../../electron/shared/words.ts';
import { Radios } from './Field.tsx';
import { secretCommandWords } from '../i18n/en-secret-command.ts';
import { sourceWords } from '../i18n/en-forms.ts';

/** Where a command may print it as well. */
export const commandSource = [
  'command',
  secretCommandWords.source,
  secretCommandWords.sourceNote,
] as const;

export function SecretSourceFields<T extends string = never>(props: {
  readonly legend: string;
  readonly source: SecretSource | T;
  readonly more?: readonly (readonly [T, string, string])[];
  readonly onChange: (source: SecretSource | T) => void;
}): ReactNode {
  return (
    <Radios<SecretSource | T>
      inline
      legend={props.legend}
      options={[
        ...secretSources.map((source) => [source, ...sourceWords[source]] as const),
        ...(props.more ?? []),
      ]}
      chosen={props.source}
      onChoose={props.onChange}
    />
  );
}
