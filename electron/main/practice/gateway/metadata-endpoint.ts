// Metadata of the practice gateway as an authorization server (RFC 8414). The specification shows none, so
// the document is this gateway's own: what it does, and that it authenticates clients both ways where its
// introspection does.
import type { PracticeRequest, Surroundings } from './handling.ts';
import { jsonReply, oauthError, type Reply } from './reply.ts';
import { INTROSPECTION_PATH, REVOKE_PATH, TOKEN_PATH } from './practice-routes.ts';

export function answerMetadata(request: PracticeRequest, around: Surroundings): Reply {
  if (request.query !== '') return oauthError(400, 'invalid_request', 'No parameters here');
  const { baseUrl: issuer, alteration } = around;
  const document = {
    issuer,
    token_endpoint: issuer + TOKEN_PATH,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    revocation_endpoint: issuer + REVOKE_PATH,
    revocation_endpoint_auth_methods_supported: ['client_secret_post'],
    introspection_endpoint: issuer + INTROSPECTION_PATH,
    introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: ['TRADER_READ', 'TRADER_TRADE'],
  };
  return jsonReply(200, alteration.fields?.(document) ?? document, 'metadata');
}
