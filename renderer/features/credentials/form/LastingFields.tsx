// Whether a new credential is kept in the vault or lives in memory alone, and what that means for it.
import type { ReactNode } from 'react';
import { Choice, Choices } from '../../../components/Field.tsx';
import { ephemeralSheetWords } from '../../../i18n/en-ephemeral.ts';

const words = ephemeralSheetWords.form;

export function LastingFields(props: {
  readonly keep: boolean;
  readonly onChange: (keep: boolean) => void;
}): ReactNode {
  const { keep, onChange } = props;
  return (
    <Choices legend={words.legend}>
      <Choice
        type="radio"
        name="lasting"
        label={words.keep}
        note={words.keepNote}
        checked={keep}
        onChange={() => onChange(true)}
      />
      <Choice
        type="radio"
        name="lasting"
        label={words.session}
        note={words.sessionNote}
        checked={!keep}
        onChange={() => onChange(false)}
      />
    </Choices>
  );
}
