// Case 2 of docs/oauth-cases.md: 500 random secrets survive both encodings, decoded by other people's code.
import { describe, expect, it } from 'vitest';
import { encodeForm, encodeJson } from '../../../../electron/main/gateway/requests/request-body.ts';

const plain = '&=+% \u00e9\u6f22\u{1f600}"\\/\u0000\r\n\u007f*-._~!\'()<>azAZ09';
const alphabet = [...plain.split(/(?:)/u), 'e\u0301'];

/** Repeatable: a failure can be replayed. */
function randomTexts(count: number): string[] {
  let seed = 20_261_121;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: next(48) }, () => alphabet[next(alphabet.length)]).join(''),
  );
}

describe('a request body', () => {
  it('case 2: a form carries 500 random secrets unchanged', () => {
    for (const text of randomTexts(500)) {
      const body = encodeForm([
        ['client_id', text],
        ['client_secret', Buffer.from(text)],
        ['scope', 'A B'],
      ]).toString('latin1');
      expect([...new URLSearchParams(body)]).toEqual([
        ['client_id', text],
        ['client_secret', text],
        ['scope', 'A B'],
      ]);
      // The same bytes a browser's form would send.
      const expected = new URLSearchParams([
        ['client_id', text],
        ['client_secret', text],
        ['scope', 'A B'],
      ]);
      expect(body).toBe(expected.toString());
    }
  });

  it('case 2: JSON carries 500 random secrets unchanged', () => {
    for (const text of randomTexts(500)) {
      const body = encodeJson([
        ['client_id', text],
        ['client_secret', Buffer.from(text)],
      ]);
      expect(JSON.parse(body.toString('utf8'))).toEqual({ client_id: text, client_secret: text });
    }
  });

  it('carries any bytes as a form, and refuses what is not UTF-8 as JSON', () => {
    const bytes = Buffer.from([0xff, 0x00, 0x80]);
    expect(encodeForm([['s', bytes]]).toString('latin1')).toBe('s=%FF%00%80');
    expect(() => encodeJson([['s', bytes]])).toThrow('UTF-8');
  });
});
