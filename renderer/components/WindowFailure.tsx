// The last failure of a subject that is no credential (the window, a form), announced, until dismissed.
import type { ReactNode } from 'react';
import { useApp, useFeedback } from '../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../state/feedback.ts';
import { FailureNotice } from './FailureNotice.tsx';

export function WindowFailure(props: { readonly subject?: string }): ReactNode {
  const subject = props.subject ?? WINDOW_SUBJECT;
  const { feedback } = useApp();
  const shown = useFeedback(({ failures }) => failures.get(subject));
  if (shown === undefined) return null;
  return (
    <FailureNotice
      key={shown.atMs}
      failure={shown.failure}
      news
      onDismiss={() => feedback.clear(subject)}
    />
  );
}
