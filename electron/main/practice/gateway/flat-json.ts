// Reads a JSON object of strings (docs/service.md 2.4). Anything else in it, such as a number, an array or a repeated
// name, is refused.
import { readAnswerJson } from '../../gateway/responses/answer-json.ts';

/** Far more than any request has (docs/service.md 2.4). */
const MAX_MEMBERS = 64;

/** Values as UTF-8 bytes by name; null where the body is anything but a flat object of strings. */
export function parseFlatJson(body: Buffer): Map<string, Buffer> | null {
  const reading = readAnswerJson(body);
  if (reading.kind !== 'object' || reading.object.names.length > MAX_MEMBERS) return null;
  const { object } = reading;
  const values = new Map<string, Buffer>();
  for (const name of object.names) {
    const value = object.value(name);
    if (typeof value !== 'string' || object.isTwice(name)) return null;
    values.set(name, Buffer.from(value));
  }
  return values;
}
