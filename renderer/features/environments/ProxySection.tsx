// How an environment is reached: the fields, where a person names a proxy, and as it is. A password of a proxy is typed
// in main's own window, never here.
import type { ReactNode } from 'react';
import {
  proxyModes,
  proxyProtocols,
  type ProxyMode,
  type ProxyProtocol,
} from '../../../electron/shared/words.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { Radios, TextField } from '../../components/Field.tsx';
import { proxyModeWords, proxyProtocolWords, proxyWords as words } from './en-proxy.ts';
import { proxyAddress } from '../../model/proxy-address.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { ChangeableSection, SUBJECT, type SectionProps } from './SectionForm.tsx';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { CallInput } from '../../../electron/shared/ipc-contract.ts';

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

/** What is typed about a proxy before main checks it: which fields are missing, and what is sent. Pure. */
interface ProxyDraft {
  readonly mode: ProxyMode;
  readonly protocol: ProxyProtocol;
  readonly host: string;
  readonly port: string;
  readonly userName: string;
}

export const freshProxy: ProxyDraft = {
  mode: 'system',
  protocol: 'http',
  host: '',
  port: '',
  userName: '',
};

function proxyDraftOf({ proxy }: EnvironmentView): ProxyDraft {
  const { mode, protocol = 'http', host, port, userName } = proxy;
  return {
    mode,
    protocol,
    host: host ?? '',
    port: port === null ? '' : String(port),
    userName: userName ?? '',
  };
}

interface ProxyErrors {
  readonly host: string | null;
  readonly port: string | null;
}

function proxyErrors({ mode, host, port }: ProxyDraft): ProxyErrors {
  if (mode !== 'manual') return { host: null, port: null };
  const isPort = /^[1-9]\d{0,4}$/.test(port.trim()) && Number(port) <= 65_535;
  return {
    host: host.trim() === '' ? words.hostError : null,
    port: isPort ? null : words.portError,
  };
}

export function hasProxyErrors(draft: ProxyDraft): boolean {
  const { host, port } = proxyErrors(draft);
  return host !== null || port !== null;
}

/** Of a draft without errors. */
export function proxyInputOf(draft: ProxyDraft): CallInput<'environmentProxySet'>['proxy'] {
  const { mode, protocol, host, port, userName } = draft;
  if (mode !== 'manual') return { mode };
  const name = userName.trim();
  return {
    mode,
    ...(protocol === 'http' ? {} : { protocol }),
    host: host.trim(),
    port: Number(port),
    userName: name === '' ? null : name,
  };
}
