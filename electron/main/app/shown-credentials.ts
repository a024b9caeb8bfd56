// Credentials as the app window sees them.
import type { CredentialView } from '../../shared/credentials/credential-view.ts';
import { accessTypeConflicts } from '../domain/access-type-conflict.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { validUntilMsOf } from '../domain/secret-age.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { VaultContents } from '../vault/vault.ts';
import { toLeaseView, toRenewalView } from '../renewal/renewal.ipc.ts';
import { toLeakPlanView } from '../incident/incident.ipc.ts';
import { toRotationView } from '../incident/rotations.ipc.ts';
import { toTokenView } from '../tokens/shown-token.ts';

/** `contents` hold what is not saved yet beside what is. */
export function toCredentialViews(
  services: SessionServices,
  contents: VaultContents,
): CredentialView[] {
  const { session } = services;
  const favourites = new Set<CredentialId>(contents.favourites);
  const isInConflict = accessTypeConflicts(contents.credentials);
  const sources = { ...services, unsaved: new Set(session.texts.list().map(({ id }) => id)) };
  return contents.credentials.map((credential) => ({
    ...ownFacts(credential),
    secretDue: services.dueOf(credential),
    lastUse: services.uses.of(credential.id),
    favourite: favourites.has(credential.id),
    rotation: toRotationView(services, credential.id),
    leakPlan: toLeakPlanView(services, credential.id),
    renewal: toRenewalView(services, credential.id, session.clock.nowMs()),
    accessTypeConflict: isInConflict(credential),
    activities: activitiesOf(services, credential.id),
    tokens: session.index.tokensOf(contents, credential.id).map((token) => ({
      ...toTokenView(sources, credential, token),
      lease: toLeaseView(services.leases, token.id, session.clock.nowMs()),
    })),
  }));
}

function activitiesOf(
  { session }: SessionServices,
  id: CredentialId,
): CredentialView['activities'] {
  return session.activities
    .ofCredential(id)
    .map(({ call, tokenId, startedAtMs, nextTry = null, left }) => ({
      call,
      tokenId,
      startedAtMs,
      nextTry,
      isLeft: left?.aborted === true,
    }));
}

/** What else the vault keeps of it, or keeps otherwise, is named here; a field that no view knows is refused as it leaves. */
function ownFacts(credential: Credential) {
  const {
    createdAtMs: _createdAtMs,
    secretSetAtMs: setAtMs,
    secretFingerprint: fingerprint,
    secretEnd: _secretEnd,
    secretCommand: _secretCommand,
    removeWhenDead: removing,
    notes = '',
    webPage = '',
    ...own
  } = credential;
  const validUntilMs = validUntilMsOf(credential);
  const secret = { setAtMs, fingerprint, validUntilMs, ...commandOf(credential) };
  return { ...own, notes, webPage, removing, secret };
}

function commandOf({ secretCommand }: Credential): Pick<CredentialView['secret'], 'command'> {
  if (secretCommand === undefined) return {};
  const { path, arguments: args, keepsWhileLive } = secretCommand;
  return { command: { path, arguments: [...args], keepsWhileLive } };
}
