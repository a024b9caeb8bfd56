// The text of a file or the clipboard: UTF-8, or UTF-16 that begins with its byte order mark; its lines and places; and
// why it is not imported.
import type { Failure } from '../../shared/failures/failure.ts';

/** Both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What of it cannot be read; the last three are what it was read as. */
type Unreadable = 'encoding' | 'nul' | 'repeated name' | 'nothing' | 'CSV' | 'JSON' | 'YAML';

/**
 * Thrown out of the nested parsers and caught once, in read-import.ts, because a refusal ends the reading wherever it is
 * met. Carries a place and closed words, never what stands there.
 */
export class ImportRefusal extends Error {
  readonly failure: Failure;

  constructor(why: Unreadable | Failure, place: TextPlace | null = null) {
    super('not imported');
    this.failure =
      typeof why === 'string'
        ? { code: 'import_unreadable', facts: { about: why, ...place } }
        : why;
  }
}

/** @throws ImportRefusal `import_unreadable` */
export function decodedText(file: Buffer): string {
  const [first, second] = file;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    throw new ImportRefusal('encoding');
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new ImportRefusal('nul', placeIn(text, nul));
  return text;
}

/** @param at a place in the text; what lies outside of it is its beginning. */
export function placeIn(text: string, at: number): TextPlace {
  const before = text.slice(0, Math.max(0, at)).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

interface TextLine {
  readonly text: string;
  readonly at: number;
}

/** The lines without their ends: line feed, carriage return, or both. */
export function linesOf(text: string): readonly TextLine[] {
  return Array.from(text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g), ({ 1: line, index }) => ({
    text: line ?? '',
    at: index,
  }));
}
