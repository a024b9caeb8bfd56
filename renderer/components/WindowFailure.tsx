// The last failure of a subject (the window, a form, a credential), announced, until dismissed. In a sheet, only what
// failed since the sheet was opened.
import { use, type ReactNode, createContext } from 'react';
import { useApp, useFeedback } from '../state/app-context.tsx';
import { WINDOW_SUBJECT, type Feedback } from '../state/feedback.ts';
import { FailureNotice } from './FailureNotice.tsx';

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
