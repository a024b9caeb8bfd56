// Tells in the status line that a token is proven dead, the moment it is: how often it was refused, and over how
// long. What renewal replaced and ended is no news, and a run of many tells of its own.
import { useEffect, useRef, type ReactNode } from 'react';
import {
  deathSentence,
  deathsSentence,
  type ProvenDeath,
} from '../../../electron/shared/tokens/evidence-words.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { useApp } from '../../state/app-context.tsx';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { RevocationRunView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import { provenDeath } from '../../model/token-standing.ts';

interface Death {
  readonly fingerprint: string;
  readonly proof: ProvenDeath;
}

/** Which tokens were proven dead since the last look, of those that were seen to wait for it. */
function newDeaths(
  awaited: Set<string>,
  credentials: readonly CredentialView[],
  runs: readonly RevocationRunView[],
): readonly Death[] {
  const found: Death[] = [];
  const ofMany = new Set(runs.flatMap(({ tokenIds }) => (tokenIds.length > 1 ? tokenIds : [])));
  for (const credential of credentials) {
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

export function ProofAnnouncer(props: {
  readonly view: Pick<AppView, 'credentials' | 'revocationRuns'>;
}): ReactNode {
  const { credentials, revocationRuns } = props.view;
  const { feedback } = useApp();
  const awaited = useRef(new Set<string>());
  useEffect(() => {
    const deaths = newDeaths(awaited.current, credentials, revocationRuns);
    const [first] = deaths;
    if (first === undefined) return;
    feedback.say(
      deaths.length === 1
        ? deathSentence(first.fingerprint, first.proof)
        : deathsSentence(deaths.map(({ proof }) => proof)),
    );
  }, [credentials, revocationRuns, feedback]);
  return null;
}
