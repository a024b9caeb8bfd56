// CSV after RFC 4180, with comma, semicolon, tab or bar between fields, as spreadsheets of different
// countries write it. Strict: what is ambiguous is refused with its line, never guessed.
import type { ImportText } from './import-text.ts';
import { importLimits } from '../../shared/import-export/import-view.ts';
import { MAX_COLUMNS } from './import-limits.ts';

export interface CsvField {
  readonly value: Buffer;
  readonly at: number;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const DELIMITERS = [0x2c, 0x3b, 0x09, 0x7c] as const;
const SEP = /^sep=([,;\t|])(\r\n|\r|\n)/i;

/**
 * Rows of equally many fields; lines without any character are left out.
 * @param score how well a heading reads: the delimiter that reads best is taken.
 * @throws ImportRefusal `import_not_read`, `import_too_much`
 */
export function readCsv(
  text: ImportText,
  score: (heading: readonly CsvField[]) => number,
): readonly (readonly CsvField[])[] {
  const declared = SEP.exec(text.bytes.toString('latin1', 0, 8));
  const start = declared?.[0].length ?? 0;
  const delimiter = declared?.[1]?.charCodeAt(0) ?? bestDelimiter(text, start, score);
  const rows: (readonly CsvField[])[] = [];
  for (let at = start; at < text.bytes.length;) {
    const row = readRow(text, at, delimiter);
    at = row.end;
    if (isBlank(row.fields)) continue;
    const [first] = row.fields;
    const [heading] = rows;
    if (heading !== undefined && heading.length !== row.fields.length) {
      text.refuse('import_not_read', first?.at ?? at, {
        about: `${heading.length} fields, as in the first line, and not ${row.fields.length}`,
      });
    }
    if (rows.length > importLimits.rows) {
      text.refuse('import_too_much', first?.at ?? at, { about: 'rows', count: importLimits.rows });
    }
    rows.push(row.fields);
  }
  return rows;
}

function isBlank(fields: readonly CsvField[]): boolean {
  return fields.length === 1 && fields[0]?.value.length === 0;
}

function bestDelimiter(
  text: ImportText,
  start: number,
  score: (heading: readonly CsvField[]) => number,
): number {
  const scored = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: headingScore(text, start, delimiter, score),
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? DELIMITERS[0];
}

/** A heading that another delimiter makes no sense of counts nothing. */
function headingScore(
  text: ImportText,
  start: number,
  delimiter: number,
  score: (heading: readonly CsvField[]) => number,
): number {
  let end = start;
  while (end < text.bytes.length && text.bytes[end] !== LF && text.bytes[end] !== CR) end += 1;
  const line = text.buffer(end - start);
  let length = 0;
  for (let at = start; at < end; at += 1) {
    if (text.bytes[at] === QUOTE) continue;
    line[length] = text.bytes[at] ?? 0;
    length += 1;
  }
  const bare = line.subarray(0, length);
  const fields: CsvField[] = [];
  // A line with more columns than one may have is refused later, whatever stands in them.
  for (let from = 0; from <= bare.length && fields.length <= MAX_COLUMNS;) {
    const next = bare.indexOf(delimiter, from);
    const to = next === -1 ? bare.length : next;
    fields.push({ value: bare.subarray(from, to), at: start });
    from = to + 1;
  }
  return score(fields);
}

function readRow(
  text: ImportText,
  start: number,
  delimiter: number,
): { readonly fields: readonly CsvField[]; readonly end: number } {
  const { bytes } = text;
  const fields: CsvField[] = [];
  for (let at = start; ;) {
    if (fields.length === MAX_COLUMNS) {
      text.refuse('import_too_much', at, { about: 'columns', count: MAX_COLUMNS });
    }
    const field = bytes[at] === QUOTE ? quoted(text, at) : plain(text, at, delimiter);
    fields.push({ value: field.value, at });
    const byte = bytes[field.end];
    if (byte === delimiter) {
      at = field.end + 1;
      continue;
    }
    if (byte === CR && bytes[field.end + 1] === LF) return { fields, end: field.end + 2 };
    if (byte === CR || byte === LF || byte === undefined) return { fields, end: field.end + 1 };
    text.refuse('import_not_read', field.end, {
      about: 'a delimiter or a line end after the closing quotation mark',
    });
  }
}

interface Field {
  readonly value: Buffer;
  readonly end: number;
}

function plain(text: ImportText, start: number, delimiter: number): Field {
  const { bytes } = text;
  let end = start;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end];
    if (byte === delimiter || byte === CR || byte === LF) break;
    if (byte === QUOTE) {
      text.refuse('import_not_read', end, { about: 'quotation marks around the whole field' });
    }
  }
  return { value: bytes.subarray(start, end), end };
}

/** Two quotation marks within stand for one; line ends belong to the value. */
function quoted(text: ImportText, open: number): Field {
  const { bytes } = text;
  let end = open + 1;
  for (; end < bytes.length; end += 1) {
    if (bytes[end] !== QUOTE) continue;
    if (bytes[end + 1] !== QUOTE) break;
    end += 1;
  }
  if (end >= bytes.length) {
    text.refuse('import_not_read', open, { about: 'the closing quotation mark of this field' });
  }
  const value = text.buffer(end - open);
  let length = 0;
  for (let at = open + 1; at < end; at += 1, length += 1) {
    value[length] = bytes[at] ?? 0;
    if (bytes[at] === QUOTE) at += 1;
  }
  return { value: value.subarray(0, length), end: end + 1 };
}
