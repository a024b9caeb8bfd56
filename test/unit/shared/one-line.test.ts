// What main takes as one line: names that can be seen, identifiers that hide nothing.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { credentialCalls } from '../../../electron/shared/credentials/credential-calls.ts';
import { line } from '../../../electron/shared/view-parts.ts';

describe('one line that a person typed', () => {
  it.each(['Desk-A', 'שלום\u200e Desk', '👩‍👩‍👧‍👦', 'ไทย\u200bไทย', '⭐️'])('may be %s', (typed) => {
    expect(v.is(line(1, 80), typed)).toBe(true);
  });

  it.each(['', ' ', '\u200b', ' \u200d\u2060 ', '\ufe0f', 'a\u202eb', 'a\nb', 'a\u2028b'])(
    'is not %j',
    (typed) => {
      expect(v.is(line(1, 80), typed)).toBe(false);
    },
  );

  it('may be nothing where nothing is needed', () => {
    expect(v.is(line(0, 80), '')).toBe(true);
  });

  it('hides nothing where it is a client id', () => {
    const { clientId } = credentialCalls.credentialAdd.input.entries;
    expect(v.is(clientId, 'trader-1')).toBe(true);
    expect(v.is(clientId, 'trader-1\u200b')).toBe(false);
  });
});
