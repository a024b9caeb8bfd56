// What can be taken out: the vault as it is, sealed, or a list of its credentials without anything that
// could be used. Main asks where each goes; no path comes here.
import { useId, useState, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { callKey } from '../../bridge/commands.ts';
import { EXPORT_SUBJECT } from './import-export-commands.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { ShowSaved } from '../../components/ShowSaved.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { exportWords as words } from './en-import-export.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';

export function ExportSheet(props: {
  readonly view: AppView;
  readonly onClose: () => void;
}): ReactNode {
  const { commands } = useApp();
  const [saved, setSaved] = useState<string | null>(null);
  const busy = useFeedback(
    ({ pending }) =>
      pending.has(callKey('vaultCopySave', EXPORT_SUBJECT)) ||
      pending.has(callKey('inventoryExport', EXPORT_SUBJECT)),
  );
  const tell = (save: Promise<string | null>): void => {
    setSaved(null);
    void save.then(setSaved);
  };
  const slots = props.view.openVault?.slots ?? [];
  return (
    <Sheet title={words.title} onClose={props.onClose} wide>
      <Part title={words.copy}>
        <p>{words.copyLead}</p>
        <p>{words.opens(slots)}</p>
        <p className="secondary">{words.restore}</p>
        <div className="field-row">
          <Button busy={busy} onClick={() => tell(commands.saveVaultCopy())}>
            {words.saveCopy}
          </Button>
        </div>
      </Part>
      <Part title={words.inventory}>
        <p>{words.inventoryLead}</p>
        <p className="secondary">{words.plain}</p>
        <div className="field-row">
          <Button busy={busy} onClick={() => tell(commands.exportInventory('csv'))}>
            {words.csv}
          </Button>
          <Button busy={busy} onClick={() => tell(commands.exportInventory('json'))}>
            {words.json}
          </Button>
        </div>
      </Part>
      <SheetFailure subject={EXPORT_SUBJECT} />
      <div className="sheet-actions">
        <span>{saved}</span>
        <ShowSaved saved={saved !== null} />
        <span className="spring" />
        <Button look="quiet" onClick={props.onClose}>
          {en.verbs.close}
        </Button>
      </div>
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
