// Reads a JSON object of strings (docs/service.md 2.4) byte by byte, so that the secret in it never
// becomes a string. Anything else in it, such as a number, an array or a repeated name, is refused.
import { scanJsonObject } from '../../gateway/responses/json-scan.ts';
import { decodeJsonString } from '../../gateway/responses/json-string.ts';

/** Far more than any request has (docs/service.md 2.4). */
const MAX_MEMBERS = 64;

/** Values as UTF-8 bytes by name; null where the body is anything but a flat object of strings. */
export function parseFlatJson(body: Buffer): Map<string, Buffer> | null {
  const scan = scanJsonObject(body, null, MAX_MEMBERS);
  if (scan.kind !== 'object' || scan.members.length > MAX_MEMBERS) return null;
  const values = new Map<string, Buffer>();
  for (const { name, kind, start, end } of scan.members) {
    if (kind !== 'string' || values.has(name)) return null;
    values.set(name, decodeJsonString(body, start, end));
  }
  return values;
}
