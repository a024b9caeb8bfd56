// One backup: when it was saved, whether its bytes are whole, what a test found in it.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type {
  BackupContentsView,
  BackupView,
} from '../../../electron/shared/backups/backup-view.ts';
import { Button } from '../../components/Button.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';

export function BackupRow(props: {
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
    <li className="backup" aria-label={words.about(saved)}>
      <div className="backup-facts">
        <p className="backup-date figure">{saved}</p>
        <p className="secondary figure">
          {words.generation(backup.generation)}, {words.size(backup.bytes)}
        </p>
        <p className={backup.intact ? 'backup-state' : 'backup-state warn'}>
          <Shape size={14} aria-hidden="true" />
          {backup.intact ? words.intact : words.notIntact}
        </p>
        <output className="backup-tested">{tested === null ? '' : words.opens(tested)}</output>
      </div>
      {backup.intact && (
        <div className="backup-actions">
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
