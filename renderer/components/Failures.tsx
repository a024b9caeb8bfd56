// The last failure of a subject (the window, a form, a credential), announced, until dismissed: on the screens before a
// vault is open, over the panes, and in a sheet, which shows only what failed since it was opened.
import { use, type ReactNode, createContext, useEffect, useRef } from 'react';
import { useApp, useFeedback } from '../state/app-context.tsx';
import { WINDOW_SUBJECT, type Feedback } from '../bridge/feedback.ts';
import { FailureNotice } from './FailureNotice.tsx';
import type { Failure } from '../../electron/shared/failures/failure.ts';

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
