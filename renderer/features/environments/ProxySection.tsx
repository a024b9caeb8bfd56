// How an environment is reached: the fields, where a person names a proxy, and as it is. A password of a proxy is typed
// in main's own window, never here.
import type { ReactNode } from 'react';
import { proxyModes, proxyProtocols } from '../../../electron/shared/words.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { Radios, TextField } from '../../components/Field.tsx';
import { proxyModeWords, proxyProtocolWords, proxyWords as words } from './en-proxy.ts';
import { proxyAddress } from '../../model/proxy-address.ts';
import {
  hasProxyErrors,
  proxyDraftOf,
  proxyErrors,
  proxyInputOf,
  type ProxyDraft,
} from './proxy-draft.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { ChangeableSection, SUBJECT, type SectionProps } from './SectionForm.tsx';

export function ProxyFields(props: {
  readonly draft: ProxyDraft;
  readonly submitted: boolean;
  /** Whether a name to sign in as may be given here. */
  readonly withSignIn: boolean;
  readonly onChange: (draft: ProxyDraft) => void;
}): ReactNode {
  const { draft, submitted, onChange } = props;
  const errors = proxyErrors(draft);
  return (
    <>
      <Radios
        legend={words.legend}
        options={proxyModes.map((mode) => [mode, ...proxyModeWords[mode]])}
        chosen={draft.mode}
        onChoose={(mode) => onChange({ ...draft, mode })}
      />
      {draft.mode === 'manual' && (
        <>
          <Radios
            legend={words.protocolLegend}
            options={proxyProtocols.map((each) => [each, ...proxyProtocolWords[each]])}
            chosen={draft.protocol}
            onChoose={(protocol) => onChange({ ...draft, protocol })}
          />
          <div className="columns">
            <TextField
              label={words.host}
              hint={words.hostHint}
              error={submitted ? errors.host : null}
              className="mono"
              value={draft.host}
              required
              maxLength={253}
              onChange={(event) => onChange({ ...draft, host: event.currentTarget.value })}
            />
            <TextField
              label={words.port}
              error={submitted ? errors.port : null}
              className="mono"
              inputMode="numeric"
              value={draft.port}
              required
              maxLength={5}
              onChange={(event) => onChange({ ...draft, port: event.currentTarget.value })}
            />
          </div>
          {props.withSignIn ? (
            <TextField
              label={words.userName}
              hint={draft.userName.trim() === '' ? words.userNameHint : words.passwordNote}
              value={draft.userName}
              maxLength={128}
              onChange={(event) => onChange({ ...draft, userName: event.currentTarget.value })}
            />
          ) : (
            <p className="secondary">{words.signInLater}</p>
          )}
        </>
      )}
    </>
  );
}

export function ProxySection({ environment }: SectionProps): ReactNode {
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
          subject: SUBJECT,
          said: said.proxySet(environment.name),
        });
      }}
      renderFields={(draft, onChange, submitted) => (
        <ProxyFields {...{ draft, submitted, onChange }} withSignIn />
      )}
      beside={
        proxy.userName !== null && (
          <CallButton
            call="environmentProxySet"
            input={{ environmentId, proxy: proxyInputOf(asItIs), askPassword: true }}
            said={said.proxyPasswordSet(environment.name)}
            subject={SUBJECT}
            look="quiet"
          >
            {words.changePassword}
          </CallButton>
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
