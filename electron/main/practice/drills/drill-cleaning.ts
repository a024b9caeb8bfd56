// Takes everything a drill made out of the vault again: credentials, tokens, secrets, plans and runs.
// What it showed stays.
import type { DrillResult } from '../../domain/drill.ts';
import { removeCredentials, secretsOf } from '../../tokens/ledger/ledger.ts';
import type { OpenSession } from '../../tokens/open-session.ts';
import type { RecordName, VaultChange } from '../../vault/store/vault.ts';

/** Results kept, newest first. */
const KEPT = 200;

/** @param result null: nothing is kept of it. */
export function drillCleaned(
  { vault }: OpenSession,
  drill: DrillResult,
  result: DrillResult | null,
): VaultChange {
  const gone = new Set(drill.credentialIds);
  const tokens = vault.contents().tokens.filter(({ credentialId }) => gone.has(credentialId));
  const names: RecordName[] = [
    ...drill.credentialIds.flatMap(secretsOf),
    ...tokens.map(({ id }) => ({ id, field: 'access_token' as const })),
  ];
  return {
    contents: (before) => ({
      ...removeCredentials(gone)(before),
      tokens: before.tokens.filter(({ credentialId }) => !gone.has(credentialId)),
      revocationRuns: before.revocationRuns.filter(({ drillId }) => drillId !== drill.id),
      drills: [
        ...(result === null ? [] : [result]),
        ...before.drills.filter(({ id }) => id !== drill.id),
      ].slice(0, KEPT),
    }),
    drop: names.filter((name) => vault.hasRecord(name)),
  };
}
