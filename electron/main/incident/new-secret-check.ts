// Checks a new secret: mints with it, and asks with that token where a call is documented for it.
// Partner: positions. Trader: the identity check, for trade scope alone; a read-only token that was
// minted is all the proof there is.
import type { TraderScope } from '../../shared/words.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import { openRotation, type Rotation } from '../domain/rotation.ts';
import { isRefused } from '../domain/token-evidence.ts';
import { isLive } from '../domain/token-life.ts';
import { changeVault, findToken, type OpenSession } from '../tokens/open-session.ts';
import { see, successorIn } from '../tokens/renew.ts';
import type { Step } from '../tokens/ledger/ledger.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { VaultContents } from '../vault/vault.ts';
import { liveIds } from './old-tokens.ts';

interface CheckPorts {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
}

/** Saved as checked only when nothing spoke against it; a token it minted before is asked again. */
export async function checkNewSecret(
  ports: CheckPorts,
  rotation: Rotation,
  scopes: readonly TraderScope[],
): Outcome {
  const { session } = ports;
  const { credentialId } = rotation;
  const minted = await mintOrReuse(ports, rotation, scopes);
  if (!minted.ok) return minted;
  const newTokenId = minted.value;
  const noted = await save((now) => ({ ...now, newTokenId }));
  if (!noted.ok) return noted;
  const asked = await ask(ports, newTokenId);
  if (!asked.ok) return asked;
  return await save((now, before) => {
    // Whatever is in the ledger beside it came from the old secret.
    const live = liveIds(session, before, credentialId).filter((id) => id !== newTokenId);
    const oldTokenIds = [...new Set([...now.oldTokenIds, ...live])];
    return { ...now, checkedAtMs: session.clock.nowMs(), oldTokenIds };
  });

  /** Of this secret alone: while its answer was awaited another may have been taken. */
  async function save(change: (now: Rotation, contents: VaultContents) => Rotation): Outcome {
    const isMeant = (now: Rotation | undefined): boolean =>
      now?.id === rotation.id && now.newSecretFingerprint === rotation.newSecretFingerprint;
    const changed = await changeVault(session, {
      contents: (before) =>
        editRotation(credentialId, (now) => (isMeant(now) ? change(now, before) : now))(before),
    });
    if (!changed.ok) return changed;
    const now = openRotation(session.vault.contents().rotations, credentialId);
    return isMeant(now) ? ok() : fail({ code: 'step_not_ready' });
  }
}

async function mintOrReuse(
  { session, requests }: CheckPorts,
  { credentialId, newTokenId }: Rotation,
  scopes: readonly TraderScope[],
): Outcome<TokenId> {
  const earlier = newTokenId === null ? null : findToken(session, newTokenId);
  const usable =
    earlier !== null &&
    session.texts.hasText(earlier.id) &&
    !isRefused(earlier) &&
    isLive(session, session.vault.contents(), earlier);
  if (usable) return ok(earlier.id);
  return await requests.requestWith('new_client_secret', credentialId, scopes);
}

async function ask({ session }: CheckPorts, id: TokenId): Outcome {
  const came = successorIn(session, ok(id), id, null);
  if (!came.ok) return came;
  const seen = await see(session, id, null);
  return 'failure' in seen ? fail(seen.failure) : ok();
}

/** The contents with a change of the open rotation. */
export const editRotation =
  (credentialId: CredentialId, edit: (rotation: Rotation) => Rotation): Step =>
  (before) => ({
    ...before,
    rotations: before.rotations.map((each) =>
      each.credentialId === credentialId && each.finishedAtMs === null ? edit(each) : each,
    ),
  });
