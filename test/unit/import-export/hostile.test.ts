// Any bytes at all, and texts that nearly are one of the formats: read or refused, never thrown, never
// more than the limits, and nothing of a secret in what is said about it.
import { inspect } from 'node:util';
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { importLimits } from '../../../electron/shared/import-export/import-view.ts';
import { readImport } from '../../../electron/main/import-export/read-import.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';

const SECRET = 'canary-K7w2hT40pL93';
const pieces = [
  'client_id',
  'client_secret',
  SECRET,
  '=',
  ':',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '"',
  "'",
  '`',
  '\\',
  '\\u0041',
  '^',
  '$',
  '${A}',
  '{{a}}',
  '{% x %}',
  '{',
  '}',
  '[',
  ']',
  '__proto__',
  'curl ',
  ' -d ',
  ' -u ',
  'meta {\n',
  'vars:secret [\n',
  'export ',
  '#',
  'item',
  'request',
  '{"info":{"schema":"/collection/v2.1"},"item":[',
  '{"_type":"export","__export_format":4,"resources":[',
  '\ufeff',
  '\u202e',
  '1',
  ' ',
];
const names = fc.constantFrom('', '.env', 'a.csv', 'a.json', 'a.bru', 'a.yaml', 'a.tsv');

/** What is wrong with how this was read; nothing, if all is well. */
function wrongWith(bytes: Buffer, name: string): readonly string[] {
  const result = readImport(bytes, name);
  if (!result.ok) {
    const said = inspect([result, failureWords(result.failure)], { depth: 6 });
    return [
      ...(/^(?:import_|too_large$)/.test(result.failure.code) ? [] : [result.failure.code]),
      ...(said.includes(SECRET) ? ['a secret is in the refusal'] : []),
    ];
  }
  const { rows } = result.value;
  const isLarge = rows.some(
    ({ label, clientId, hosts, notes }) =>
      label.length > 80 || clientId.length > 256 || hosts.length > 8 || notes.length > 12,
  );
  return isLarge || rows.length > importLimits.rows ? ['a limit is not kept'] : [];
}

describe('whatever is given to the readers', () => {
  it('ends in rows or a refusal, of what nearly is a format', () => {
    const text = fc
      .array(fc.constantFrom(...pieces), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, names, (sample, name) => {
        expect(wrongWith(Buffer.from(sample), name)).toEqual([]);
      }),
      { numRuns: 8_000 },
    );
  });

  it.each([
    ['quotation marks', '"'.repeat(65_536)],
    ['words in quotation marks', `curl ${'"a" '.repeat(16_000)}`],
    ['brackets', '['.repeat(65_536)],
    ['variables of themselves', `A=\${A}\n${'B=${A}${A}${A}\n'.slice(0, 15)}`],
    [
      'variables that grow',
      Array.from({ length: 400 }, (_, at) => `V${at + 1}="\${V${at}}\${V${at}}"`).join('\n'),
    ],
    ['names', Array.from({ length: 3_000 }, (_, at) => `N${at}_CLIENT_ID=x`).join('\n')],
    ['columns', ','.repeat(65_536)],
    ['lines', '\n'.repeat(65_536)],
    ['a long value', `CLIENT_ID=x\nCLIENT_SECRET=${'ab'.repeat(32_000)}`],
    ['escapes', `{"client_id":"${'\\u0041'.repeat(10_000)}"}`],
    ['commands', 'curl -d client_id=x\n'.repeat(3_200)],
    ['carets', `curl ^"${'^'.repeat(60_000)}`],
    ['members', `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['clients', `[${'{"client_id":"x","client_secret":"y1"},'.repeat(499)}{"client_id":"x"}]`],
  ])('never hangs on a whole file of %s', (_, text) => {
    expect(wrongWith(Buffer.from(text).subarray(0, 65_536), '')).toEqual([]);
  });
});
