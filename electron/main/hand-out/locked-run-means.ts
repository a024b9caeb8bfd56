// Takes out of the vault, as it is being locked, what one run needs to go on: only where the person chose that for
// this run, and only once its journal and the journal's key are on the medium.
import { PRACTICE_ENVIRONMENT_ID, type CredentialId, type TokenId } from '../domain/ids.ts';
import type { Credential } from '../domain/credential.ts';
import { secretFieldToMint } from '../domain/rotation.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import { isFrozen } from '../tokens/ledger/late-arrivals.ts';
import { journalKeyOf } from '../tokens/ledger/ledger.ts';
import { findCredential, findToken, type OpenSession } from '../tokens/open-session.ts';
import type { GatewayTarget } from '../gateway/call-target.ts';
import { KEY_BYTES, randomBytesOwn } from '../vault/keys/primitives.ts';
import type { TraderScope } from '../../shared/words.ts';
import { createLockedRun, type HeldToken, type LockedRun } from './locked-run.ts';
import type { Journals } from './locked-run-journal.ts';

/** Why a credential cannot stay usable while the vault is locked; null where it can. */
export type KeptRefusal = 'partner' | 'practice' | 'command' | 'not_kept';

export function keptRefusal(credential: Credential): KeptRefusal | null {
  if (credential.accessType === 'partner') return 'partner';
  if (credential.environmentId === PRACTICE_ENVIRONMENT_ID) return 'practice';
  if (credential.secretCommand !== undefined) return 'command';
  return credential.ephemeral === true ? 'not_kept' : null;
}

interface KeptOrder {
  readonly credentialId: CredentialId;
  readonly scopes: readonly TraderScope[];
  readonly program: string;
  /** The current one last. */
  readonly tokenIds: readonly TokenId[];
  readonly renewedAtMs: number;
}

/** Null: nothing of it stays in memory, and the run waits for the unlock. */
export async function keepThroughLock(
  session: OpenSession,
  journals: Journals,
  order: KeptOrder,
): Promise<LockedRun | null> {
  const { vault, clock, gateway, newId } = session;
  const place = findCredential(session, order.credentialId);
  if (!place.ok) return null;
  const { credential } = place.value;
  const name = journalKeyOf(credential.id);
  // SECURITY(S55)
  const isLeft = keptRefusal(credential) !== null || isFrozen(vault.contents(), credential);
  const current = order.tokenIds.at(-1);
  const isHeld = current !== undefined && findToken(session, current)?.revocation === null;
  // One that was not read yet still has its journal.
  if (isLeft || !isHeld || vault.hasRecord(name)) return null;
  const key = SecretBytes.take(randomBytesOwn(KEY_BYTES));
  try {
    const kept = { what: 'kept', atMs: clock.nowMs(), program: order.program } as const;
    const journal = await journals.begin(key, kept);
    if (journal === null) return null;
    const saved = await vault.change({
      contents: (before) => before,
      seal: [{ name, secret: key }],
    });
    const field = secretFieldToMint(vault.contents().rotations, credential.id);
    const secret = vault.openRecord({ id: credential.id, field });
    const means = saved.ok && secret.ok ? reach(place.value.target) : null;
    if (!saved.ok || !secret.ok || means === null) {
      if (secret.ok) secret.value.wipe();
      await journal.close();
      if (!saved.ok) await journals.remove(key);
      return null;
    }
    const more = { program: order.program, by: 'app' } as const;
    recordCredentialEvent(session, 'kept_through_lock', credential, more);
    const { clientId } = credential;
    const { credentialId, scopes, renewedAtMs } = order;
    const tokens = order.tokenIds.flatMap((id) => heldOf(session, id));
    return createLockedRun(
      { clock, gateway, newId },
      {
        credentialId,
        clientId,
        scopes,
        secret: secret.value,
        ...means,
        tokens,
        renewedAtMs,
        journal,
      },
    );
  } finally {
    key.wipe();
  }
}

function heldOf(session: OpenSession, id: TokenId): readonly HeldToken[] {
  const token = findToken(session, id);
  if (token === null || token.revocation !== null) return [];
  const text = session.vault.openRecord({ id, field: 'access_token' });
  if (!text.ok) return [];
  const leftMs = session.expiries.remainingMs(token);
  const endsMs = leftMs === null ? null : session.clock.monotonicMs() + leftMs;
  return [{ token, text: text.value, endsMs }];
}

/** The way to the environment with the password of its proxy, which the open vault gave for each call. */
function reach(target: GatewayTarget): {
  readonly target: GatewayTarget;
  readonly proxyPassword: SecretBytes | null;
} {
  const { proxyPassword: open, ...plain } = target;
  const proxyPassword = open?.() ?? null;
  if (proxyPassword === null) return { target: plain, proxyPassword };
  return {
    target: {
      ...plain,
      proxyPassword: () => (proxyPassword.wiped ? null : proxyPassword.copy()),
    },
    proxyPassword,
  };
}
