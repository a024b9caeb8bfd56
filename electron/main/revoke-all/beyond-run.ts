// What was asked to stop and may still work, though a run could do nothing about it: possibly issued, forgotten, without
// its text, or accepted before and never confirmed dead. A run is told by what was asked, not by what was done.
import type { RevocationRun } from '../domain/revocation-run.ts';
import { coverage } from '../domain/revocation-scope.ts';
import type { Token } from '../domain/token.ts';
import type { VaultContents } from '../vault/vault.ts';
import { isLive } from '../domain/token-life.ts';
import type { OpenSession } from '../tokens/open-session.ts';

/** Tokens that the run covers and does not have, asked for before the press. One that is over since is none. */
export function beyondRun(
  session: OpenSession,
  contents: VaultContents,
  run: RevocationRun,
): readonly Token[] {
  const covers = coverage(
    run.scope,
    contents.drills.find(({ id }) => id === run.drillId),
  );
  const own = new Set([...run.tokenIds, ...run.guidedTokenIds]);
  return contents.tokens.filter((token) => {
    const owner = session.index.credential(contents, token.credentialId);
    const isAsked = token.sentAtMs <= run.pressedAtMs && token.issue !== 'requested';
    if (owner === undefined || !isAsked || own.has(token.id) || !covers(token, owner)) return false;
    return isLive(session, contents, token);
  });
}
