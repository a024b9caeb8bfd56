// How an environment is reached, as it is and as a person may change it. A password of a proxy is typed
// in main's own window, never here.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { proxyModeWords, proxyWords as words } from './en-proxy.ts';
import { proxyAddress } from '../../model/proxy-address.ts';
import { hasProxyErrors, proxyDraftOf, proxyInputOf } from './proxy-draft.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { ProxyFields } from './ProxyFields.tsx';
import { ChangeableSection, type SectionProps } from './SectionForm.tsx';

export function ProxySection({ environment, subject }: SectionProps): ReactNode {
  const { call } = useApp();
  const { id: environmentId, proxy, builtIn } = environment;
  const asItIs = proxyDraftOf(environment);
  if (builtIn) {
    return (
      <>
        <h3>{words.title}</h3>
        <p className="secondary">{words.builtIn}</p>
      </>
    );
  }
  return (
    <ChangeableSection
      change={words.change}
      title={words.title}
      submit={words.save}
      draft={asItIs}
      send={(draft) => {
        if (hasProxyErrors(draft)) return null;
        const input = { environmentId, proxy: proxyInputOf(draft), askPassword: false };
        return call('environmentProxySet', input, {
          subject,
          said: said.proxySet(environment.name),
        });
      }}
      renderFields={(draft, onChange, submitted) => (
        <ProxyFields {...{ draft, submitted, onChange }} withSignIn />
      )}
      beside={
        proxy.userName !== null && (
          <Button
            look="quiet"
            onClick={() =>
              void call(
                'environmentProxySet',
                { environmentId, proxy: proxyInputOf(asItIs), askPassword: true },
                { subject, said: said.proxyPasswordSet(environment.name) },
              )
            }
          >
            {words.changePassword}
          </Button>
        )
      }
    >
      <h3>{words.title}</h3>
      {proxy.mode === 'manual' ? (
        <p className="wrap">
          {(proxy.protocol === 'socks5' ? words.throughSocks5 : words.through)(proxyAddress(proxy))}
        </p>
      ) : (
        <p>{proxyModeWords[proxy.mode][0]}</p>
      )}
      {proxy.userName !== null && <p className="wrap">{words.signsIn(proxy.userName)}</p>}
      <p className="secondary">
        {proxy.mode === 'system' && proxy.loopback ? words.loopback : words.sees}
      </p>
    </ChangeableSection>
  );
}
