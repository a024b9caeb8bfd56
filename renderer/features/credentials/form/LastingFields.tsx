// Whether a new credential is kept in the vault or lives in memory alone, and what that means for it.
import type { ReactNode } from 'react';
import { Radios } from '../../../components/Field.tsx';
import { ephemeralSheetWords } from '../../../i18n/en-ephemeral.ts';

const words = ephemeralSheetWords.form;

export function LastingFields(props: {
  readonly keep: boolean;
  readonly onChange: (keep: boolean) => void;
}): ReactNode {
  return (
    <Radios
      legend={words.legend}
      options={[
        ['keep', words.keep, words.keepNote],
        ['session', words.session, words.sessionNote],
      ]}
      chosen={props.keep ? 'keep' : 'session'}
      onChoose={(chosen) => props.onChange(chosen === 'keep')}
    />
  );
}
