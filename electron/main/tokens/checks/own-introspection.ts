// Introspection of a token of ours (RFC 7662), where its environment configures it: asked as the credential itself, at
// the host that its token calls go to. What it proves is domain/judge-answer.ts.
import { secretFieldToMint } from '../../domain/rotation.ts';
import { readAnswerJson } from '../../gateway/responses/answer-json.ts';
import { wayOf } from './probe-answer.ts';
import { findEnvironment, type OpenSession, type TokenPlace } from '../open-session.ts';

interface Introspected {
  readonly active: boolean;
  readonly way: string;
  readonly status: number;
}

/**
 * Null where nobody configured it, and where its answer is not a plain *active* or *not active*: a refusal of who
 * asks, a page, a word said twice.
 */
export async function introspectOwn(
  session: OpenSession,
  { token, credential, environment, target }: TokenPlace,
): Promise<Introspected | null> {
  if (target.introspection === undefined) return null;
  const { id, accessType, clientId } = credential;
  const text = session.texts.openText(token.id);
  if (!text.ok) return null;
  const field = secretFieldToMint(session.vault.contents().rotations, id);
  const secret = await session.secrets.toPresent(credential, field);
  // SECURITY(S35): a command that prints the secret takes its time.
  const now = findEnvironment(session, environment.id);
  if (!secret.ok || !now.ok) {
    text.value.wipe();
    if (secret.ok) secret.value.wipe();
    return null;
  }
  try {
    const asker = { accessType, clientId, secret: secret.value };
    const options = { signal: session.closing };
    const answer = await session.gateway.introspectToken(
      now.value.target,
      asker,
      text.value,
      options,
    );
    if (!answer.ok) return null;
    const { status, body, facts } = answer.value;
    const active = status === 200 ? saidActive(body) : null;
    body.fill(0);
    return active === null ? null : { active, way: wayOf(facts), status };
  } finally {
    text.value.wipe();
    secret.value.wipe();
  }
}

/** RFC 7662 section 2.2. Said twice, or in another type, is not said: null. */
function saidActive(body: Buffer): boolean | null {
  const reading = readAnswerJson(body);
  if (reading.kind !== 'object' || reading.object.isTwice('active')) return null;
  const active = reading.object.value('active');
  return typeof active === 'boolean' ? active : null;
}
