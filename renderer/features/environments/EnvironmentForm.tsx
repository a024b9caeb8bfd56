// Adding an environment: a name, how careful to be, two addresses, and an own authority if it has one.
import { useState, type ReactNode } from 'react';
import type { AuthorityView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { FormSheet } from '../../components/FormSheet.tsx';
import { forms } from '../../i18n/en-forms.ts';
import { said } from '../../i18n/en-said.ts';
import { freshProxy, hasProxyErrors, proxyInputOf } from './proxy-draft.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { checkAddress } from '../../actions/shared-calls.ts';
import { AuthorityFacts } from './AuthoritySection.tsx';
import { nameErrorOf } from './NameSection.tsx';
import { PlaceFields, type Place } from './PlaceFields.tsx';
import { ProxyFields } from './ProxyFields.tsx';

const SUBJECT = 'environment-form';
const words = forms.environment;

export function EnvironmentForm(props: {
  /** It was missed somewhere else, which goes on with it; else it is shown in the list. */
  readonly onAdded?: (environmentId: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { onAdded, onClose } = props;
  const { call, quietly, window: store, focusPoints } = useApp();
  const [name, setName] = useState('');
  const [place, setPlace] = useState<Place>({ kind: 'sandbox', baseUrl: '', tradeUrl: '' });
  const [authority, setAuthority] = useState<AuthorityView | null>(null);
  const [proxy, setProxy] = useState(freshProxy);
  const [advanced, setAdvanced] = useState(false);
  const nameError = nameErrorOf(name, useView((view) => view.environments) ?? []);

  const add = async () => {
    // Asked here once more: the person may be quicker than the check beside the field.
    const { baseUrl, tradeUrl } = place;
    const checks = await Promise.all(
      [baseUrl, tradeUrl].map((each) => checkAddress(quietly, each)),
    );
    const addressWrong = checks.some((check) => check === null || check.reason !== null);
    if (hasProxyErrors(proxy)) setAdvanced(true);
    if (nameError !== null || addressWrong || hasProxyErrors(proxy)) return null;
    const input = {
      name: name.trim(),
      ...place,
      authorityHandle: authority?.handle ?? null,
      proxy: proxyInputOf(proxy),
    };
    const added = await call('environmentAdd', input, {
      subject: SUBJECT,
      said: said.environmentAdded(input.name),
    });
    if (added === null) return null;
    const { environmentId } = added;
    if (onAdded !== undefined) onAdded(environmentId);
    else {
      store.patch({ filter: { kind: 'environment', environmentId }, search: '', pane: 'list' });
      // Where its first credential is added.
      setTimeout(() => focusPoints.focus('next_step'));
    }
    return added;
  };

  return (
    <FormSheet
      title={words.add}
      subject={SUBJECT}
      submit={words.submit}
      onSubmit={add}
      onClose={onClose}
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
          <PlaceFields place={place} submitted={submitted} onChange={setPlace} />
          <details
            className="fold"
            open={advanced}
            onToggle={(event) => setAdvanced(event.currentTarget.open)}
          >
            <summary>{words.advanced}</summary>
            <ProxyFields
              draft={proxy}
              submitted={submitted}
              withSignIn={false}
              onChange={setProxy}
            />
            <AuthorityField authority={authority} onChange={setAuthority} />
          </details>
        </>
      )}
    </FormSheet>
  );
}

function AuthorityField(props: {
  readonly authority: AuthorityView | null;
  readonly onChange: (authority: AuthorityView | null) => void;
}): ReactNode {
  const { authority, onChange } = props;
  const { call } = useApp();
  const choose = async (): Promise<void> => {
    const chosen = await call('environmentChooseAuthority', undefined, { subject: SUBJECT });
    if (chosen !== null) onChange(chosen);
  };
  return (
    <div className="field">
      <p className="field-label">{words.authority}</p>
      {authority !== null && <AuthorityFacts authority={authority} />}
      <div className="actions">
        <Button onClick={() => void choose()}>{words.chooseAuthority}</Button>
        {authority !== null && (
          <Button look="quiet" onClick={() => onChange(null)}>
            {words.dropAuthority}
          </Button>
        )}
      </div>
      <div className="field-hint">{words.authorityHint}</div>
    </div>
  );
}
