// One revoke call (docs/service.md 4, RFC 7009): opens the secret and the token's text for as long as
// the call takes.
import type { Credential } from '../../domain/credential.ts';
import { fail, ok, type Result, type Outcome } from '../../domain/result.ts';
import { secretFieldsToRevoke, type SecretField } from '../../domain/rotation.ts';
import { type Failure, gone } from '../../../shared/failures/failure.ts';
import type { ClientCredential, GatewayFailure, RevokeAnswer } from '../../gateway/gateway.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { GatewayTarget } from '../../gateway/call-target.ts';
import { createSingleFlight } from '../issuance/single-flight.ts';
import { findEnvironment, type OpenSession, type TokenPlace } from '../open-session.ts';

/** Sends one revocation, over connections that others may share. */
type RevokeBy = (
  target: GatewayTarget,
  credential: ClientCredential,
  token: SecretBytes,
) => Promise<Result<RevokeAnswer, GatewayFailure>>;

/** Why nothing could be sent: the token's text or the credential's secret is not there. */
interface Unsendable {
  readonly unsendable: Failure;
}

export async function callRevoke(
  session: OpenSession,
  secrets: PrintedSecrets,
  place: TokenPlace,
  by: RevokeBy,
): Promise<Result<RevokeAnswer, GatewayFailure | Unsendable>> {
  const { rotations } = session.vault.contents();
  const [first, second] = secretFieldsToRevoke(rotations, place.credential.id);
  const answer = await callWith(session, secrets, place, by, first);
  // In a rotation nobody may know yet which secret works: both are the same client's.
  if (second === undefined || answer.ok || !mayBeOfTheSecret(answer.failure)) return answer;
  const other = await callWith(session, secrets, place, by, second);
  // What a server answered says more than that the other secret is not there.
  return !other.ok && 'unsendable' in other.failure ? answer : other;
}

function mayBeOfTheSecret(failure: GatewayFailure | Unsendable): boolean {
  if ('unsendable' in failure) return true;
  return failure.code === 'invalid_client' || failure.code === 'unauthorized_client';
}

async function callWith(
  session: OpenSession,
  secrets: PrintedSecrets,
  { token, credential, environment }: TokenPlace,
  by: RevokeBy,
  field: SecretField,
): Promise<Result<RevokeAnswer, GatewayFailure | Unsendable>> {
  const name = { id: credential.id, field };
  // Only where the person refused that a secret stays sealed, another program is needed to revoke.
  const isSealed = credential.secretCommand === undefined || session.secrets.isSealed(name);
  const secret = isSealed ? session.vault.openRecord(name) : await secrets(credential, field);
  const text = session.texts.openText(token.id);
  // SECURITY(S35): the command, or the try with the other secret, may have taken long.
  const now = findEnvironment(session, environment.id);
  try {
    if (!text.ok) return fail({ unsendable: gone('text') });
    if (!secret.ok) return fail({ unsendable: whyNotOpened(secret.failure) });
    if (!now.ok) return fail({ unsendable: now.failure });
    const { accessType, clientId } = credential;
    const startedAtMs = session.clock.nowMs();
    return await session.activities.during(
      { call: 'revoke', credentialId: credential.id, tokenId: token.id, startedAtMs },
      () => by(now.value.target, { accessType, clientId, secret: secret.value }, text.value),
    );
  } finally {
    if (secret.ok) secret.value.wipe();
    if (text.ok) text.value.wipe();
  }
}

/** A vault that does not open it no longer has the credential; a command says why it failed. */
const whyNotOpened = (failure: Failure): Failure =>
  failure.code.startsWith('manager_') ? failure : gone('key');

/** The caller wipes it. */
export type PrintedSecrets = (credential: Credential, field: SecretField) => Outcome<SecretBytes>;

/**
 * Client secrets for many calls at the same time: a command that prints one runs once for all that wait for it, since a
 * secret manager may ask the person each time.
 */
export function createPrintedSecrets({ secrets }: OpenSession): PrintedSecrets {
  const flights = createSingleFlight<Result<SecretBytes>>(fail({ code: 'cancelled' }));
  return async (credential, field) => {
    const printed = await flights.fly(`${field} ${credential.id}`, async () => {
      const secret = await secrets.toPresent(credential, field);
      // All that waited have their copies by then.
      setImmediate(() => secret.ok && secret.value.wipe());
      return secret;
    });
    return printed.ok ? ok(printed.value.copy()) : printed;
  };
}
