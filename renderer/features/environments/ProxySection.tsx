// How an environment is reached, as it is and as a person may change it. A password of a proxy is typed
// in main's own window, never here.
import { useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { proxyModeWords, proxyWords as words } from './en-proxy.ts';
import { proxyAddress } from '../../model/proxy-address.ts';
import { hasProxyErrors, proxyDraftOf, proxyInputOf } from './proxy-draft.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { ProxyFields } from './ProxyFields.tsx';
import { SectionForm } from './SectionForm.tsx';

interface Props {
  readonly environment: EnvironmentView;
  readonly subject: string;
}

export function ProxySection({ environment, subject }: Props): ReactNode {
  const { call } = useApp();
  const [editing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const { proxy, builtIn } = environment;
  const asItIs = proxyInputOf(proxyDraftOf(environment));
  if (editing) {
    const close = (): void => {
      setEditing(false);
      setWasEdited(true);
    };
    return <ProxyForm environment={environment} subject={subject} onClose={close} />;
  }
  return (
    <>
      <h3>{words.title}</h3>
      {builtIn ? (
        <p className="secondary">{words.builtIn}</p>
      ) : (
        <>
          {proxy.mode === 'manual' ? (
            <p className="wrap">
              {(proxy.protocol === 'socks5' ? words.throughSocks5 : words.through)(
                proxyAddress(proxy),
              )}
            </p>
          ) : (
            <p>{proxyModeWords[proxy.mode][0]}</p>
          )}
          {proxy.userName !== null && <p className="wrap">{words.signsIn(proxy.userName)}</p>}
          <p className="secondary">
            {proxy.mode === 'system' && proxy.loopback ? words.loopback : words.sees}
          </p>
          <div className="field-row">
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form it opened is gone.
              autoFocus={wasEdited}
              onClick={() => setEditing(true)}
            >
              {words.change}
            </Button>
            {proxy.userName !== null && (
              <Button
                look="quiet"
                onClick={() =>
                  void call(
                    'environmentProxySet',
                    { environmentId: environment.id, proxy: asItIs, askPassword: true },
                    { subject, said: said.proxyPasswordSet(environment.name) },
                  )
                }
              >
                {words.changePassword}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

function ProxyForm({
  environment,
  subject,
  onClose,
}: Props & { readonly onClose: () => void }): ReactNode {
  const { call } = useApp();
  const [draft, setDraft] = useState(proxyDraftOf(environment));
  const [submitted, setSubmitted] = useState(false);
  const save = async (form: HTMLFormElement): Promise<void> => {
    setSubmitted(true);
    if (hasProxyErrors(draft)) {
      setTimeout(() => form.querySelector<HTMLElement>('[data-error] input')?.focus());
      return;
    }
    const { id: environmentId, name } = environment;
    const input = { environmentId, proxy: proxyInputOf(draft), askPassword: false };
    const manner = { subject, said: said.proxySet(name) };
    if ((await call('environmentProxySet', input, manner)) !== null) onClose();
  };
  return (
    <SectionForm
      title={words.title}
      saveWord={words.save}
      onSave={(form) => void save(form)}
      onClose={onClose}
    >
      <ProxyFields draft={draft} submitted={submitted} withSignIn onChange={setDraft} />
    </SectionForm>
  );
}
