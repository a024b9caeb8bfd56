// Every earlier generation of the vault that is kept, newest first, each to be tested or restored. Also
// while the vault is locked, where a damaged one is why the person is here.
import { useEffect, useState, type ReactNode } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type {
  BackupContentsView,
  BackupView,
} from '../../../electron/shared/backups/backup-view.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';

/** One backup: when it was saved, whether its bytes are whole, what a test found in it. */
function BackupRow(props: {
  readonly backup: BackupView;
  readonly tested: BackupContentsView | null;
  readonly busy: boolean;
  readonly onTest: () => void;
  readonly onRestore: () => void;
}): ReactNode {
  const { backup, tested, busy } = props;
  const saved = savedAt(backup.savedAtMs);
  const Shape = backup.intact ? CircleCheck : TriangleAlert;
  return (
    <li className="section-row" aria-label={words.about(saved)}>
      <div>
        <p className="strong figure">{saved}</p>
        <p className="secondary figure">
          {words.generation(backup.generation)}, {words.size(backup.bytes)}
        </p>
        <p className={backup.intact ? 'state-mark' : 'state-mark warn'}>
          <Shape size={14} aria-hidden="true" />
          {backup.intact ? words.intact : words.notIntact}
        </p>
        <output>{tested === null ? '' : words.opens(tested)}</output>
      </div>
      {backup.intact && (
        <div className="actions">
          <Button busy={busy} aria-label={words.testOf(saved)} onClick={props.onTest}>
            {words.test}
          </Button>
          <Button busy={busy} aria-label={words.restoreOf(saved)} onClick={props.onRestore}>
            {words.restore}
          </Button>
        </div>
      )}
    </li>
  );
}

const SUBJECT = 'backups';

export function BackupsSheet(props: { readonly onClose: () => void }): ReactNode {
  const { call } = useApp();
  const [backups, setBackups] = useState<readonly BackupView[] | null>(null);
  const [tested, setTested] = useState<ReadonlyMap<string, BackupContentsView>>(new Map());
  const busy = usePending(['backupTest', 'backupRestore', 'backupRestoreFile'], SUBJECT);
  const looking = usePending('backupList', SUBJECT);
  useEffect(() => {
    void call('backupList', undefined, { subject: SUBJECT }).then(setBackups);
  }, [call]);
  async function test(id: string): Promise<void> {
    const contents = await call(
      'backupTest',
      { backupId: id },
      { subject: SUBJECT, said: said.backupOpens },
    );
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
          <ul className="rows">
            {backups.map((backup) => (
              <BackupRow
                key={backup.id}
                backup={backup}
                tested={tested.get(backup.id) ?? null}
                busy={busy}
                onTest={() => void test(backup.id)}
                onRestore={() =>
                  void call('backupRestore', { backupId: backup.id }, { subject: SUBJECT })
                }
              />
            ))}
          </ul>
          <p className="secondary">{words.testNote}</p>
        </>
      )}
      <SheetFoot onClose={props.onClose}>
        <Button
          busy={busy}
          onClick={() => void call('backupRestoreFile', undefined, { subject: SUBJECT })}
        >
          {words.fromFile}
        </Button>
        <span className="spring" />
      </SheetFoot>
    </Sheet>
  );
}
