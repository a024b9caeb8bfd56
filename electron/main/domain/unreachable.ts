// Failures in which no server of the API answered: its name, the way to it or the connection stood in
// between, or what answered was not that server.
import type { FailureCode } from '../../shared/failures/failure.ts';

export const unreachable: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'name_not_found',
  'proxy_unknown',
  'connect_refused',
  'proxy_unreachable',
  'proxy_closed',
  'proxy_bad_gateway',
  'connect_failed',
  'connect_timeout',
  'connection_reset',
  'answer_timeout',
  'incomplete_response',
]);

/**
 * Something else answered in the server's place, as a captive portal does, or it could not prove to be the
 * server. A proxy that wants another password is none of these: asked all night, it locks an account.
 */
export const impersonated: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'proxy_refused',
  'tls_unknown_authority',
  'tls_expired',
  'tls_authority_expired',
  'tls_wrong_host',
  'tls_protocol',
]);
