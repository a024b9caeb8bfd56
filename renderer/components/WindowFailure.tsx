// The last failure of a subject (the window, a form, a credential), announced, until dismissed. In a sheet, only what
// failed since the sheet was opened.
import { use, type ReactNode } from 'react';
import { useApp, useFeedback } from '../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../state/feedback.ts';
import { FailuresBefore } from './failures-before.ts';
import { FailureNotice } from './FailureNotice.tsx';

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
