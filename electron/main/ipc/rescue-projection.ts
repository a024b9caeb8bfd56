// From what is known about backups to views: dates and counts, never a path.
import type { BackupContentsView, RescueView } from '../../shared/backup-view.ts';
import type { RescueState } from '../keeper/backup-restore.ts';
import type { BackupContents } from '../vault/vault-backups-port.ts';

export function toRescueView({ offer, restored }: RescueState, rolledBack: boolean): RescueView {
  const shown = offer === null || offer === 'none' ? offer : toContentsView(offer);
  return { offer: shown, restored, rolledBack };
}

export function toContentsView(contents: BackupContents): BackupContentsView {
  const { id, savedAtMs, generation, environments, credentials, tokens } = contents;
  return { id, savedAtMs, generation, environments, credentials, tokens };
}
