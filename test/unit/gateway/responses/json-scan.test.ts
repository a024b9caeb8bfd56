// The byte reader against JSON.parse (RFC 8259): the same verdict on every text, the same values, and
// no throw on any bytes (docs/oauth-cases.md case 33, R8).
import fc from '../../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { scanJsonObject } from '../../../../electron/main/gateway/responses/json-scan.ts';
import { decodeJsonString } from '../../../../electron/main/gateway/responses/json-string.ts';
import { readTokenResponse } from '../../../../electron/main/gateway/responses/token-response.ts';

const WANTED = new Set(['a', 'b']);
const SEED = 20_261_121;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Well-formed text and small damages of it. */
const damagedJson = fc
  .tuple(
    fc.json({ maxDepth: 6 }),
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', '}', '[', '0', '-', '.', 'e', '\u0001', '\\u00', ' '),
    fc.boolean(),
  )
  .map(([text, position, insert, cut]) => {
    const at = position % (text.length + 1);
    return text.slice(0, at) + insert + text.slice(cut ? at + 1 : at);
  })
  // Cutting may halve a character, which no UTF-8 can carry.
  .filter((text) => text.isWellFormed());

describe('the JSON reader', () => {
  it('gives the same verdict as JSON.parse on damaged texts', () => {
    fc.assert(
      fc.property(damagedJson, (text) => {
        const isValid = scanJsonObject(Buffer.from(text), WANTED).kind !== 'invalid';
        expect(isValid).toBe(isJson(text));
      }),
      { numRuns: 5_000, seed: SEED },
    );
  });

  it('finds the wanted members of any object, with the values JSON.parse gives', () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }));
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', ''), value);
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2), (made, indent) => {
        const bytes = Buffer.from(JSON.stringify(made, null, indent));
        const scan = scanJsonObject(bytes, WANTED);
        if (scan.kind !== 'object') throw new Error(scan.kind);
        expect(scan.members.map(({ name }) => name)).toEqual(
          Object.keys(made).filter((name) => WANTED.has(name)),
        );
        for (const { name, kind, start, end } of scan.members) {
          const parsed: unknown = JSON.parse(bytes.toString('utf8', start, end));
          expect(parsed).toEqual(JSON.parse(JSON.stringify(made[name])));
          const decoded =
            kind === 'string' ? decodeJsonString(bytes, start, end).toString() : parsed;
          expect(decoded).toEqual(parsed);
        }
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });

  it('decodes every escape, pairs of surrogates, and marks lone ones', () => {
    const text = String.raw`"\"\\\/\b\f\n\r\t\u0041\u00e9\u6f22\ud83d\ude00\uD83D\u0041\ude00x"`;
    const bytes = Buffer.from(text);
    expect(decodeJsonString(bytes, 0, bytes.length).toString()).toBe(
      '"\\/\b\f\n\r\tA\u00e9\u6f22\u{1f600}\ufffdA\ufffdx',
    );
  });

  it('allows 32 levels and no more', () => {
    const nested = (levels: number): Buffer => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
    expect(scanJsonObject(nested(32), WANTED).kind).toBe('other');
    expect(scanJsonObject(nested(33), WANTED).kind).toBe('invalid');
  });

  it('never throws on 10,000 random token answers', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
      damagedJson.map((text) => Buffer.from(`{"access_token":${text},"expires_in":${text}}`)),
      damagedJson.map((text) => Buffer.from(`{"scope":${text},"access_token":"x"}`)),
    );
    fc.assert(
      fc.property(noise, (body) => {
        const mediaType = 'application/json';
        const asked = ['TRADER_READ'];
        const accessType = 'trader';
        const response = { status: 200, mediaType, body, accessType, asked, secrets: [] } as const;
        expect(['tokens', 'error', 'failed']).toContain(readTokenResponse(response).kind);
      }),
      { numRuns: 10_000, seed: SEED },
    );
  });
});
