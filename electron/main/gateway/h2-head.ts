// Reads the head of an answer over HTTP/2 out of its fields, and refuses what is malformed (RFC 9113
// sections 8.1.1, 8.2.2 and 8.3).
import type { GatewayFailureCode } from '../../shared/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { readFields, type ResponseHead } from './response-head.ts';

export interface H2Head {
  readonly head: ResponseHead;
  /** Bytes of the body, where the head names them. */
  readonly declaredBytes: number | null;
}

/** They belong to a connection of HTTP/1.1, and to no answer here. */
const OF_CONNECTIONS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
] as const;

/** @param raw names and values in turn. @param headBytes the most of them, counted as in section 6.5.2. */
export function readH2Head(
  raw: readonly string[],
  headBytes: number,
): Result<H2Head, GatewayFailureCode> {
  const [first, status = ''] = raw;
  if (first !== ':status' || !/^[1-9]\d\d$/.test(status)) return fail('protocol_error');
  const others = raw.filter((each, at) => at > 0 && at % 2 === 0 && each.startsWith(':'));
  if (others.length > 0 || status === '101') return fail('protocol_error');
  if (raw.reduce((sum, text) => sum + text.length + 16, 0) > headBytes) {
    return fail('header_overflow');
  }
  const read = readFields(Number(status), raw);
  if (!read.ok) return read;
  const head = read.value;
  const lengths = head.values('content-length');
  const [length] = lengths;
  if (lengths.length > 1 || (length !== undefined && !/^\d{1,15}$/.test(length))) {
    return fail('protocol_error');
  }
  if (OF_CONNECTIONS.some((name) => head.values(name).length > 0)) return fail('protocol_error');
  return ok({ head, declaredBytes: length === undefined ? null : Number(length) });
}
