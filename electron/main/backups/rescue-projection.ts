// From what is known about backups to views: dates and counts, never a path.
import type { BackupContentsView, RescueView } from '../../shared/backups/backup-view.ts';
import type { RescueState } from './backup-rescue.ts';
import type { BackupContents } from '../vault/vault.ts';

export function toRescueView(
  { found, offer, restored }: RescueState,
  { rolledBack, damagedFile }: Pick<RescueView, 'rolledBack' | 'damagedFile'>,
): RescueView {
  const shown = offer === null || offer === 'none' ? offer : toContentsView(offer);
  return { found, offer: shown, restored, rolledBack, damagedFile };
}

export function toContentsView(contents: BackupContents): BackupContentsView {
  const { id, savedAtMs, generation, environments, credentials, tokens } = contents;
  return { id, savedAtMs, generation, environments, credentials, tokens };
}
