// Reads one request of the practice gateway: its line, its headers, and the fields of a body of bounded size
// in the two encodings of docs/service.md 5.4.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import * as v from 'valibot';

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
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
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
  const headers = new Map(
    // Without HTTP/2's own, such as `:path`.
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      name.startsWith(':') ? [] : [[name, String(value)] as const],
    ),
  );
  const fields = parseFields(headers.get('content-type') ?? '', body);
  const method = incoming.method ?? '';
  return { method, path, query: query.join('?'), headers, fields, body, tooLarge };
}

/** A field that was sent; empty where it is missing. */
export const fieldOf = ({ fields }: PracticeRequest, name: string): string =>
  fields.values.get(name) ?? '';

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
  const read = v.safeParse(flatJson, text);
  return read.success ? new Map(Object.entries(read.output)) : null;
}

const flatJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((body) => !Array.isArray(body)),
  v.record(v.string(), v.string()),
);
