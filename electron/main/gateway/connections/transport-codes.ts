// Maps the error codes of sockets, TLS and undici to our closed codes. The foreign error itself is dropped: library
// errors carry requests and tokens (S22).
import { errors } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';

const byCode: ReadonlyMap<string, GatewayFailureCode> = new Map([
  ['ENOTFOUND', 'name_not_found'],
  ['ECONNREFUSED', 'connect_refused'],
  ['ETIMEDOUT', 'connect_timeout'],
  ['ECONNRESET', 'connection_reset'],
  ['ECONNABORTED', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_unknown_authority'],
  ['CERT_HAS_EXPIRED', 'tls_expired'],
  ['CERT_NOT_YET_VALID', 'tls_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_wrong_host'],
  ['EPROTO', 'tls_protocol'],
]);

/** Chain codes of OpenSSL and BoringSSL that have no row of their own: nobody trusted vouches. */
const CHAIN =
  /^(?:UNABLE_TO_|SELF_SIGNED_|CERT_|CRL_|ERROR_IN_|INVALID_|PATH_|HOSTNAME_|OUT_OF_MEM)/;

// SECURITY(S22): nothing but the code of a foreign error is ever read.
/** A failure while connecting: before the connection was up and verified, so nothing was sent. */
export function connectFailureCode(error: unknown): GatewayFailureCode {
  const code = foreignCode(error);
  const known = byCode.get(code);
  if (known !== undefined) return known;
  // Every failure of getaddrinfo.
  if (code.startsWith('EAI_')) return 'name_not_found';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls_protocol';
  return CHAIN.test(code) ? 'tls_unknown_authority' : 'connect_failed';
}

/** A failure of undici after the request was handed over. `seen`: how much of an answer had come. */
export function exchangeFailureCode(
  error: unknown,
  seen: 'nothing' | 'some' | 'head',
): GatewayFailureCode {
  const code = foreignCode(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'answer_too_large';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'answer_too_large';
  if (isGarbled(error)) return 'protocol_error';
  // A length that no body could have: of a head that was not taken.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && seen !== 'head') return 'protocol_error';
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls_protocol';
  return seen === 'nothing' ? 'connection_reset' : 'incomplete_response';
}

/** What came is no HTTP/1.1. */
export const isGarbled = (error: unknown): boolean => error instanceof errors.HTTPParserError;

/** Empty where there is none. */
export function foreignCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
