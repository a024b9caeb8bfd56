// Takes tokens out of the vault that a practice gateway of an earlier start issued. That gateway kept them in its
// memory alone, and its authority is gone with it: nothing honours them any more, and nothing can tell how they
// ended. Tokens of a drill stay until the drill is scored, which removes them.
import { runningDrill } from '../domain/drill.ts';
import { PRACTICE_ENVIRONMENT_ID } from '../domain/ids.ts';
import type { Token } from '../domain/token.ts';
import { removeToken } from '../tokens/ledger/ledger.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { PracticeState } from './gateway/practice-state.ts';

/** A row goes where its request left before this memory began and its text, if it has one, is not known there. */
export async function dropForgottenTokens(
  { vault }: OpenSession,
  memory: Pick<PracticeState, 'startedAtMs' | 'tokenOf'>,
): Promise<void> {
  const { credentials, drills, tokens } = vault.contents();
  const played = new Set(runningDrill(drills)?.credentialIds);
  const practising = new Set(
    credentials
      .filter(
        ({ id, environmentId }) => environmentId === PRACTICE_ENVIRONMENT_ID && !played.has(id),
      )
      .map(({ id }) => id),
  );
  const isKnown = ({ id }: Token): boolean => {
    const text = vault.openRecord({ id, field: 'access_token' });
    if (!text.ok) return false;
    const known = text.value.use((bytes) => memory.tokenOf(bytes) !== null);
    text.value.wipe();
    return known;
  };
  const gone = tokens.filter(
    (token) =>
      practising.has(token.credentialId) && token.sentAtMs < memory.startedAtMs && !isKnown(token),
  );
  if (gone.length === 0) return;
  // Where it cannot be saved they are still there, and are asked about at the next unlock.
  await vault.change({
    contents: (before) => gone.reduce((now, { id }) => removeToken(id)(now), before),
    drop: gone
      .map(({ id }) => ({ id, field: 'access_token' as const }))
      .filter((name) => vault.hasRecord(name)),
  });
}
