// The choices of one row, or of all rows that are open: access type, scopes or permission.
import type { ReactNode } from 'react';
import {
  accessTypes,
  partnerPermissions,
  traderScopes,
  type AccessType,
} from '../../../electron/shared/words.ts';
import { Choice, Choices, Radios, SelectField } from '../../components/Field.tsx';
import { en, scopeWords } from '../../i18n/en.ts';
import { importWords as words } from './en-import-export.ts';
import type { RowDraft } from './import-choices.ts';

export function AccessSelect(props: {
  readonly value: AccessType | '';
  readonly hint?: string;
  readonly error?: string | null;
  readonly onChange: (accessType: AccessType | '') => void;
}): ReactNode {
  return (
    <SelectField
      label={words.accessType}
      hint={props.hint}
      error={props.error ?? null}
      value={props.value}
      onChange={(event) => {
        const chosen = accessTypes.find((each) => each === event.currentTarget.value);
        props.onChange(chosen ?? '');
      }}
    >
      <option value="">{words.choose}</option>
      {accessTypes.map((each) => (
        <option key={each} value={each}>
          {words.accessTypes[each]}
        </option>
      ))}
    </SelectField>
  );
}

/** Scopes are a Trader's, a permission is a Partner's. */
export function ReachFields(props: {
  readonly draft: RowDraft;
  readonly hint: string;
  readonly error: string | null;
  readonly onChange: (part: Partial<RowDraft>) => void;
}): ReactNode {
  const { draft, onChange } = props;
  if (draft.accessType === '') return null;
  return draft.accessType === 'trader' ? (
    <Choices legend={words.scopes} hint={props.hint} error={props.error} inline>
      {traderScopes.map((scope) => (
        <Choice
          key={scope}
          type="checkbox"
          label={scopeWords[scope]}
          checked={draft.scopes.includes(scope)}
          onChange={(event) =>
            onChange({
              scopes: event.currentTarget.checked
                ? [...draft.scopes, scope]
                : draft.scopes.filter((held) => held !== scope),
            })
          }
        />
      ))}
    </Choices>
  ) : (
    <Radios
      inline
      legend={words.permission}
      error={props.error}
      options={partnerPermissions.map((each) => [each, en.detail.permission[each]])}
      chosen={draft.permission}
      onChoose={(permission) => onChange({ permission })}
    />
  );
}
