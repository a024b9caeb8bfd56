// The ways out beside a failure of a credential: trust in an authority, what failed once more, another secret, a diagnosis.
// Each but the first is an action of the list, and is left out where the action is refused.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { Failure } from '../../electron/shared/failures/failure.ts';
import type { ActionName } from '../actions/actions.ts';
import { en } from '../i18n/en.ts';
import { useApp } from '../state/app-context.tsx';
import { getToken } from '../actions/shared-calls.ts';
import { tokenFor } from '../model/token-standing.ts';
import { ActionButton } from './ActionButton.tsx';
import { Button } from './Button.tsx';

/** By the call that failed: nothing is offered for what never left this machine. */
const again: Readonly<Record<string, ActionName>> = {
  token: 'get_or_renew',
  'identity check': 'check',
  positions: 'check',
  revoke: 'revoke',
};

/** What a server may say because of the secret; a web page was written by somebody else. */
const mayBeSecret = ({ code, facts }: Failure): boolean =>
  facts?.call === 'token' &&
  (code === 'invalid_client' || (code === 'http_error' && facts.about !== 'text/html'));

/** An authority can be added to the environment. */
const UNTRUSTED: ReadonlySet<string> = new Set(['tls_unknown_authority', 'tls_authority_expired']);
export const isUntrusted = ({ code }: Failure): boolean => UNTRUSTED.has(code);

export function WaysOut(props: {
  readonly credential: CredentialView;
  readonly failure: Failure;
  /** Where the diagnosis itself is shown. */
  readonly inDiagnosis?: boolean;
}): ReactNode {
  const { credential, failure, inDiagnosis = false } = props;
  const { call, window: store } = useApp();
  const about = { credential };
  const { call: failed, scopes = [] } = failure.facts ?? {};
  const name = failed === undefined ? undefined : again[failed];
  if (name === undefined && !isUntrusted(failure)) return null;
  // With the scopes that were asked for, not with those that are preselected.
  const asked = credential.registeredScopes.filter((scope) => scopes.includes(scope));
  const asksAnew =
    name === 'get_or_renew' && asked.length > 0 && tokenFor(credential, 'renew') === null;
  return (
    <div className="actions">
      {isUntrusted(failure) && (
        <Button
          onClick={() =>
            store.show({ kind: 'environment', environmentId: credential.environmentId })
          }
        >
          {en.failure.trust}
        </Button>
      )}
      {!inDiagnosis && name !== undefined && (
        <ActionButton
          name={name}
          about={about}
          look="plain"
          onlyWherePossible
          face={en.failure.again}
          {...(asksAnew ? { run: () => void getToken(call, credential, asked) } : {})}
        />
      )}
      {mayBeSecret(failure) && (
        <ActionButton name="replace_secret" about={about} look="plain" onlyWherePossible />
      )}
      {!inDiagnosis && <ActionButton name="diagnose" about={about} look="plain" />}
    </div>
  );
}
