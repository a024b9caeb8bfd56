// What can be taken out: the vault as it is, sealed, or a list of its credentials without anything that
// could be used. Main asks where each goes; no path comes here.
import { useId, useState, type ReactNode } from 'react';
import { inventoryFormats } from '../../../electron/shared/import-export/import-view.ts';
import { EXPORT_SUBJECT } from '../../bridge/feedback.ts';
import { CallButton, ShowSaved } from '../../components/CallButton.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { exportWords as words } from './en-import-export.ts';
import { usePending } from '../../state/app-context.tsx';
import { transferSaid } from '../../i18n/en-said.ts';

export function ExportSheet({ view }: ViewSheetProps): ReactNode {
  const [saved, setSaved] = useState<string | null>(null);
  const busy = usePending(['vaultCopySave', 'inventoryExport'], EXPORT_SUBJECT);
  const tell = (what: string): string => {
    setSaved(what);
    return what;
  };
  const about = { subject: EXPORT_SUBJECT, busy, onClick: () => setSaved(null) };
  const slots = view.openVault?.slots ?? [];
  return (
    <Sheet title={words.title} wide>
      {!view.inMemory && (
        <Part title={words.copy}>
          <p>{words.copyLead}</p>
          <p>{words.opens(slots)}</p>
          <p className="secondary">{words.restore}</p>
          <div className="actions">
            <CallButton
              {...about}
              call="vaultCopySave"
              said={({ bytes }) => tell(transferSaid.copied(bytes))}
            >
              {words.saveCopy}
            </CallButton>
          </div>
        </Part>
      )}
      <Part title={words.inventory}>
        <p>{words.inventoryLead}</p>
        <p className="secondary">{words.plain}</p>
        <div className="actions">
          {inventoryFormats.map((format) => (
            <CallButton
              {...about}
              key={format}
              call="inventoryExport"
              input={{ format }}
              said={({ credentials }) => tell(transferSaid.listed(credentials))}
            >
              {words[format]}
            </CallButton>
          ))}
        </div>
      </Part>
      <SheetFailure subject={EXPORT_SUBJECT} />
      <SheetFoot>
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
