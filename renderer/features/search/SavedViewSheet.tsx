// Keeps a search under a name, renames one, changes its search, or deletes it.
import { useState, type ReactNode } from 'react';
import { showsSomething, UNFIT } from '../../../electron/shared/one-line.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { SAVED_VIEW_SUBJECT } from '../../bridge/feedback.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { TextField } from '../../components/Field.tsx';
import { FormSheet } from '../../components/Sheet.tsx';
import { forms } from '../../i18n/en-forms.ts';
import { savedViewWords as words } from './en-saved-views.ts';
import { useApp } from '../../state/app-context.tsx';

const MOST_CHARACTERS = 60;
const unfitError = (typed: string): string | null =>
  UNFIT.test(typed.trim()) ? forms.credential.errors.characters : null;

export function SavedViewSheet(props: {
  readonly view: AppView;
  readonly id: string | null;
  readonly query: string;
  /** False: the filter of the sidebar has no word that finds the same. */
  readonly exact?: boolean;
}): ReactNode {
  const { id, exact = true } = props;
  const { call, window: store } = useApp();
  const known = props.view.savedViews.find((each) => each.id === id);
  const [name, setName] = useState(known?.name ?? '');
  const [query, setQuery] = useState(known?.query ?? props.query);
  const nameError =
    !showsSomething(name) || name.trim().length > MOST_CHARACTERS
      ? words.nameError
      : unfitError(name);
  const queryError = showsSomething(query) ? unfitError(query) : words.queryError;
  const save = () =>
    nameError === null && queryError === null
      ? call(
          'viewSave',
          { viewId: id, name: name.trim(), query: query.trim() },
          { subject: SAVED_VIEW_SUBJECT, said: words.saved },
        )
      : null;
  return (
    <FormSheet
      title={id === null ? words.add : words.edit}
      subject={SAVED_VIEW_SUBJECT}
      submit={words.save}
      beside={
        id !== null && (
          <CallButton
            call="viewRemove"
            input={{ viewId: id }}
            subject={SAVED_VIEW_SUBJECT}
            said={words.removed}
            look="quiet"
            className="button-stop"
            onDone={store.close}
          >
            {words.remove}
          </CallButton>
        )
      }
      onSubmit={save}
    >
      {(submitted) => (
        <>
          <TextField
            label={words.name}
            error={submitted ? nameError : null}
            value={name}
            required
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextField
            label={words.query}
            error={submitted ? queryError : null}
            hint={exact ? undefined : words.inexact}
            value={query}
            maxLength={500}
            required
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </>
      )}
    </FormSheet>
  );
}
