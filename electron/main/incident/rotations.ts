// The rotation assistant: takes the new secret, checks it, ends what the old one minted, proves that
// the old one no longer mints, and only then destroys it. Each step is saved before the next may
// begin, so that it can rest for days and go on after a kill.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { HistoryWord } from '../../shared/history/history-words.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId, RotationId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import {
  mayFinish,
  openRotation,
  rotationStep,
  type OldSecretVerdict,
  type OldTokens,
  type Rotation,
  type RotationStep,
} from '../domain/rotation.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Token } from '../domain/token.ts';
import { isLive } from '../domain/token-life.ts';
import { inOrder, editCredential } from '../tokens/ledger/ledger.ts';
import type { SecretForMinting } from '../tokens/issuance/secret-provider.ts';
import { smallestScope, tryOldSecret } from './old-secret.ts';
import { recordCredentialEvent } from '../tokens/ledger/event-recording.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import {
  changeVault,
  findCredential,
  findToken,
  type OpenSession,
} from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { countOldTokens, liveIds, mintedByOld } from './old-tokens.ts';
import type { PartnerPlans } from './partner-guide.ts';
import { checkNewSecret } from './new-secret-check.ts';
import { addRotation, dropRotation, editRotation, whyNotTaken } from './rotation-steps.ts';

export interface RotationStanding {
  readonly rotation: Rotation;
  readonly step: RotationStep;
  readonly old: OldTokens;
}

type Done = Promise<Result<void, Failure>>;

export interface Rotations {
  /** Null where none is under way. */
  readonly standing: (id: CredentialId) => RotationStanding | null;
  readonly start: (id: CredentialId) => Done;
  /** Seals the new secret beside the old one; again, until it was checked. Wipes `secret`. */
  readonly takeSecret: (id: CredentialId, secret: SecretBytes) => Done;
  /** Mints with the new secret, smallest scope, and asks with that token where a call is documented. */
  readonly check: (id: CredentialId) => Done;
  /** What the person saw in the web app: whether the old secret goes on working. */
  readonly say: (id: CredentialId, what: 'works' | 'stopped') => Done;
  /** Trader: revokes. Partner: asks with each until it is refused. Also "try again". */
  readonly endOldTokens: (id: CredentialId) => Done;
  /** What an old secret still mints is revoked at once. */
  readonly tryOld: (id: CredentialId) => Promise<Result<OldSecretVerdict, Failure>>;
  /** Destroys the old secret: the new one takes its place. */
  readonly finish: (id: CredentialId) => Done;
  /** Forgets the new secret; the old one stays as it is. */
  readonly abandon: (id: CredentialId) => Done;
  readonly resume: () => void;
}

interface RotationPorts {
  readonly session: OpenSession;
  readonly texts: UnsavedTokens;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly plans: PartnerPlans;
}

export function createRotations(ports: RotationPorts): Rotations {
  const { session, texts, requests, revocations, plans } = ports;
  const { vault } = session;

  const openOf = (id: CredentialId): Rotation | undefined =>
    openRotation(vault.contents().rotations, id);
  const credentialOf = (id: CredentialId): Credential | undefined =>
    session.index.credential(vault.contents(), id);

  function recordEvent(what: HistoryWord, id: CredentialId, word?: string): void {
    recordCredentialEvent(session, what, { id, label: credentialOf(id)?.label }, { word });
  }

  const edit = (id: CredentialId, change: (rotation: Rotation) => Rotation): Done =>
    changeVault(session, { contents: editRotation(id, change) });

  function oldTokens(rotation: Rotation): readonly Token[] {
    const { credentialId, oldTokenIds: ids, startedAtMs: sinceMs } = rotation;
    const replacedAtMs = null;
    return mintedByOld(vault.contents(), { credentialId, ids, sinceMs, rotation, replacedAtMs });
  }

  function standing(id: CredentialId): RotationStanding | null {
    const rotation = openOf(id);
    const credential = credentialOf(id);
    if (rotation === undefined || credential === undefined) return null;
    const old = countOldTokens(session, texts, oldTokens(rotation));
    return { rotation, old, step: rotationStep(rotation, old, credential.accessType) };
  }

  /** One token after another: each intent is saved before its call leaves. */
  async function end(id: CredentialId, tokens: readonly Token[]): Done {
    const partner = credentialOf(id)?.accessType === 'partner';
    for (const token of tokens) {
      const { id: tokenId } = token;
      if (!texts.hasText(tokenId) || !isLive(session, vault.contents(), token)) continue;
      const ended = partner ? await plans.keyRevoked(tokenId) : await revocations.revoke(tokenId);
      if (!ended.ok) return ended;
    }
    return ok();
  }

  /** Null where the vault has it. */
  async function oldSecretToSeal(
    id: CredentialId,
  ): Promise<Result<SecretForMinting | null, Failure>> {
    const credential = credentialOf(id);
    if (credential?.secretCommand === undefined) return ok(null);
    if (vault.hasRecord({ id, field: 'client_secret' })) return ok(null);
    return await session.secrets.toMint(credential, 'client_secret');
  }

  return {
    standing,
    async start(id) {
      if (credentialOf(id) === undefined) return fail(gone('credential'));
      if (session.ephemeral.has(id)) return fail({ code: 'not_kept' });
      if (openOf(id) !== undefined) return ok();
      const rotationId = session.newId() as RotationId;
      const startedAtMs = session.clock.nowMs();
      // What a command prints now is kept beside what it prints later: only so the two can be told apart.
      const old = await oldSecretToSeal(id);
      if (!old.ok) return old;
      const saved = await changeVault(session, {
        contents: inOrder(old.value?.noted ?? ((before) => before), (before) =>
          addRotation(id, rotationId, startedAtMs, liveIds(session, before, id))(before),
        ),
        ...(old.value === null
          ? {}
          : { seal: [{ name: { id, field: 'client_secret' }, secret: old.value.secret }] }),
      });
      old.value?.secret.wipe();
      if (saved.ok) recordEvent('rotation_started', id);
      return saved;
    },
    async takeSecret(id, secret) {
      const rotation = openOf(id);
      const newSecretFingerprint = vault.fingerprint(secret);
      const refusal = whyNotTaken(rotation, credentialOf(id), newSecretFingerprint);
      const newSecretAtMs = session.clock.nowMs();
      const saved =
        refusal === null
          ? await changeVault(session, {
              contents: editRotation(id, (now) => ({
                ...now,
                newSecretAtMs,
                newSecretFingerprint,
                newTokenId: null,
                checkedAtMs: null,
              })),
              seal: [{ name: { id, field: 'new_client_secret' }, secret }],
            })
          : fail(refusal);
      secret.wipe();
      if (saved.ok) recordEvent('rotation_new_secret', id);
      return saved;
    },
    async check(id) {
      const place = findCredential(session, id);
      if (!place.ok) return place;
      const rotation = openOf(id);
      if (rotation === undefined) return fail(gone('rotation'));
      if (rotation.newSecretAtMs === null) return fail({ code: 'step_not_ready' });
      if (rotation.checkedAtMs !== null) return ok();
      const scopes = smallestScope(place.value.credential);
      const checked = await checkNewSecret({ session, texts, requests }, rotation, scopes);
      if (!checked.ok) return checked;
      recordEvent('rotation_checked', id);
      return ok();
    },
    async say(id, oldSecretSaid) {
      if (openOf(id) === undefined) return fail(gone('rotation'));
      return await edit(id, (now) => ({ ...now, oldSecretSaid }));
    },
    async endOldTokens(id) {
      const rotation = openOf(id);
      if (rotation === undefined) return fail(gone('rotation'));
      const asked = await edit(id, (now) => ({ ...now, revokeAskedAtMs: session.clock.nowMs() }));
      return asked.ok ? await end(id, oldTokens(rotation)) : asked;
    },
    async tryOld(id) {
      const rotation = openOf(id);
      if (rotation === undefined) return fail(gone('rotation'));
      if (rotation.checkedAtMs === null) return fail({ code: 'step_not_ready' });
      const isTrader = credentialOf(id)?.accessType === 'trader';
      // No Partner token is got only to compare: it could not be revoked.
      const newField = isTrader ? 'new_client_secret' : undefined;
      const tried = await tryOldSecret(session, requests, id, 'client_secret', newField);
      if (!tried.ok) return tried;
      const { verdict, tokenId, comparedId } = tried.value;
      if (comparedId !== null) await revocations.revoke(comparedId, 'app');
      const saved = await edit(id, (now) => ({
        ...now,
        oldSecret: { atMs: session.clock.nowMs(), verdict },
        oldTokenIds: tokenId === null ? now.oldTokenIds : [...now.oldTokenIds, tokenId],
      }));
      if (!saved.ok) return saved;
      const minted = tokenId === null ? null : findToken(session, tokenId);
      // What ends a Partner token is done in the web app, and only the person can say so.
      const isSaid = isTrader || rotation.revokeAskedAtMs !== null;
      const ended = minted === null || !isSaid ? ok() : await end(id, [minted]);
      return ended.ok ? ok(verdict) : ended;
    },
    async finish(id) {
      const now = standing(id);
      if (now === null) return fail(gone('rotation'));
      if (!mayFinish(now.rotation)) return fail({ code: 'step_not_ready' });
      const secret = vault.openRecord({ id, field: 'new_client_secret' });
      if (!secret.ok) return secret;
      const secretFingerprint = vault.fingerprint(secret.value);
      const finishedAtMs = session.clock.nowMs();
      const secretSetAtMs = now.rotation.newSecretAtMs ?? finishedAtMs;
      const taken = { secretFingerprint, secretSetAtMs, refusalsInARow: 0, lastFailure: null };
      const saved = await changeVault(session, {
        contents: inOrder(
          editRotation(id, (rotation) => ({ ...rotation, finishedAtMs })),
          editCredential(id, (credential) => ({ ...credential, ...taken })),
        ),
        seal: [{ name: { id, field: 'client_secret' }, secret: secret.value }],
        drop: [{ id, field: 'new_client_secret' }],
      });
      secret.value.wipe();
      if (saved.ok) recordEvent('rotation_finished', id, now.rotation.oldSecret?.verdict);
      return saved;
    },
    async abandon(id) {
      const now = standing(id);
      if (now === null) return fail(gone('rotation'));
      const name = { id, field: 'new_client_secret' as const };
      const saved = await changeVault(session, {
        contents: dropRotation(now.rotation.id),
        drop: vault.hasRecord(name) ? [name] : [],
      });
      if (saved.ok) recordEvent('rotation_abandoned', id, `step_${now.step}`);
      return saved;
    },
    resume() {
      for (const rotation of vault.contents().rotations) {
        if (rotation.finishedAtMs !== null || rotation.revokeAskedAtMs === null) continue;
        // A kill may have come between one intent and the next.
        const askedAtMs = rotation.revokeAskedAtMs;
        const unasked = oldTokens(rotation).filter(
          ({ revocation, partnerPlan, sentAtMs }) =>
            revocation === null && partnerPlan === null && sentAtMs < askedAtMs,
        );
        void end(rotation.credentialId, unasked);
      }
    },
  };
}
