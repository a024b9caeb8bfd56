// Reads one request of the practice gateway: its line, its headers, and a body of bounded size whose
// secrets stay bytes.
import type { PracticeRequest } from './handling.ts';
import type { PracticeIncoming } from './listener.ts';
import { parseFields } from './request-fields.ts';

/** Well above any request of the specification: the longest holds a token of 8 KiB. */
const BODY_CAP_BYTES = 65_536;

export interface ReadRequest extends PracticeRequest {
  readonly method: string;
  /** Empty where it was too large. */
  readonly body: Buffer;
  readonly tooLarge: boolean;
}

/** Rejects where the client goes away before its request is complete. */
export async function readRequest(incoming: PracticeIncoming): Promise<ReadRequest> {
  const read = await readBody(incoming);
  const body = read ?? Buffer.alloc(0);
  const target = incoming.url ?? '';
  const mark = target.indexOf('?');
  const headers = headersOf(incoming.rawHeaders);
  return {
    method: incoming.method ?? '',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers,
    fields: parseFields(headers.get('content-type')?.[0] ?? '', body),
    body,
    tooLarge: read === null,
  };
}

/** Values by lower-case name, in the order they came; without HTTP/2's own, such as `:path`. */
function headersOf(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (name.startsWith(':')) continue;
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [raw[at + 1] ?? '']);
    else values.push(raw[at + 1] ?? '');
  }
  return headers;
}

async function readBody(incoming: PracticeIncoming): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length <= BODY_CAP_BYTES) chunks.push(bytes);
  }
  const body = length <= BODY_CAP_BYTES ? Buffer.concat(chunks) : null;
  for (const chunk of chunks) chunk.fill(0);
  return body;
}
