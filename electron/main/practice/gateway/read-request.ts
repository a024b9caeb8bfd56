// Reads one request of the practice gateway: its line, its headers, and the fields of a body of bounded size
// in the two encodings of docs/service.md 5.4.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

/** Well above any request of the specification: the longest holds a token of 8 KiB. */
const BODY_CAP_BYTES = 65_536;

interface RequestFields {
  /** `malformed`: not what its media type says, or a field that came twice. */
  readonly encoding: 'form' | 'json' | 'malformed' | 'other';
  readonly values: ReadonlyMap<string, string>;
}

export interface PracticeRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
  /** Values of each header by lower-case name, in the order they came. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly fields: RequestFields;
  /** Empty where it was too large. */
  readonly body: Buffer;
  readonly tooLarge: boolean;
}

/** Rejects where the client goes away before its request is complete. */
export async function readRequest(
  incoming: IncomingMessage | Http2ServerRequest,
): Promise<PracticeRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_CAP_BYTES) chunks.push(chunk);
  }
  const tooLarge = length > BODY_CAP_BYTES;
  const body = tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks);
  const [path = '', ...query] = (incoming.url ?? '').split('?');
  const headers = headersOf(incoming.rawHeaders);
  const fields = parseFields(headers.get('content-type')?.[0] ?? '', body);
  const method = incoming.method ?? '';
  return { method, path, query: query.join('?'), headers, fields, body, tooLarge };
}

/** The header's only value; null where it is missing or came more than once. */
export function singleHeader(request: PracticeRequest, name: string): string | null {
  const values = request.headers.get(name) ?? [];
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** A field that was sent; empty where it is missing. */
export const fieldOf = ({ fields }: PracticeRequest, name: string): string =>
  fields.values.get(name) ?? '';

/** Without HTTP/2's own, such as `:path`. */
function headersOf(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (name.startsWith(':')) continue;
    headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] ?? '']);
  }
  return headers;
}

export function parseFields(contentType: string, body: Buffer): RequestFields {
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const parsers = {
    'application/x-www-form-urlencoded': { encoding: 'form', parse: parseForm },
    'application/json': { encoding: 'json', parse: parseFlatJson },
  } as const;
  if (!Object.hasOwn(parsers, mediaType)) return { encoding: 'other', values: new Map() };
  const { encoding, parse } = parsers[mediaType as keyof typeof parsers];
  const values = isUtf8(body) ? parse(body.toString('utf8')) : null;
  return values === null ? { encoding: 'malformed', values: new Map() } : { encoding, values };
}

/** Null for a repeated name (RFC 6749 section 3.2), a broken escape, or bytes that are not UTF-8. */
function parseForm(text: string): Map<string, string> | null {
  try {
    // URLSearchParams mends what a strict server refuses; this throws for it.
    decodeURIComponent(text);
  } catch {
    return null;
  }
  const fields = [...new URLSearchParams(text)];
  const values = new Map(fields);
  return values.size === fields.length ? values : null;
}

/** Null for anything but an object of strings (docs/service.md 2.4). */
function parseFlatJson(text: string): Map<string, string> | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
    const fields = Object.entries(body as Record<string, unknown>);
    const strings = fields.filter((each): each is [string, string] => typeof each[1] === 'string');
    return strings.length === fields.length ? new Map(strings) : null;
  } catch {
    return null;
  }
}
