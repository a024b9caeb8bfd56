// The last failure of a sheet, announced, until dismissed or until the sheet is closed: the next one may be
// about another credential or environment, of which it would not be true.
import { useEffect, type ReactNode } from 'react';
import { useApp } from '../state/app-context.tsx';
import { WindowFailure } from './WindowFailure.tsx';

export function SheetFailure({ subject }: { readonly subject: string }): ReactNode {
  const { feedback } = useApp();
  useEffect(() => () => feedback.clear(subject), [feedback, subject]);
  return <WindowFailure subject={subject} />;
}
