// The backups of a test session: one that is there, one change when it is restored.
import { fail, ok } from '../../electron/main/domain/result.ts';
import type { BackupRestoring } from '../../electron/main/backups/backup-rescue.ts';
import type { UnlockedVault } from '../../electron/main/vault/unlocked-vault.ts';
import type { VaultStore } from '../../electron/main/vault/vault-store.ts';
import { unlockedOver } from './fake-vault-store.ts';
import type { TestSession } from './test-session.ts';

export const BACKUP = 'strongroom.vault.bak-0a1b2c3d-4';
const savedAtMs = Date.UTC(2026, 10, 20, 9, 30);
const facts = { id: BACKUP, savedAtMs, generation: 4, bytes: 4096, intact: true };

/** The session's vault as one whose file is older than known: accepting that is one change. */
export function rolledBackVault({ vault }: TestSession): UnlockedVault {
  return unlockedOver(vault, {
    rolledBack: () => true,
    acceptRollback: () => void vault.change({ contents: (before) => ({ ...before }) }),
  });
}

export function createBackupsOf(session: TestSession): BackupRestoring {
  return {
    state: () => ({ found: null, offer: null, restored: null }),
    test: () => Promise.resolve(fail({ code: 'backup_missing' })),
    async restore() {
      await session.vault.change({ contents: (before) => ({ ...before }) });
      return ok('done');
    },
    restoreFile: () => Promise.resolve(ok('cancelled')),
    lookAround: () => Promise.resolve(),
    reevaluate: () => Promise.resolve(),
    forget: () => undefined,
  };
}

/** Where that one lies. */
export const storeOfBackup: Pick<VaultStore, 'backups' | 'readBackup' | 'readBackupFile'> = {
  backups: () => Promise.resolve(ok([facts])),
  readBackup: (id) =>
    Promise.resolve(
      id === BACKUP
        ? ok({ facts, bytes: Buffer.alloc(0), unread: null })
        : fail({ code: 'backup_missing' }),
    ),
  readBackupFile: () => Promise.resolve(fail({ code: 'not_a_vault' })),
};
