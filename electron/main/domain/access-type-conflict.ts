// The service allows one access type for each account.
import type { Credential } from './credential.ts';

/** One account for each environment, however it is written: the same name elsewhere is another account. */
const ownerOf = ({ environmentId, ownerAccount }: Credential): string =>
  `${environmentId} ${ownerAccount.normalize('NFKC').toLowerCase()}`;

/** Tells of a credential whether another one of its owner account has the other access type. */
export function accessTypeConflicts(
  credentials: readonly Credential[],
): (credential: Credential) => boolean {
  const owned = Map.groupBy(
    credentials.filter(({ ownerAccount }) => ownerAccount !== ''),
    ownerOf,
  );
  return (credential) =>
    (owned.get(ownerOf(credential)) ?? []).some(
      ({ accessType }) => accessType !== credential.accessType,
    );
}
