// The Trader revocation endpoint (docs/service.md 4, RFC 7009): accepts whatever the token, tells
// nothing about it, and ends only tokens of the client that asks. The answer's shape is not shown.
import type { PracticeRequest, Surroundings } from './handling.ts';
import { badCredentials, emptyReply, type Reply } from './reply.ts';
import { authenticated, refuseShape } from './token-endpoints.ts';

export function answerRevoke(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'form', ['client_id', 'client_secret', 'token']);
  if (refused) return refused;
  const client = authenticated(request, around, 'trader');
  if (!client) return badCredentials(around.settings.badCredentials, 'credentials refused');
  const text = request.fields.values.get('token') ?? Buffer.alloc(0);
  const token = around.state.tokenOf(text);
  const accepted = (note: string): Reply => ({
    ...emptyReply(200, note),
    delayMs: around.settings.revokeLatencyMs,
  });
  if (!token) return accepted('accepted: unknown token');
  if (token.clientId !== client.clientId) return accepted("accepted: another client's token, kept");
  const first = around.state.revoke(token, around.nowMs);
  if (!first) return accepted('accepted: was revoked before');
  return accepted(
    around.nowMs < token.expiresAtMs ? 'accepted: revoked' : 'accepted: had expired before',
  );
}
