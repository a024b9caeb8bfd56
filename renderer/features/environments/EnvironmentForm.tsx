// Adding an environment: a name, how careful to be, two addresses, and an own authority if it has one.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AuthorityView } from '../../../electron/shared/environments/environment-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import type { WindowCalls } from '../../bridge/call.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { FormSheet } from '../../components/Sheet.tsx';
import { FailureNotice } from '../../components/Failures.tsx';
import { isUntrusted } from '../../components/WaysOut.tsx';
import { en } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { said } from '../../i18n/en-said.ts';
import { freshProxy, hasProxyErrors, proxyInputOf, ProxyFields } from './ProxySection.tsx';
import { useApp } from '../../state/app-context.tsx';
import { checkAddress } from '../../actions/shared-calls.ts';
import { AuthorityFacts } from './AuthoritySection.tsx';
import { nameErrorOf } from './NameSection.tsx';
import { PlaceFields, type Place } from './PlaceSection.tsx';

const SUBJECT = 'environment-form';
const words = forms.environment;

/** Shows an environment in the list, where its first credential is added. */
function useShowInList(): (environmentId: string) => void {
  const { window: store, focusPoints } = useApp();
  return (environmentId) => {
    store.patch({ filter: { kind: 'environment', environmentId }, search: '', pane: 'list' });
    setTimeout(() => focusPoints.focus('next_step'));
  };
}

export function EnvironmentForm(props: {
  readonly view: AppView;
  /** It was missed in another form, in whose place this stands, and which goes on with it; else it is shown in the list. */
  readonly onAdded?: (environmentId: string) => void;
  readonly onClose?: () => void;
}): ReactNode {
  const showInList = useShowInList();
  const { call, quietly, window: store } = useApp();
  const { onAdded = showInList, onClose = store.close } = props;
  const [name, setName] = useState('');
  const [place, setPlace] = useState<Place>({ kind: 'sandbox', baseUrl: '', tradeUrl: '' });
  const [authority, setAuthority] = useState<AuthorityView | null>(null);
  const [proxy, setProxy] = useState(freshProxy);
  const [advanced, setAdvanced] = useState(false);
  const [unreached, setUnreached] = useState<Failure | null>(null);
  const nameError = nameErrorOf(name, props.view.environments);

  const edited =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setUnreached(null);
      set(value);
    };
  const trust = async (): Promise<void> => {
    const chosen = await call('environmentChooseAuthority', undefined, { subject: SUBJECT });
    if (chosen === null) return;
    setAdvanced(true);
    edited(setAuthority)(chosen);
  };

  const add = async (anyway: boolean) => {
    setUnreached(null);
    const areAddresses = await areRight(quietly, place);
    if (hasProxyErrors(proxy)) setAdvanced(true);
    if (nameError !== null || !areAddresses || hasProxyErrors(proxy)) return null;
    const input = {
      name: name.trim(),
      ...place,
      authorityHandle: authority?.handle ?? null,
      proxy: proxyInputOf(proxy),
      anyway,
    };
    const added = await call('environmentAdd', input, {
      subject: SUBJECT,
      said: (answer) => ('unreached' in answer ? null : said.environmentAdded(input.name)),
    });
    if (added === null || 'unreached' in added) {
      setUnreached(added?.unreached ?? null);
      return null;
    }
    onAdded(added.environmentId);
    return added;
  };

  return (
    <FormSheet
      title={words.add}
      subject={SUBJECT}
      submit={words.submit}
      onSubmit={() => add(false)}
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
          <PlaceFields place={place} submitted={submitted} onChange={edited(setPlace)} />
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
              onChange={edited(setProxy)}
            />
            <AuthorityField
              authority={authority}
              onChoose={() => void trust()}
              onDrop={() => edited(setAuthority)(null)}
            />
          </details>
          {unreached !== null && (
            <Unreached
              failure={unreached}
              onTrust={() => void trust()}
              onAddAnyway={() => void add(true).then((added) => added && onClose())}
            />
          )}
        </>
      )}
    </FormSheet>
  );
}

/** Asked once more: the person may be quicker than the check beside the field. */
async function areRight(
  quietly: WindowCalls['quietly'],
  { baseUrl, tradeUrl }: Place,
): Promise<boolean> {
  const checks = await Promise.all([baseUrl, tradeUrl].map((each) => checkAddress(quietly, each)));
  return checks.every((check) => check !== null && check.reason === null);
}

/** What the test of its servers failed with. */
function Unreached(props: {
  readonly failure: Failure;
  readonly onTrust: () => void;
  readonly onAddAnyway: () => void;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may stand below what is in sight of the form. Chromium answers with a promise, which is no clean-up.
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const ways = (
    <div className="actions">
      {isUntrusted(props.failure) && <Button onClick={props.onTrust}>{en.failure.trust}</Button>}
      <Button onClick={props.onAddAnyway}>{words.anyway}</Button>
    </div>
  );
  return (
    <div ref={place}>
      <FailureNotice failure={props.failure} news when={words.notAdded} ways={ways} />
    </div>
  );
}

function AuthorityField(props: {
  readonly authority: AuthorityView | null;
  readonly onChoose: () => void;
  readonly onDrop: () => void;
}): ReactNode {
  const { authority, onChoose, onDrop } = props;
  return (
    <div className="field">
      <p className="field-label">{words.authority}</p>
      {authority !== null && <AuthorityFacts authority={authority} />}
      <div className="actions">
        <Button onClick={onChoose}>{words.chooseAuthority}</Button>
        {authority !== null && (
          <Button look="quiet" onClick={onDrop}>
            {words.dropAuthority}
          </Button>
        )}
      </div>
      <div className="field-hint secondary">{words.authorityHint}</div>
    </div>
  );
}
