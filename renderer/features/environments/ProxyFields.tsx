// The choice of how an environment is reached, and the proxy's host and port where a person names one.
import type { ReactNode } from 'react';
import { proxyModes, proxyProtocols } from '../../../electron/shared/words.ts';
import { Choice, Choices, TextField } from '../../components/Field.tsx';
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
      <Choices legend={words.legend}>
        {proxyModes.map((mode) => (
          <Choice
            key={mode}
            type="radio"
            name="proxy-mode"
            label={proxyModeWords[mode][0]}
            note={proxyModeWords[mode][1]}
            checked={draft.mode === mode}
            onChange={() => onChange({ ...draft, mode })}
          />
        ))}
      </Choices>
      {draft.mode === 'manual' && (
        <>
          <Choices legend={words.protocolLegend}>
            {proxyProtocols.map((protocol) => (
              <Choice
                key={protocol}
                type="radio"
                name="proxy-protocol"
                label={proxyProtocolWords[protocol][0]}
                note={proxyProtocolWords[protocol][1]}
                checked={draft.protocol === protocol}
                onChange={() => onChange({ ...draft, protocol })}
              />
            ))}
          </Choices>
          <div className="field-pair">
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
