// The register itself: every row has its test, and the code that defends says for which row.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const numbers = [
  ...Array.from({ length: 43 }, (_, index) => index + 1),
  45,
  46,
  50,
  51,
  52,
  53,
  54,
  55,
];
const ids = numbers.map((number) => `S${String(number).padStart(2, '0')}`);
/** Rows whose test stands with the code that it tests, and names the row in its first lines. */
const elsewhere: Readonly<Record<string, string>> = {
  S10: 'test/gateway/redirect.test.ts',
  S33: 'test/integration/odd-refusals-in-practice.test.ts',
  S35: 'test/unit/tokens/changed-target.test.ts',
  S36: 'test/unit/secret-input/question-queue.test.ts',
  S37: 'test/unit/vault/vault-lock.test.ts',
  S39: 'test/unit/shared/view-parts.test.ts',
  S40: 'test/integration/end-signals.test.ts',
  S41: 'test/unit/protection/real-input.test.ts',
  S42: 'test/unit/unlock/passphrase-change.test.ts',
  S43: 'test/unit/vault/exported-file.test.ts',
  S50: 'test/integration/hand-out.test.ts',
  S51: 'test/unit/hand-out/door.test.ts',
  S52: 'test/unit/hand-out/door.test.ts',
  S53: 'test/unit/hand-out/door.test.ts',
  S54: 'test/unit/hand-out/door.test.ts',
  S55: 'test/unit/session/vault-session.test.ts',
};

function marks(): ReadonlySet<string> {
  const files = readdirSync(path.join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join('electron', name));
  const text = [...files, 'electron-builder.yml']
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .join('\n');
  return new Set([...text.matchAll(/SECURITY\((S\d\d)\)/g)].map(([, id]) => id ?? ''));
}

describe('the security register', () => {
  it.each(ids)('%s has its test', (id) => {
    const other = elsewhere[id];
    const names =
      other === undefined
        ? readdirSync(import.meta.dirname).filter((name) => name.startsWith(`${id.toLowerCase()}-`))
        : [readFileSync(path.join(root, other), 'utf8').slice(0, 500)].filter((beginning) =>
            new RegExp(`\\b${id}\\b`).test(beginning),
          );
    expect(names).not.toEqual([]);
  });

  it('is marked in the code that defends, row by row', () => {
    const found = marks();
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
    expect([...found].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
