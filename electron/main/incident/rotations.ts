// The rotation assistant: takes the new secret, checks it, ends what the old one minted, proves that
// the old one no longer mints, and only then destroys it. Each step is saved before the next may
// begin, so that it can rest for days and go on after a kill.
import type { OldTokensView } from '../../shared/incident/rotation-view.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { CredentialId, RotationId } from '../domain/ids.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import {
  mayFinish,
  openRotation,
  rotationStep,
  type OldSecretVerdict,
  type Rotation,
  type RotationStep,
} from '../domain/rotation.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Token } from '../domain/token.ts';
import { inOrder, editCredential } from '../tokens/ledger/ledger.ts';
import type { SecretForMinting } from '../tokens/issuance/secret-provider.ts';
import { smallestScope, tryOldSecret } from './old-secret.ts';
import { recordEventOf } from '../tokens/ledger/event-recording.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import {
  changeVault,
  credentialById,
  findCredential,
  findToken,
  type OpenSession,
} from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import { countOldTokens, endEach, liveIds, mintedByOld } from './old-tokens.ts';
import type { PartnerPlans } from './partner-guide.ts';
import { checkNewSecret, editRotation } from './new-secret-check.ts';

export interface RotationStanding {
  readonly rotation: Rotation;
  readonly step: RotationStep;
  readonly old: OldTokensView;
}

interface RotationPorts {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly plans: PartnerPlans;
}

export class Rotations {
  readonly #ports: RotationPorts;

  constructor(ports: RotationPorts) {
    this.#ports = ports;
  }

  /** Null where none is under way. */
  standing(id: CredentialId): RotationStanding | null {
    const { session } = this.#ports;
    const rotation = this.#openOf(id);
    const credential = credentialById(session, id);
    if (rotation === undefined || credential === null) return null;
    const old = countOldTokens(session, this.#oldTokens(rotation));
    return { rotation, old, step: rotationStep(rotation, old, credential.accessType) };
  }

  async start(id: CredentialId): Outcome {
    const { session } = this.#ports;
    if (credentialById(session, id) === null) return fail(gone('key'));
    if (this.#openOf(id) !== undefined) return ok();
    const rotationId = session.newId() as RotationId;
    const startedAtMs = session.clock.nowMs();
    // What a command prints now is kept beside what it prints later: only so the two can be told apart.
    const old = await this.#oldSecretToSeal(id);
    if (!old.ok) return old;
    const saved = await changeVault(session, {
      contents: inOrder(old.value?.noted ?? ((before) => before), (before) => {
        const started: Rotation = {
          id: rotationId,
          credentialId: id,
          startedAtMs,
          newSecretAtMs: null,
          newSecretFingerprint: '',
          newTokenId: null,
          checkedAtMs: null,
          oldTokenIds: liveIds(session, before, id),
          oldSecretSaid: null,
          revokeAskedAtMs: null,
          oldSecret: null,
          finishedAtMs: null,
        };
        const others = before.rotations.filter((each) => each.credentialId !== id);
        return { ...before, rotations: [started, ...others] };
      }),
      ...(old.value === null
        ? {}
        : { seal: [{ name: { id, field: 'client_secret' }, secret: old.value.secret }] }),
    });
    old.value?.secret.wipe();
    if (saved.ok) recordEventOf(session, 'rotation_started', id);
    return saved;
  }

  /** Seals the new secret beside the old one; again, until it was checked. Wipes `secret`. */
  async takeSecret(id: CredentialId, secret: SecretBytes): Outcome {
    const { session } = this.#ports;
    const newSecretFingerprint = session.vault.fingerprint(secret);
    const refusal = this.#whyNotTaken(id, newSecretFingerprint);
    const newSecretAtMs = session.clock.nowMs();
    const taken = { newSecretAtMs, newSecretFingerprint, newTokenId: null, checkedAtMs: null };
    const seal = [{ name: { id, field: 'new_client_secret' as const }, secret }];
    const contents = editRotation(id, (now) => ({ ...now, ...taken }));
    const saved = refusal === null ? await changeVault(session, { contents, seal }) : fail(refusal);
    secret.wipe();
    if (saved.ok) recordEventOf(session, 'rotation_new_secret', id);
    return saved;
  }

  /** Mints with the new secret, smallest scope, and asks with that token where a call is documented. */
  async check(id: CredentialId): Outcome {
    const place = findCredential(this.#ports.session, id);
    if (!place.ok) return place;
    const rotation = this.#openOf(id);
    if (rotation === undefined) return fail(gone('rotation'));
    if (rotation.newSecretAtMs === null) return fail({ code: 'step_not_ready' });
    if (rotation.checkedAtMs !== null) return ok();
    const scopes = smallestScope(place.value.credential);
    const checked = await checkNewSecret(this.#ports, rotation, scopes);
    if (!checked.ok) return checked;
    recordEventOf(this.#ports.session, 'rotation_checked', id);
    return ok();
  }

  /** What the person saw in the web app: whether the old secret goes on working. */
  async say(id: CredentialId, oldSecretSaid: 'works' | 'stopped'): Outcome {
    if (this.#openOf(id) === undefined) return fail(gone('rotation'));
    return await this.#edit(id, (now) => ({ ...now, oldSecretSaid }));
  }

  /** Trader: revokes. Partner: asks with each until it is refused. Also "try again". */
  async endOldTokens(id: CredentialId): Outcome {
    const rotation = this.#openOf(id);
    if (rotation === undefined) return fail(gone('rotation'));
    const revokeAskedAtMs = this.#ports.session.clock.nowMs();
    const asked = await this.#edit(id, (now) => ({ ...now, revokeAskedAtMs }));
    return asked.ok ? await this.#end(id, this.#oldTokens(rotation)) : asked;
  }

  /** What an old secret still mints is revoked at once. */
  async tryOld(id: CredentialId): Outcome<OldSecretVerdict> {
    const { session, requests, revocations } = this.#ports;
    const rotation = this.#openOf(id);
    if (rotation === undefined) return fail(gone('rotation'));
    if (rotation.checkedAtMs === null) return fail({ code: 'step_not_ready' });
    const isTrader = credentialById(session, id)?.accessType === 'trader';
    // No Partner token is got only to compare: it could not be revoked.
    const newField = isTrader ? 'new_client_secret' : undefined;
    const tried = await tryOldSecret(session, requests, id, 'client_secret', newField);
    if (!tried.ok) return tried;
    const { verdict, tokenId, comparedId } = tried.value;
    if (comparedId !== null) await revocations.revoke(comparedId, 'app');
    const saved = await this.#edit(id, (now) => ({
      ...now,
      oldSecret: { atMs: session.clock.nowMs(), verdict },
      oldTokenIds: tokenId === null ? now.oldTokenIds : [...now.oldTokenIds, tokenId],
    }));
    if (!saved.ok) return saved;
    const minted = tokenId === null ? null : findToken(session, tokenId);
    // What ends a Partner token is done in the web app, and only the person can say so.
    const isSaid = isTrader || rotation.revokeAskedAtMs !== null;
    const ended = minted === null || !isSaid ? ok() : await this.#end(id, [minted]);
    return ended.ok ? ok(verdict) : ended;
  }

  /** Destroys the old secret: the new one takes its place. */
  async finish(id: CredentialId): Outcome {
    const { session } = this.#ports;
    const rotation = this.#openOf(id);
    if (rotation === undefined) return fail(gone('rotation'));
    if (!mayFinish(rotation)) return fail({ code: 'step_not_ready' });
    const secret = session.vault.openRecord({ id, field: 'new_client_secret' });
    if (!secret.ok) return secret;
    const secretFingerprint = session.vault.fingerprint(secret.value);
    const finishedAtMs = session.clock.nowMs();
    const secretSetAtMs = rotation.newSecretAtMs ?? finishedAtMs;
    const taken = { secretFingerprint, secretSetAtMs, refusalsInARow: 0, lastFailure: null };
    const saved = await changeVault(session, {
      contents: inOrder(
        editRotation(id, (now) => ({ ...now, finishedAtMs })),
        editCredential(id, (credential) => ({ ...credential, ...taken })),
      ),
      seal: [{ name: { id, field: 'client_secret' }, secret: secret.value }],
      drop: [{ id, field: 'new_client_secret' }],
    });
    secret.value.wipe();
    if (saved.ok) recordEventOf(session, 'rotation_finished', id, rotation.oldSecret?.verdict);
    return saved;
  }

  /** Forgets the new secret; the old one stays as it is. */
  async abandon(id: CredentialId): Outcome {
    const { session } = this.#ports;
    const now = this.standing(id);
    if (now === null) return fail(gone('rotation'));
    const name = { id, field: 'new_client_secret' as const };
    const saved = await changeVault(session, {
      contents: (before) => ({
        ...before,
        rotations: before.rotations.filter((each) => each.id !== now.rotation.id),
      }),
      drop: session.vault.hasRecord(name) ? [name] : [],
    });
    if (saved.ok) recordEventOf(session, 'rotation_abandoned', id, `step_${now.step}`);
    return saved;
  }

  resume(): void {
    for (const rotation of this.#ports.session.vault.contents().rotations) {
      const askedAtMs = rotation.revokeAskedAtMs;
      if (rotation.finishedAtMs !== null || askedAtMs === null) continue;
      // A kill may have come between one intent and the next.
      const unasked = this.#oldTokens(rotation).filter(
        ({ revocation, partnerPlan, sentAtMs }) =>
          revocation === null && partnerPlan === null && sentAtMs < askedAtMs,
      );
      void this.#end(rotation.credentialId, unasked);
    }
  }

  #openOf(id: CredentialId): Rotation | undefined {
    return openRotation(this.#ports.session.vault.contents().rotations, id);
  }

  #edit(id: CredentialId, change: (rotation: Rotation) => Rotation): Outcome {
    return changeVault(this.#ports.session, { contents: editRotation(id, change) });
  }

  #oldTokens(rotation: Rotation): readonly Token[] {
    const { credentialId, oldTokenIds: ids, startedAtMs: sinceMs } = rotation;
    const of = { credentialId, ids, sinceMs, rotation, replacedAtMs: null };
    return mintedByOld(this.#ports.session.vault.contents(), of);
  }

  /** Why a new secret cannot be taken now, or null. */
  #whyNotTaken(id: CredentialId, fingerprint: string): Failure | null {
    const rotation = this.#openOf(id);
    const credential = credentialById(this.#ports.session, id);
    if (rotation === undefined || credential === null) return gone('rotation');
    if (rotation.checkedAtMs !== null) return { code: 'step_not_ready' };
    return credential.secretFingerprint === fingerprint
      ? { code: 'invalid_input', facts: { about: 'same secret' } }
      : null;
  }

  #end(id: CredentialId, tokens: readonly Token[]): Outcome {
    const { session, plans, revocations } = this.#ports;
    const isPartner = credentialById(session, id)?.accessType === 'partner';
    return endEach(session, tokens, (token) =>
      isPartner ? plans.keyRevoked(token.id) : revocations.revoke(token.id),
    );
  }

  /** Null where the vault has it. */
  async #oldSecretToSeal(id: CredentialId): Outcome<SecretForMinting | null> {
    const { session } = this.#ports;
    const credential = credentialById(session, id);
    if (credential?.secretCommand === undefined) return ok(null);
    if (session.vault.hasRecord({ id, field: 'client_secret' })) return ok(null);
    return await session.secrets.toMint(credential, 'client_secret');
  }
}
