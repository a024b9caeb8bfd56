// What was imported, and what is left in the clear where it came from: the part that people forget.
import { useEffect, useRef, type ReactNode } from 'react';
import type { ImportDone } from '../../../electron/shared/import-export/import-view.ts';
import { transferSaid } from './en-said-import.ts';
import { importWords as words } from './en-import-export.ts';

export function ImportOutcome(props: {
  readonly done: ImportDone;
  readonly fileName: string;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {transferSaid.done(props.done)}
      </h3>
      <p>{words.next}</p>
      <div className="notice">
        <div>
          <p>
            <strong>{words.plain(props.fileName)}</strong>
          </p>
          <p>{words.plainTodo}</p>
        </div>
      </div>
    </>
  );
}
