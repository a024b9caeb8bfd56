// Every earlier generation of the vault that is kept, newest first, each to be tested or restored. Also
// while the vault is locked, where a damaged one is why the person is here.
import { useEffect, useState, type ReactNode } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type {
  BackupContentsView,
  BackupView,
} from '../../../electron/shared/backups/backup-view.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';

const SUBJECT = 'backups';

/** One backup: when it was saved, whether its bytes are whole, what a test found in it. */
function BackupRow(props: {
  readonly backup: BackupView;
  readonly tested: BackupContentsView | null;
  readonly busy: boolean;
  readonly onTested: (contents: BackupContentsView) => void;
}): ReactNode {
  const { backup, tested, busy, onTested } = props;
  const about = { input: { backupId: backup.id }, subject: SUBJECT, busy };
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
          <CallButton
            {...about}
            call="backupTest"
            said={said.backupOpens}
            aria-label={words.testOf(saved)}
            onDone={onTested}
          >
            {words.test}
          </CallButton>
          <CallButton {...about} call="backupRestore" aria-label={words.restoreOf(saved)}>
            {words.restore}
          </CallButton>
        </div>
      )}
    </li>
  );
}

export function BackupsSheet(): ReactNode {
  const { call } = useApp();
  const [backups, setBackups] = useState<readonly BackupView[] | null>(null);
  const [tested, setTested] = useState<ReadonlyMap<string, BackupContentsView>>(new Map());
  const busy = usePending(['backupTest', 'backupRestore', 'backupRestoreFile'], SUBJECT);
  const looking = usePending('backupList', SUBJECT);
  useEffect(() => {
    void call('backupList', undefined, { subject: SUBJECT }).then(setBackups);
  }, [call]);
  return (
    <Sheet title={words.title}>
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
                onTested={(contents) =>
                  setTested((before) => new Map(before).set(backup.id, contents))
                }
              />
            ))}
          </ul>
          <p className="secondary">{words.testNote}</p>
        </>
      )}
      <SheetFoot>
        <CallButton call="backupRestoreFile" subject={SUBJECT} busy={busy}>
          {words.fromFile}
        </CallButton>
        <span className="spring" />
      </SheetFoot>
    </Sheet>
  );
}
