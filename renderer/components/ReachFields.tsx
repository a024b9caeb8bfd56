// What a credential may do: scopes are a Trader's, a permission is a Partner's.
import type { ReactNode } from 'react';
import {
  partnerPermissions,
  traderScopes,
  type AccessType,
  type PartnerPermission,
  type TraderScope,
} from '../../electron/shared/words.ts';
import { en, scopeMeans, scopeWords } from '../i18n/en.ts';
import { forms } from '../i18n/en-forms.ts';
import { Choice, Choices, Radios } from './Field.tsx';

const words = forms.credential;

interface Reach {
  readonly accessType: AccessType | '';
  readonly scopes: readonly TraderScope[];
  readonly permission: PartnerPermission | null;
}

export function ReachFields(props: {
  readonly draft: Reach;
  /** In place of the usual one, which comes with a note for each scope. */
  readonly hint?: string;
  readonly error: string | null;
  /** The form was opened for it: the first choice has the focus. */
  readonly wanted?: boolean;
  readonly onChange: (part: Partial<Pick<Reach, 'scopes' | 'permission'>>) => void;
}): ReactNode {
  const { draft, hint, error, onChange } = props;
  if (draft.accessType === '') return null;
  return draft.accessType === 'trader' ? (
    <Choices inline legend={words.scopes} hint={hint ?? words.scopesHint} error={error}>
      {traderScopes.map((scope, index) => (
        <Choice
          key={scope}
          data-wanted={props.wanted === true && index === 0 ? '' : undefined}
          label={scopeWords[scope]}
          note={hint === undefined ? `${scope}: ${scopeMeans[scope]}` : undefined}
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
      hint={hint === undefined ? words.permissionHint : ''}
      error={error}
      options={partnerPermissions.map((each) => [each, en.detail.permission[each]])}
      chosen={draft.permission}
      wanted={props.wanted === true}
      onChoose={(permission) => onChange({ permission })}
    />
  );
}
