// S34: Whoever adds a reader of foreign bytes adds it to the readers that are measured (P13): found here by
// where such bytes enter, in the source itself.
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../support/source-files.ts';
import { notForeign, readers } from '../../bench/readers.ts';

const MAIN = 'electron/main/';
const BYTES =
  /\b(?:Buffer|Uint8Array|ArrayBuffer|IncomingMessage|PracticeIncoming|ImportText|PeerCertificate)\b/;
/** What takes bytes or text from outside, or makes something of them. */
const DOORS = [
  'JSON.parse(',
  'new X509Certificate(',
  'getPeerCertificate(',
  'createGunzip(',
  'createInflate(',
  'createInterface(',
  ".on('data'",
  '.readText()',
  '.resolveProxy(',
  'new Store<',
  'readFileSync(',
  '.readFile(',
  'new Worker(',
];
/** By name: these make something of the bytes. */
const READS = /^(?:read|parse|decode|scan|split)[A-Z]/;

const files = sourceFiles(MAIN).map(({ name, text }) => ({ name: name.slice(MAIN.length), text }));

function exportsOf(text: string): { readonly name: string; readonly takesBytes: boolean }[] {
  const functions =
    /export (?:async )?(?:function\*? (\w+)(?:<[^(]*>)?|const (\w+) = (?:async )?)\(/g;
  return [...text.matchAll(functions)].map((match) => {
    const start = match.index + match[0].length;
    return {
      name: match[1] ?? match[2] ?? '',
      takesBytes: BYTES.test(parametersFrom(text, start)),
    };
  });
}

function parametersFrom(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
  }
  return text.slice(start, end);
}

/** A member of an exported port or factory that is given bytes. */
const members = /readonly \w+: \([^)]*\b(?:Buffer|Uint8Array)\b[^)]*\) =>/;

const entersAt = ({ text }: { readonly text: string }): boolean =>
  DOORS.some((door) => text.includes(door)) ||
  members.test(text) ||
  exportsOf(text).some(({ takesBytes }) => takesBytes);

const places = readers.flatMap(({ reads }) => reads);
const measured = new Set(places.map((place) => place.split('#')[0] ?? ''));
const excused = (file: string): boolean =>
  Object.keys(notForeign).some((prefix) => file.startsWith(prefix));

describe('a file of main that takes bytes from outside', () => {
  it('is found by what it takes', () => {
    const found = files.filter(entersAt).map(({ name }) => name);
    expect(found).toContain('gateway/responses/json-scan.ts');
    expect(found).toContain('secret-scan/text-scan.ts');
    expect(found).toContain('secret-input/authority-file.ts');
    expect(found.length).toBeGreaterThan(60);
  });

  it('has a row of P13, or a reason why it needs none', () => {
    const missing = files
      .filter(entersAt)
      .map(({ name }) => name)
      .filter((name) => !measured.has(name) && !excused(name));
    expect(missing).toEqual([]);
  });

  it('has each of its readers measured by name', () => {
    const unnamed = files
      .filter(({ name }) => measured.has(name) || !excused(name))
      .flatMap(({ name, text }) =>
        exportsOf(text)
          .filter((each) => each.takesBytes && READS.test(each.name))
          .map((each) => `${name}#${each.name}`),
      )
      .filter((place) => !places.includes(place));
    expect(unnamed).toEqual([]);
  });
});

describe('the readers that are measured', () => {
  it('are all there', () => {
    const gone = places.filter((place) => {
      const [file = '', name] = place.split('#');
      const text = files.find((each) => each.name === file)?.text;
      if (text === undefined) return true;
      return name !== undefined && !exportsOf(text).some((each) => each.name === name);
    });
    expect(gone).toEqual([]);
  });

  it('have a row of their own each, and an input that could be the worst', () => {
    expect(new Set(readers.map(({ id }) => id)).size).toBe(readers.length);
    const unfit = readers.filter(({ inputs, largestBytes }) => {
      const sizes = inputs.map(({ make }) => make(Math.min(largestBytes, 64 * 1024)).length);
      return sizes.length === 0 || Math.max(...sizes) > largestBytes;
    });
    expect(unfit.map(({ id }) => id)).toEqual([]);
  });
});
