// The last failure of a subject (the window, a form, a credential), announced, until dismissed: on the screens before a
// vault is open, over the panes, and in a sheet, which shows only what failed since it was opened.
import { use, type ReactNode, createContext, useEffect, useRef } from 'react';
import { useApp, useFeedback } from '../state/app-context.tsx';
import { WINDOW_SUBJECT, type Feedback } from '../bridge/feedback.ts';
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
import { Notice, Told } from './Notice.tsx';
import { NextTry } from './Time.tsx';

/** What had failed when a sheet was opened: a sheet that is fresh shows no old failure. Null outside of sheets. */
export const FailuresBefore = createContext<Feedback['failures'] | null>(null);

export function WindowFailure(props: { readonly subject?: string }): ReactNode {
  const subject = props.subject ?? WINDOW_SUBJECT;
  const { feedback } = useApp();
  const before = use(FailuresBefore);
  const shown = useFeedback(({ failures }) => failures.get(subject));
  if (shown === undefined || shown === before?.get(subject)) return null;
  return (
    <FailureNotice
      key={shown.atMs}
      failure={shown.failure}
      news
      onDismiss={() => feedback.clear(subject)}
    />
  );
}

export function SheetFailure({ subject }: { readonly subject: string }): ReactNode {
  const { feedback } = useApp();
  const place = useRef<HTMLDivElement>(null);
  const atMs = useFeedback(({ failures }) => failures.get(subject)?.atMs);
  useEffect(() => () => feedback.clear(subject), [feedback, subject]);
  useEffect(() => {
    // What was pressed may stand a screen away from it.
    if (atMs !== undefined) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [atMs]);
  if (atMs === undefined) return null;
  return (
    <div ref={place}>
      <WindowFailure subject={subject} />
    </div>
  );
}

export function GateFailure({ failure }: { readonly failure: Failure | null }): ReactNode {
  const told = useFeedback(({ failures }) => failures.has(WINDOW_SUBJECT));
  return failure === null || told ? <WindowFailure /> : <FailureNotice failure={failure} news />;
}

/**
 * A failure in three parts (what happened, what it means, what to do) with the facts beneath, ready to
 * be copied. Announced at once as an alert where it is news.
 */
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
      <Told says={[what, means, todo]} news={props.news} />
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
