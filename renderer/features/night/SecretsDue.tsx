// The longer view behind the night strip: client secrets that are to be replaced in the next 90 days, each with the
// way into its rotation.
import { useMemo, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { dateOf } from '../../../electron/shared/health/secret-due.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { secretDueWords as words } from '../health/en-secret-due.ts';
import { nightWords } from './en-night.ts';
import { secretsDue } from './night.ts';

const SHOWN = 50;

export function SecretsDue(props: {
  readonly credentials: readonly CredentialView[];
  readonly nowMs: number;
}): ReactNode {
  const { credentials, nowMs } = props;
  const due = useMemo(() => secretsDue(credentials, nowMs), [credentials, nowMs]);
  const hidden = due.length - SHOWN;
  return (
    <>
      <h3 className="night-heading">{words.longer}</h3>
      {due.length === 0 ? (
        <p className="secondary">{words.nothingLonger}</p>
      ) : (
        <ol className="night-list night-secrets">
          {due.slice(0, SHOWN).map(({ credential, atMs }) => (
            <li key={credential.id}>
              <span className="figure">{dateOf(atMs)}</span>
              <span className="wrap">
                {credential.label}
                {atMs <= nowMs && <span className="warn"> {words.overdue}</span>}
              </span>
              <ActionButton
                name="rotate_secret"
                about={{ credential }}
                look="plain"
                className="button-small"
                of={`: ${credential.label}`}
              />
            </li>
          ))}
          {hidden > 0 && <li className="secondary">{nightWords.more(hidden)}</li>}
        </ol>
      )}
    </>
  );
}
