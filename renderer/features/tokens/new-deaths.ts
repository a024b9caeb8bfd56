// Which tokens were proven dead since the last look, of those that were seen to wait for it.
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { ProvenDeath } from '../../../electron/shared/tokens/evidence-words.ts';
import { provenDeath } from '../../model/token-standing.ts';

export interface DeathWatch {
  /** Looked at already: a view that has not changed is the same object. */
  readonly seen: WeakSet<CredentialView>;
  readonly awaited: Set<string>;
}

interface Death {
  readonly fingerprint: string;
  readonly proof: ProvenDeath;
}

export function newDeaths(
  { seen, awaited }: DeathWatch,
  credentials: readonly CredentialView[],
  runs: readonly RevocationRunView[],
): readonly Death[] {
  const found: Death[] = [];
  const ofMany = new Set(runs.flatMap(({ tokenIds }) => (tokenIds.length > 1 ? tokenIds : [])));
  for (const credential of credentials) {
    if (seen.has(credential)) continue;
    seen.add(credential);
    for (const token of credential.tokens) {
      const { id, fingerprint, live, supersededAtMs } = token;
      const proof = provenDeath(token);
      const isRenewed = credential.renewal !== null && supersededAtMs !== null;
      if (live && proof === null) awaited.add(id);
      else if (awaited.delete(id) && proof !== null && !isRenewed && !ofMany.has(id)) {
        found.push({ fingerprint, proof });
      }
    }
  }
  return found;
}
