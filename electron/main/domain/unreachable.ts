// Failures in which no server of the API answered: its name, the way to it or the connection stood in
// between.
import type { FailureCode } from '../../shared/failure.ts';

export const unreachable: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'name_not_found',
  'proxy_unknown',
  'connect_refused',
  'proxy_not_found',
  'proxy_unreachable',
  'proxy_timeout',
  'proxy_closed',
  'proxy_bad_gateway',
  'proxy_gateway_timeout',
  'connect_failed',
  'connect_timeout',
  'handshake_timeout',
  'connection_reset',
  'headers_timeout',
  'total_timeout',
  'incomplete_response',
]);
