// How an environment is reached, as it is and as a person may change it. A password of a proxy is typed
// in main's own window, never here.
import { useRef, useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';
import { proxyModeWords, proxyWords as words } from '../../i18n/en-proxy.ts';
import { hasProxyErrors, proxyDraftOf, proxyInputOf } from '../../model/proxy-draft.ts';
import { useApp } from '../../state/app-context.tsx';
import { ProxyFields } from './ProxyFields.tsx';

interface Props {
  readonly environment: EnvironmentView;
  readonly subject: string;
}

export function ProxySection({ environment, subject }: Props): ReactNode {
  const { commands } = useApp();
  const [editing, setEditing] = useState(false);
  const { proxy, builtIn } = environment;
  const asItIs = proxyInputOf(proxyDraftOf(environment));
  if (editing) {
    const close = (): void => setEditing(false);
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
            <p className="wrap">{words.through(addressOf(proxy))}</p>
          ) : (
            <p>{proxyModeWords[proxy.mode][0]}</p>
          )}
          {proxy.userName !== null && <p className="wrap">{words.signsIn(proxy.userName)}</p>}
          <p className="secondary">
            {proxy.mode === 'system' && proxy.loopback ? words.loopback : words.sees}
          </p>
          <div className="field-row">
            <Button onClick={() => setEditing(true)}>{words.change}</Button>
            {proxy.userName !== null && (
              <Button
                look="quiet"
                onClick={() => void commands.changeProxyPassword(subject, environment, asItIs)}
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

function addressOf({ host, port }: EnvironmentView['proxy']): string {
  return `${host?.includes(':') === true ? `[${host}]` : (host ?? '')}:${port ?? ''}`;
}

function ProxyForm({
  environment,
  subject,
  onClose,
}: Props & { readonly onClose: () => void }): ReactNode {
  const { commands } = useApp();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(proxyDraftOf(environment));
  const [submitted, setSubmitted] = useState(false);
  const save = async (): Promise<void> => {
    setSubmitted(true);
    if (hasProxyErrors(draft)) {
      setTimeout(() => form.current?.querySelector<HTMLElement>('[data-error] input')?.focus());
      return;
    }
    if (await commands.setProxy(subject, environment, proxyInputOf(draft))) onClose();
  };
  return (
    <form
      ref={form}
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{words.title}</h3>
      <ProxyFields draft={draft} submitted={submitted} withSignIn onChange={setDraft} />
      <div className="field-row">
        <Button look="primary" submit>
          {words.save}
        </Button>
        <Button onClick={onClose}>{en.verbs.cancel}</Button>
      </div>
    </form>
  );
}
