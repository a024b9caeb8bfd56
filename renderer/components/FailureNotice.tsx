// A failure in three parts (what happened, what it means, what to do) with the facts beneath, ready to
// be copied. Announced at once as an alert where it is news.
import type { ReactNode } from 'react';
import type { Failure } from '../../electron/shared/failures/failure.ts';
import {
  failureDetails,
  failureSentence,
  failureWords,
} from '../../electron/shared/failures/failure-words.ts';
import { en } from '../i18n/en.ts';
import { CallButton } from './CallButton.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Facts } from './Facts.tsx';
import { Notice } from './Notice.tsx';
import { NextTry } from './Time.tsx';

export function FailureNotice(props: {
  readonly failure: Failure;
  /** News is announced; a failure already told is not. */
  readonly news: boolean;
  readonly when?: ReactNode;
  /** What can be done about it, as buttons. */
  readonly ways?: ReactNode;
  readonly onDismiss?: () => void;
}): ReactNode {
  const { what, means, todo } = failureWords(props.failure);
  const details = failureDetails(props.failure);
  const retryAtMs = props.failure.facts?.retryAtMs;
  const copied = [failureSentence(props.failure), ...details.map(([k, v]) => `${k}: ${v}`)];
  return (
    <Notice failure onDismiss={props.onDismiss}>
      {props.when !== undefined && <p className="secondary">{props.when}</p>}
      <div role={props.news ? 'alert' : undefined}>
        <p className="strong">{what}</p>
        {means !== '' && <p>{means}</p>}
        <p>{todo}</p>
      </div>
      {retryAtMs !== undefined && (
        <p className="secondary">
          <NextTry atMs={retryAtMs} say={en.nextTry} />
        </p>
      )}
      {props.failure.code === 'changed_on_disk' && (
        <CallButton call="vaultReopen">{en.failure.reopen}</CallButton>
      )}
      {props.ways}
      <details>
        <summary>{en.failure.details}</summary>
        <Facts of={details} mono />
        <CopyButton text={copied.join('\n')} label={en.failure.copy} />
      </details>
    </Notice>
  );
}
