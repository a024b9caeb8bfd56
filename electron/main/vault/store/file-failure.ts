// What a failed file operation is called to a person. Drops the error itself: its message holds paths.
import type { VaultFailureCode } from '../../../shared/failures/failure.ts';
import { errnoOf } from '../../domain/errno.ts';
import type { VaultFailure } from './vault.ts';

const codes: Readonly<Record<string, VaultFailureCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
};

/** @throws the error again when it is no errno: a bug must not pass for a bad disk. */
export function toFileFailure(error: unknown): VaultFailure {
  const errno = errnoOf(error);
  if (!/^E[A-Z0-9]+$/.test(errno)) throw error;
  return { code: codes[errno] ?? 'io_error' };
}
