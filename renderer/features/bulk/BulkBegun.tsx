// Between "it has begun" and the first snapshot that shows it: never the results of another run.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { bulkWords as words } from './en-bulk.ts';
import { en } from '../../i18n/en.ts';

export function BulkBegun(props: { readonly onClose: () => void }): ReactNode {
  return (
    <Sheet title={words.results} onClose={props.onClose}>
      <p className="secondary">{words.starting}</p>
      <div className="sheet-actions">
        <Button onClick={props.onClose}>{en.verbs.close}</Button>
      </div>
    </Sheet>
  );
}
