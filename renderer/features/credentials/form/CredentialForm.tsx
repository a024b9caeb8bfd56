// Adding or editing a credential. Everything but the secret: that comes through a separate window, the
// clipboard or a file, all three read by main.
import { useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import { accessTypes } from '../../../../electron/shared/words.ts';
import { Button } from '../../../components/Button.tsx';
import { EnvironmentSelect } from '../../../components/EnvironmentSelect.tsx';
import { Radios, TextField } from '../../../components/Field.tsx';
import { FormSheet } from '../../../components/Sheet.tsx';
import { ReachFields } from '../../../components/ReachFields.tsx';
import { forms } from '../../../i18n/en-forms.ts';
import { said } from '../../../i18n/en-said.ts';
import {
  conflicting,
  draftErrors,
  draftOf,
  emptyDraft,
  factsOf,
  likelyEnvironment,
  moreLines,
  type CredentialDraft,
  type DraftErrors,
} from '../../../model/credential-draft.ts';
import type { CredentialField } from '../../../state/window-state.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { EnvironmentForm } from '../../environments/EnvironmentForm.tsx';
import { secretDraftOf, SecretFields, secretOf } from '../../../components/SecretFields.tsx';

const SUBJECT = 'credential-form';
const words = forms.credential;

/** What each part of the form is given. */
interface Fields {
  readonly draft: CredentialDraft;
  readonly errors: DraftErrors;
  readonly set: (part: Partial<CredentialDraft>) => void;
}

export function CredentialForm(props: {
  readonly view: AppView;
  /** Null: a new one. */
  readonly credential?: CredentialView | null;
  /** What is known of a new one already. */
  readonly prefill?: Partial<CredentialDraft>;
  /** The field it was opened for; it has the focus at first. */
  readonly at?: CredentialField;
  readonly onClose?: () => void;
}): ReactNode {
  const { view, credential = null } = props;
  const filter = useWindow((state) => state.filter);
  const [draft, setDraft] = useState<CredentialDraft>(() => {
    if (credential !== null) return draftOf(credential);
    const shownId = filter.kind === 'environment' ? filter.environmentId : null;
    return { ...emptyDraft(likelyEnvironment(view.environments, shownId)), ...props.prefill };
  });
  const [environmentForm, setEnvironmentForm] = useState<'never' | 'open' | 'closed'>('never');
  const [more, setMore] = useState(
    credential !== null ||
      [...moreLines, 'tags' as const].some((name) => draft[name] !== '') ||
      props.at === 'ownerAccount',
  );
  const [secret, setSecret] = useState(() => secretDraftOf());
  const save = useSaving(credential, draft, secretOf(secret));
  const others = view.credentials.filter((other) => other.id !== credential?.id);
  // Looks through all labels: not at every key press.
  const findErrors = (): DraftErrors => draftErrors(draft, others, credential !== null);
  const conflict = conflicting(draft, others);
  const set = (part: Partial<CredentialDraft>): void => setDraft((now) => ({ ...now, ...part }));

  const send = () => (Object.keys(findErrors()).length === 0 ? save() : null);

  if (environmentForm === 'open') {
    const back = (): void => setEnvironmentForm('closed');
    const add = (environmentId: string): void => {
      set({ environmentId });
      back();
    };
    return <EnvironmentForm view={view} onAdded={add} onClose={back} />;
  }
  return (
    <FormSheet
      title={credential !== null ? words.edit : words.add}
      subject={SUBJECT}
      submit={credential !== null ? words.submitEdit : words.submitAdd}
      about={view.environments.find(({ id }) => id === draft.environmentId)}
      onSubmit={send}
      onClose={props.onClose}
    >
      {(submitted) => {
        const errors = submitted ? findErrors() : {};
        return (
          <>
            {credential === null && props.prefill === undefined && <PasteEverything />}
            <NameFields
              {...{ draft, errors, set }}
              isNew={credential === null}
              wanted={credential === null && environmentForm === 'never'}
            />
            <AccessFields
              {...{ draft, errors, set }}
              environments={view.environments}
              fixed={credential !== null}
              addedEnvironment={environmentForm === 'closed'}
              wanted={props.at === 'scopes'}
              onAddEnvironment={() => setEnvironmentForm('open')}
            />
            {credential === null && (
              <SecretFields
                legend={words.source}
                draft={secret}
                submitted={submitted}
                onChange={setSecret}
              />
            )}
            <MoreFields {...{ draft, errors, set, at: props.at }} open={more} onToggle={setMore} />
            {conflict !== null && (
              <p className="notice" role="alert">
                {words.conflict(draft.ownerAccount.trim(), conflict.label)}
              </p>
            )}
          </>
        );
      }}
    </FormSheet>
  );
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

/** Access type and environment are fixed once the credential exists. */
function AccessFields(props: Access): ReactNode {
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

/** A client ID is given once. */
function NameFields(props: Fields & { readonly isNew: boolean; readonly wanted: boolean }) {
  const { draft, errors, set, isNew } = props;
  return (
    <div className="columns">
      <TextField
        label={words.label}
        hint={words.labelHint}
        error={errors.label ?? null}
        value={draft.label}
        maxLength={200}
        required
        data-wanted={props.wanted ? '' : undefined}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {isNew && (
        <TextField
          label={words.clientId}
          hint={words.clientIdHint}
          error={errors.clientId ?? null}
          className="mono"
          value={draft.clientId}
          maxLength={400}
          required
          onChange={(event) => set({ clientId: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Owner and tags, folded until they are wanted or something is wrong with them. */
function MoreFields(
  props: Fields & {
    readonly at: CredentialField | undefined;
    readonly open: boolean;
    readonly onToggle: (open: boolean) => void;
  },
): ReactNode {
  const { draft, errors, set } = props;
  return (
    <details
      className="fold"
      open={props.open || [...moreLines, 'tags' as const].some((name) => errors[name])}
      onToggle={(event) => props.onToggle(event.currentTarget.open)}
    >
      <summary>{words.more}</summary>
      <div className="columns">
        {moreLines.map((name) => (
          <TextField
            key={name}
            {...words.lines[name]}
            error={errors[name] ?? null}
            data-wanted={props.at === name ? '' : undefined}
            value={draft[name]}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
        <TextField
          label={words.tags}
          hint={words.tagsHint}
          error={errors.tags ?? null}
          value={draft.tags}
          onChange={(event) => set({ tags: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}

/** Main reads what was copied, as an import of one key: its secret never comes here. */
function PasteEverything(): ReactNode {
  const { window: store } = useApp();
  return (
    <p className="field line">
      <Button onClick={() => store.show({ kind: 'import_credentials', pastes: true })}>
        {words.paste}
      </Button>
      <span className="secondary">{words.pasteHint}</span>
    </p>
  );
}

/** Saves what the form holds; null where that was refused. `secret`: where that of a new one comes from. */
function useSaving(
  credential: CredentialView | null,
  draft: CredentialDraft,
  secret: ReturnType<typeof secretOf>,
) {
  const { call, window: store } = useApp();
  return async () => {
    const common = factsOf(draft);
    if (credential !== null) {
      const manner = { subject: SUBJECT, said: said.credentialSaved(common.label) };
      return call('credentialEdit', { ...common, credentialId: credential.id }, manner);
    }
    if (secret === null) return null;
    const identity = {
      ...common,
      clientId: draft.clientId.trim(),
      accessType: draft.accessType,
      environmentId: draft.environmentId,
    };
    const manner = { subject: SUBJECT, said: said.credentialAdded(common.label) };
    const added =
      'command' in secret
        ? await call('credentialAddFetched', { ...identity, ...secret }, manner)
        : await call('credentialAdd', { ...identity, ...secret }, manner);
    if (added === null) return null;
    store.patch({ addedId: added.credentialId });
    store.open(added.credentialId);
    return added;
  };
}
