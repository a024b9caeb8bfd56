// Makes what a drill plays with: practice credentials with fresh secrets, known to the practice gateway,
// and the row that names them all.
import { traderScopes, type DrillScenario } from '../../../shared/words.ts';
import { newCredential } from '../../credentials/credentials.ts';
import type { Credential } from '../../domain/credential.ts';
import type { DrillResult } from '../../domain/drill.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId, type DrillId } from '../../domain/ids.ts';
import { ok, type Outcome } from '../../domain/result.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import type { PracticeGateway } from '../gateway/practice-gateway.ts';
import { randomText } from '../gateway/practice-state.ts';
import type { OpenSession } from '../../tokens/open-session.ts';
import { drillPlays, type DrillPlay } from './drill-scenarios.ts';

/** Its credentials can be shown alone by this. */
const DRILL_TAG = 'drill';

/** The row, its credentials and their secrets in one save. */
export async function setUpDrill(
  session: OpenSession,
  gateway: PracticeGateway,
  scenario: DrillScenario,
): Outcome<readonly CredentialId[]> {
  const made = drillPlays[scenario].credentials.map((play) => {
    const secret = SecretBytes.take(Buffer.from(randomText('')));
    return { play, secret, credential: drillCredential(session, play, secret) };
  });
  const leaked = made.filter(({ play }) => play.leaked);
  const drill: DrillResult = {
    id: session.newId() as DrillId,
    scenario,
    startedAtMs: 0,
    endedAtMs: null,
    how: null,
    credentialIds: made.map(({ credential }) => credential.id),
    leakedIds: leaked.map(({ credential }) => credential.id),
    leakedSecrets: leaked.map(({ credential }) => credential.secretFingerprint),
    tokens: 0,
    acceptedAfterMs: null,
    verifiedAfterMs: null,
    mistakes: [],
  };
  const saved = await session.vault.change({
    contents: (now) => ({
      ...now,
      drills: [drill, ...now.drills],
      credentials: [...now.credentials, ...made.map(({ credential }) => credential)],
    }),
    seal: made.map(({ credential: { id }, secret }) => ({
      name: { id, field: 'client_secret' as const },
      secret,
    })),
  });
  for (const { credential, secret } of made) {
    const { clientId, accessType, registeredScopes: scopes } = credential;
    if (saved.ok) {
      secret.use((bytes) =>
        gateway.controls.registerClient({ clientId, accessType, scopes, secret: bytes }),
      );
    }
    secret.wipe();
  }
  session.changed();
  return saved.ok ? ok(drill.credentialIds) : saved;
}

/** Known from the credential's id alone, so that it can be cleaned up when nothing else is left. */
export const clientIdOf = (id: CredentialId): string => `drill-${id}`;

function drillCredential(
  session: OpenSession,
  play: DrillPlay['credentials'][number],
  secret: SecretBytes,
): Credential {
  const { label, accessType } = play;
  const asked = {
    environmentId: PRACTICE_ENVIRONMENT_ID,
    accessType,
    label,
    clientId: '',
    registeredScopes: traderScopes,
    permission: 'write',
    ownerAccount: '',
    tags: [DRILL_TAG],
  } as const;
  const made = newCredential(session, asked, secret);
  return { ...made, clientId: clientIdOf(made.id) };
}
