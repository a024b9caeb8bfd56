// The choice of how an environment is reached, and the proxy's host and port where a person names one.
import type { ReactNode } from 'react';
import { proxyModes, proxyProtocols } from '../../../electron/shared/words.ts';
import { Radios, TextField } from '../../components/Field.tsx';
import { proxyModeWords, proxyProtocolWords, proxyWords as words } from './en-proxy.ts';
import { proxyErrors, type ProxyDraft } from './proxy-draft.ts';

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
