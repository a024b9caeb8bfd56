// Every earlier generation of the vault that is kept, newest first, each to be tested or restored. Also
// while the vault is locked, where a damaged one is why the person is here.
import { useEffect, useState, type ReactNode } from 'react';
import type {
  BackupContentsView,
  BackupView,
} from '../../../electron/shared/backups/backup-view.ts';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/SheetFailure.tsx';
import { backupWords as words } from './en-backups.ts';
import { en } from '../../i18n/en.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { BackupRow } from './BackupRow.tsx';

const SUBJECT = 'backups';

export function BackupsSheet(props: { readonly onClose: () => void }): ReactNode {
  const { commands } = useApp();
  const [backups, setBackups] = useState<readonly BackupView[] | null>(null);
  const [tested, setTested] = useState<ReadonlyMap<string, BackupContentsView>>(new Map());
  const busy = useFeedback(({ pending }) =>
    ['backupTest', 'backupRestore', 'backupRestoreFile'].some((call) =>
      pending.has(callKey(call, SUBJECT)),
    ),
  );
  const looking = useFeedback(({ pending }) => pending.has(callKey('backupList', SUBJECT)));
  useEffect(() => {
    let wanted = true;
    void commands.backups().then((found) => {
      if (wanted && found !== null) setBackups(found);
    });
    return () => {
      wanted = false;
    };
  }, [commands]);
  async function test(id: string): Promise<void> {
    const contents = await commands.testBackup(id);
    if (contents !== null) setTested((before) => new Map(before).set(id, contents));
  }
  return (
    <Sheet title={words.title} onClose={props.onClose}>
      <p className="secondary">{words.lead}</p>
      <SheetFailure subject={SUBJECT} />
      {backups === null && looking && <p>{words.looking}</p>}
      {backups?.length === 0 && <p>{words.none}</p>}
      {backups !== null && backups.length > 0 && (
        <>
          <ul className="backups">
            {backups.map((backup) => (
              <BackupRow
                key={backup.id}
                backup={backup}
                tested={tested.get(backup.id) ?? null}
                busy={busy}
                onTest={() => void test(backup.id)}
                onRestore={() => void commands.restoreBackup(SUBJECT, backup.id)}
              />
            ))}
          </ul>
          <p className="secondary">{words.testNote}</p>
        </>
      )}
      <div className="sheet-actions">
        <Button busy={busy} onClick={() => void commands.restoreFromFile(SUBJECT)}>
          {words.fromFile}
        </Button>
        <span className="spring" />
        <Button look="primary" onClick={props.onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}
