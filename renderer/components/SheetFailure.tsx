// The last failure of a sheet, announced and brought into sight, until dismissed or until the sheet is closed:
// the next one may be about another credential or environment, of which it would not be true.
import { useEffect, useRef, type ReactNode } from 'react';
import { useApp, useFeedback } from '../state/app-context.tsx';
import { WindowFailure } from './WindowFailure.tsx';

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
