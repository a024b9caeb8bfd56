// Which access type, which environment, and what the credential may do there. Access type and
// environment are fixed once the credential exists.
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { accessTypes } from '../../../../electron/shared/words.ts';
import { EnvironmentSelect } from '../../../components/EnvironmentSelect.tsx';
import { Radios } from '../../../components/Field.tsx';
import { ReachFields } from '../../../components/ReachFields.tsx';
import { forms } from '../../../i18n/en-forms.ts';
import type { CredentialDraft, DraftErrors } from '../../../model/credential-draft.ts';

const words = forms.credential;

/** What each part of the form is given. */
export interface Fields {
  readonly draft: CredentialDraft;
  readonly errors: DraftErrors;
  readonly set: (part: Partial<CredentialDraft>) => void;
}

interface Access extends Fields {
  readonly environments: readonly EnvironmentView[];
  readonly fixed: boolean;
  /** An environment was added for it just now: the focus goes on from there. */
  readonly addedEnvironment: boolean;
  /** The form was opened for what it may do. */
  readonly wanted: boolean;
  readonly onAddEnvironment: () => void;
}

export function AccessFields(props: Access): ReactNode {
  const { draft, errors, set } = props;
  const notes = { trader: words.traderNote, partner: words.partnerNote };
  return (
    <>
      {!props.fixed && (
        <>
          <EnvironmentSelect
            environments={props.environments}
            value={draft.environmentId}
            error={errors.environmentId ?? null}
            wanted={props.addedEnvironment}
            onChange={(environmentId) => set({ environmentId })}
            onAdd={props.onAddEnvironment}
          />
          <Radios
            inline
            legend={words.accessType}
            options={accessTypes.map((each) => [each, words[each], notes[each]])}
            chosen={draft.accessType}
            onChoose={(accessType) => set({ accessType })}
          />
        </>
      )}
      <ReachFields
        draft={draft}
        error={errors.scopes ?? errors.permission ?? null}
        wanted={props.wanted}
        onChange={set}
      />
    </>
  );
}
