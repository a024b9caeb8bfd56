// One revoke call (docs/service.md 4, RFC 7009): opens the secret and the token's text for as long as
// the call takes.
import type { Credential } from '../../domain/credential.ts';
import { fail, type Result } from '../../domain/result.ts';
import { openRotation, secretFieldsToRevoke, type SecretField } from '../../domain/rotation.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { ClientCredential, GatewayFailure, RevokeAnswer } from '../../gateway/gateway.ts';
import type { CallOptions, GatewayTarget } from '../../gateway/call-target.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { findEnvironment, type OpenSession, type TokenPlace } from '../open-session.ts';
import type { CommandRests } from './command-rests.ts';
import type { SharedSecrets } from '../issuance/shared-secrets.ts';
import type { UnsavedTokens } from '../ledger/unsaved-tokens.ts';

/** Sends one revocation: over a connection of its own, or over one that is warm. */
export type RevokeBy = (
  target: GatewayTarget,
  credential: ClientCredential,
  token: SecretBytes,
  options: CallOptions,
) => Promise<Result<RevokeAnswer, GatewayFailure>>;

/** Why nothing could be sent: the token's text or the credential's secret is not there. */
interface Unsendable {
  readonly unsendable: Failure;
}

interface RevokeSources {
  readonly session: OpenSession;
  readonly texts: UnsavedTokens;
  readonly secrets: SharedSecrets;
  readonly rests: CommandRests;
}

export async function callRevoke(
  sources: RevokeSources,
  place: TokenPlace,
  by: RevokeBy,
): Promise<Result<RevokeAnswer, GatewayFailure | Unsendable>> {
  const { rotations } = sources.session.vault.contents();
  const [first, second] = secretFieldsToRevoke(rotations, place.credential.id);
  const answer = await callWith(sources, place, by, first);
  // In a rotation nobody may know yet which secret works: both are the same client's.
  if (second === undefined || answer.ok || !mayBeOfTheSecret(answer.failure)) return answer;
  const other = await callWith(sources, place, by, second);
  // What a server answered says more than that the other secret is not there.
  return !other.ok && 'unsendable' in other.failure ? answer : other;
}

function mayBeOfTheSecret(failure: GatewayFailure | Unsendable): boolean {
  if ('unsendable' in failure) return true;
  return failure.code === 'invalid_client' || failure.code === 'unauthorized_client';
}

async function callWith(
  { session, texts, secrets, rests }: RevokeSources,
  { token, credential, environment }: TokenPlace,
  by: RevokeBy,
  field: SecretField,
): Promise<Result<RevokeAnswer, GatewayFailure | Unsendable>> {
  const mark = markOf(session, credential, field);
  const name = { id: credential.id, field };
  // Only where the person refused that a secret stays sealed, another program is needed to revoke.
  const isSealed = credential.secretCommand === undefined || session.secrets.isSealed(name);
  const secret = isSealed
    ? secrets.borrow(name, mark)
    : await secrets.lend(name, mark, () =>
        rests.ask(credential.id, () => session.secrets.toPresent(credential, field)),
      );
  const text = texts.openText(token.id);
  // SECURITY(S35): the command, or the try with the other secret, may have taken long.
  const now = findEnvironment(session, environment.id);
  try {
    if (!secret.ok || !text.ok) {
      if (!text.ok) return fail({ unsendable: { code: 'token_text_gone' } });
      return fail({ unsendable: whyNotOpened(secret) });
    }
    if (!now.ok) return fail({ unsendable: now.failure });
    const { accessType, clientId } = credential;
    const startedAtMs = session.clock.nowMs();
    return await session.activities.during(
      { call: 'revoke', credentialId: credential.id, tokenId: token.id, startedAtMs },
      () =>
        by(now.value.target, { accessType, clientId, secret: secret.value.secret }, text.value, {
          signal: session.closing,
        }),
    );
  } finally {
    if (secret.ok) secret.value.giveBack();
    if (text.ok) text.value.wipe();
  }
}

/** A vault that does not open it no longer has the credential; a command says why it failed. */
function whyNotOpened(secret: Result<unknown, Failure>): Failure {
  const isManager = !secret.ok && secret.failure.code.startsWith('manager_');
  return isManager ? secret.failure : { code: 'unknown_credential' };
}

/** The fingerprint of the secret that the field holds now. */
function markOf(session: OpenSession, credential: Credential, field: SecretField): string {
  if (field === 'client_secret') return credential.secretFingerprint;
  return (
    openRotation(session.vault.contents().rotations, credential.id)?.newSecretFingerprint ?? ''
  );
}
