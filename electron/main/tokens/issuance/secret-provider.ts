// The one way to a client secret for whoever uses it: sealed in the vault, or printed by the command that the person
// confirmed. What a command printed is checked against what is known of it before anybody sends it.
import type { Credential } from '../../domain/credential.ts';
import type { CredentialId } from '../../domain/ids.ts';
import { fail, ok, type Outcome } from '../../domain/result.ts';
import { openRotation, type SecretField } from '../../domain/rotation.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import {
  isAsConfirmed,
  programChanged,
  type SecretCommand,
  type SecretProgram,
} from '../../domain/printing-command.ts';
import type { RecordName, VaultContents } from '../../vault/vault.ts';
import type { OpenVault } from '../../vault/unlocked-vault.ts';
import type { Clock } from '../../domain/clock.ts';
import { editCredential, type Step } from '../ledger/ledger.ts';

export interface SecretForMinting {
  /** The caller's to wipe. */
  readonly secret: SecretBytes;
  /** Saved with the row of the request, before it leaves. */
  readonly noted: Step;
  /** True: sealed in that save, so that what it mints can be revoked without the command. */
  readonly isToSeal: boolean;
}

export type SecretProvider = ReturnType<typeof createSecretProvider>;

interface SecretProviderPorts {
  readonly vault: Pick<OpenVault, 'contents' | 'openRecord' | 'hasRecord' | 'fingerprint'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly program: SecretProgram;
  /** Kills what runs. */
  readonly closing: AbortSignal;
  readonly isAnyLive: (contents: VaultContents, id: CredentialId) => boolean;
}

const unchanged: Step = (before) => before;

export function createSecretProvider(ports: SecretProviderPorts) {
  const { vault, program, closing } = ports;

  /** What the command prints now. */
  async function fetch(command: SecretCommand, signal?: AbortSignal): Outcome<SecretBytes> {
    const found = await program.inspect(command.path);
    if (!found.ok) return found;
    // SECURITY(S45): only the very file that the person was shown runs.
    if (!isAsConfirmed(command, found.value)) {
      return fail(programChanged(command));
    }
    const ends = signal === undefined ? closing : AbortSignal.any([closing, signal]);
    return await program.run(found.value, command.arguments, ends);
  }

  /** Sealed already, or what only this vault knows: the two secrets of a rotation. */
  function isKept(credential: Credential, field: SecretField): boolean {
    const { id, secretCommand } = credential;
    if (secretCommand === undefined || field === 'new_client_secret') return true;
    const isRotating = openRotation(vault.contents().rotations, id) !== undefined;
    return isRotating && vault.hasRecord({ id, field });
  }

  return {
    /** Whether no program is needed for it. */
    isSealed: (name: RecordName): boolean => vault.hasRecord(name),
    /** What stands at the path of a command now, before anything runs. */
    inspect: (file: string) => program.inspect(file),
    fetch,
    /** For a request that counts. A command is run anew for each. */
    async toMint(
      credential: Credential,
      field: SecretField,
      signal?: AbortSignal,
    ): Outcome<SecretForMinting> {
      const { id, secretCommand: command, secretFingerprint: known } = credential;
      if (command === undefined || isKept(credential, field)) {
        const secret = vault.openRecord({ id, field });
        return secret.ok ? ok({ secret: secret.value, noted: unchanged, isToSeal: false }) : secret;
      }
      const secret = await fetch(command, signal);
      if (!secret.ok) return secret;
      const secretFingerprint = vault.fingerprint(secret.value);
      const isNew = known !== secretFingerprint;
      // The secret that issued live tokens is not thrown away for another one: that is what a rotation is for.
      const isNeeded = command.keepsWhileLive && ports.isAnyLive(vault.contents(), id);
      if (isNew && known !== '' && isNeeded) {
        secret.value.wipe();
        return fail({ code: 'manager_unfit', facts: { about: 'other secret' } });
      }
      const renewed = { secretFingerprint, secretSetAtMs: ports.clock.nowMs() };
      return ok({
        secret: secret.value,
        noted: isNew ? editCredential(id, (now) => ({ ...now, ...renewed })) : unchanged,
        isToSeal: command.keepsWhileLive && (isNew || !vault.hasRecord({ id, field })),
      });
    },
    /** To authenticate with, and to try whether it works: what is sealed, else what the command prints. */
    async toPresent(
      { id, secretCommand: command, secretFingerprint: known }: Credential,
      field: SecretField,
    ): Outcome<SecretBytes> {
      const name = { id, field };
      if (command === undefined || field === 'new_client_secret' || vault.hasRecord(name)) {
        return vault.openRecord(name);
      }
      const secret = await fetch(command);
      if (!secret.ok || known === '') return secret;
      if (vault.fingerprint(secret.value) === known) return secret;
      // A trial of it would say nothing about the secret that it is meant for.
      secret.value.wipe();
      return fail({ code: 'manager_unfit', facts: { about: 'other secret' } });
    },
  };
}
