// What can be taken out: the vault as it is, sealed, or a list of its credentials without anything that
// could be used. Main asks where each goes; no path comes here.
import { useId, useState, type ReactNode } from 'react';
import type { InventoryFormat } from '../../../electron/shared/import-export/import-view.ts';
import { EXPORT_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { ShowSaved } from '../../components/ShowSaved.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { exportWords as words } from './en-import-export.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { transferSaid } from '../../i18n/en-said.ts';

export function ExportSheet(props: ViewSheetProps): ReactNode {
  const { call } = useApp();
  const [saved, setSaved] = useState<string | null>(null);
  const busy = usePending(['vaultCopySave', 'inventoryExport'], EXPORT_SUBJECT);
  const tell = (what: string): string => {
    setSaved(what);
    return what;
  };
  const copy = (): void => {
    setSaved(null);
    void call('vaultCopySave', undefined, {
      subject: EXPORT_SUBJECT,
      said: ({ bytes }) => tell(transferSaid.copied(bytes)),
    });
  };
  const list = (format: InventoryFormat): void => {
    setSaved(null);
    void call(
      'inventoryExport',
      { format },
      {
        subject: EXPORT_SUBJECT,
        said: ({ credentials }) => tell(transferSaid.listed(credentials)),
      },
    );
  };
  const slots = props.view.openVault?.slots ?? [];
  return (
    <Sheet title={words.title} onClose={props.onClose} wide>
      {!props.view.inMemory && (
        <Part title={words.copy}>
          <p>{words.copyLead}</p>
          <p>{words.opens(slots)}</p>
          <p className="secondary">{words.restore}</p>
          <div className="actions">
            <Button busy={busy} onClick={copy}>
              {words.saveCopy}
            </Button>
          </div>
        </Part>
      )}
      <Part title={words.inventory}>
        <p>{words.inventoryLead}</p>
        <p className="secondary">{words.plain}</p>
        <div className="actions">
          <Button busy={busy} onClick={() => list('csv')}>
            {words.csv}
          </Button>
          <Button busy={busy} onClick={() => list('json')}>
            {words.json}
          </Button>
        </div>
      </Part>
      <SheetFailure subject={EXPORT_SUBJECT} />
      <SheetFoot onClose={props.onClose}>
        <span>{saved}</span>
        <ShowSaved saved={saved !== null} />
        <span className="spring" />
      </SheetFoot>
    </Sheet>
  );
}

/** One part of the sheet: its heading beside what belongs to it, and in view as long as that is. */
function Part(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h3 id={id}>{props.title}</h3>
      <div>{props.children}</div>
    </section>
  );
}
