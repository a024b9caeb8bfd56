// A vault file that is there before the app starts, at the lowest cost the format allows. It holds what a
// first run leaves and, where asked, the test's own gateway as the environment `Lab` with clients of it.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Credential } from '../../electron/main/domain/credential.ts';
import type { Environment } from '../../electron/main/domain/environment.ts';
import { type CredentialId, type EnvironmentId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { sampleCredentials } from '../../electron/main/practice/practice-session.ts';
import { practiceEnvironment } from '../../electron/main/environments/environments.ts';
import {
  type KdfCost,
  NO_CONTENTS,
  type VaultChange,
  type VaultContents,
} from '../../electron/main/vault/vault.ts';
import type { OpenVault } from '../../electron/main/vault/unlocked-vault.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { LOW_COST } from '../unit/vault/vault-samples.ts';
import type { PracticeForTests } from './practice.ts';

export type LabClient = 'trader' | 'reader' | 'partner';

/** Credentials of the environment `Lab`, by label. */
export type LabCredentials = Readonly<Record<string, LabClient>>;

interface Filling extends Pick<VaultChange, 'seal'> {
  readonly contents: VaultContents;
}

/** Writes it where the app with this profile looks for it. Throws where the vault refuses. */
export async function writeVault(
  profile: string,
  passphrase: string,
  kdf: KdfCost,
  fill: (vault: OpenVault) => Filling,
): Promise<void> {
  const store = createVaultStore({
    directory: path.join(profile, 'vault'),
    kdf,
    nowMs: Date.now,
  });
  const created = await store.create(SecretBytes.take(Buffer.from(passphrase)), NO_CONTENTS);
  if (!created.ok) throw new Error(created.failure.code);
  const { contents, seal } = fill(created.value);
  const saved = await created.value.change({
    contents: () => contents,
    ...(seal === undefined ? {} : { seal }),
  });
  if (!saved.ok) throw new Error(saved.failure.code);
  await created.value.lock();
}

const LAB = 'lab' as EnvironmentId;

const labEnvironment = ({ baseUrl, tradeUrl, authorityPem }: PracticeForTests): Environment => ({
  id: LAB,
  name: 'Lab',
  kind: 'sandbox',
  baseUrl,
  tradeUrl,
  authorityPem,
});

type Entered = Pick<
  Credential,
  'environmentId' | 'accessType' | 'label' | 'clientId' | 'registeredScopes' | 'permission' | 'tags'
> & { readonly secret: SecretBytes };

const labClients = (lab: PracticeForTests, clients: LabCredentials): readonly Entered[] =>
  Object.entries(clients).map(([label, client]) => {
    const { clientId, accessType, scopes, secret } = lab[client];
    return {
      label,
      clientId,
      accessType,
      environmentId: LAB,
      registeredScopes: scopes,
      permission: accessType === 'partner' ? 'read' : null,
      tags: [],
      secret: SecretBytes.take(Buffer.from(secret)),
    };
  });

/** @param clients absent: no environment but that of practice. */
export async function writePreparedVault(
  profile: string,
  passphrase: string,
  lab: PracticeForTests,
  clients?: LabCredentials,
): Promise<void> {
  const nowMs = Date.now();
  await writeVault(profile, passphrase, LOW_COST, (vault) => {
    const entered = [...sampleCredentials(), ...labClients(lab, clients ?? {})];
    const credentials = entered.map(({ secret, ...facts }): Credential => ({
      ...facts,
      id: randomUUID() as CredentialId,
      ownerAccount: '',
      createdAtMs: nowMs,
      secretSetAtMs: nowMs,
      secretFingerprint: vault.fingerprint(secret),
      refusalsInARow: 0,
      removeWhenDead: false,
      lastFailure: null,
    }));
    return {
      contents: {
        ...NO_CONTENTS,
        environments: [
          practiceEnvironment,
          ...(clients === undefined ? [] : [labEnvironment(lab)]),
        ],
        credentials,
      },
      seal: credentials.flatMap(({ id }, index) => {
        const secret = entered[index]?.secret;
        return secret === undefined ? [] : [{ name: { id, field: 'client_secret' }, secret }];
      }),
    };
  });
}
