// The request that introspects a token (RFC 7662 section 2.1): the token in a form, and the credentials
// of the client that asks beside it or in the Authorization header (RFC 6749 section 2.3.1).
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import type { Authorization } from './bearer-exchange.ts';
import { encodedBase64 } from '../redaction/secret-encodings.ts';
import type { ClientCredential } from '../gateway.ts';
import type { GatewayTarget } from '../call-target.ts';
import { encodeForm, encodeFormValue, type BodyField } from './request-body.ts';

interface IntrospectionRequest {
  readonly body: Buffer;
  /** Made for this request alone; whoever sends it wipes it. */
  readonly authorization?: Authorization;
  readonly secrets: readonly SecretBytes[];
}

/** No token_type_hint: nothing is known of the token but that it should be an access token. */
export function introspectionRequest(
  target: GatewayTarget,
  credential: ClientCredential,
  token: SecretBytes,
): IntrospectionRequest {
  const { clientId, secret } = credential;
  const isBasic = target.introspection?.authentication === 'client_secret_basic';
  const body = token.use((tokenBytes) => {
    const asked: BodyField = ['token', tokenBytes];
    if (isBasic) return encodeForm([asked]);
    return secret.use((secretBytes) =>
      encodeForm([asked, ['client_id', clientId], ['client_secret', secretBytes]]),
    );
  });
  if (!isBasic) return { body, secrets: [secret, token] };
  const value = secret.use((bytes) => basicValue(clientId, bytes));
  const authorization = { scheme: 'Basic', value } as const;
  return { body, authorization, secrets: [secret, token, value] };
}

/** Both halves are form-encoded first, so that a colon in the client id stays its own. */
function basicValue(clientId: string, secret: Buffer): SecretBytes {
  const id = encodeFormValue(Buffer.from(clientId, 'utf8'));
  const password = encodeFormValue(secret);
  const joined = wipeableBuffer(id.length + 1 + password.length);
  joined.set(id);
  joined[id.length] = 0x3a;
  joined.set(password, id.length + 1);
  const value = SecretBytes.take(encodedBase64(joined));
  for (const bytes of [password, joined]) bytes.fill(0);
  return value;
}
