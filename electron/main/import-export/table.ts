// CSV (RFC 4180), with comma, semicolon, tab or bar between fields, as spreadsheets of different countries write it. A
// row with another number of fields than the heading is left out, and said.
import { parse } from 'csv-parse/sync';
import { exactFieldOf, type CredentialField } from './field-names.ts';
import type { FoundFile, FoundGroup, LeftOut } from './found-values.ts';
import { ImportRefusal, placeIn } from './import-text.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SEP = /^sep=([,;\t|])(?:\r\n|\r|\n)/i;

/** With `info`, each row comes beside where it ended. */
interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly bytes: number };
}

interface Row {
  readonly fields: readonly string[];
  readonly at: number;
}

/** @throws ImportRefusal `import_unreadable` */
export function readTable(text: string): FoundFile {
  const declared = SEP.exec(text);
  const body = text.slice(declared?.[0].length ?? 0);
  const from = text.length - body.length;
  const heading = /^\s*([^\r\n]*)/.exec(body)?.[1] ?? '';
  const delimiter = declared?.[1] ?? bestDelimiter(heading);
  const [names, ...rows] = rowsOf(text, body, from, delimiter);
  const headings = names?.fields ?? [];
  const columns = headings.map(exactFieldOf);
  const isClient = columns.some((column) => column?.field.startsWith('client_') === true);
  if (names === undefined || !isClient) throw new ImportRefusal('nothing');
  for (const [index, column] of columns.entries()) {
    const again = columns.findIndex(
      (other) => other?.field === column?.field && other?.isVague === column?.isVague,
    );
    if (column !== null && column.field !== 'url' && again !== index) {
      throw new ImportRefusal('repeated name', placeIn(text, names.at));
    }
  }
  const leftOut: LeftOut[] = rows
    .filter(({ fields }) => fields.length !== columns.length)
    .map(({ at }) => ({ at, what: 'row' }));
  const groups = rows.flatMap(({ fields, at }): FoundGroup[] => {
    if (fields.length !== columns.length) return [];
    const values = fields.flatMap((field, index) => {
      const column = columns[index] ?? null;
      if (column === null || field === '') return [];
      return [{ name: headings[index] ?? '', value: unguarded(column.field, field), at }];
    });
    return [{ title: '', values, encoding: null }];
  });
  return { groups, isRequests: false, leftOut };
}

/** That under which the heading has most names we know. */
function bestDelimiter(heading: string): string {
  const known = (delimiter: string): number =>
    heading.split(delimiter).filter((name) => exactFieldOf(name.replaceAll('"', '')) !== null)
      .length;
  return DELIMITERS.toSorted((one, other) => known(other) - known(one))[0] ?? ',';
}

function rowsOf(text: string, body: string, from: number, delimiter: string): readonly Row[] {
  try {
    const parsed = parse(body, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as readonly ParsedRow[];
    // Where a row ends is counted in bytes; it begins where the one before it ended.
    const bytes = Buffer.from(body);
    let [start, at] = [0, 0];
    return parsed.map(({ record }, index) => {
      const before = parsed[index - 1]?.info.bytes ?? 0;
      at += bytes.toString('utf8', start, before).length;
      start = before;
      const blank = /^[\r\n]*/.exec(body.slice(at))?.[0].length ?? 0;
      return { fields: record, at: from + at + blank };
    });
  } catch (problem) {
    const line = (problem as { readonly lines?: unknown }).lines;
    const place =
      typeof line === 'number' ? { line: line + placeIn(text, from).line - 1, column: 1 } : null;
    throw new ImportRefusal('CSV', place);
  }
}

/** Behind what a spreadsheet may take for the end of a cell (inventory.ts). */
const GUARDED_INSIDE = /([;\t|\r\n][" \u00a0]*'*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** An apostrophe before a sign keeps a spreadsheet from reading a formula; a secret is left as it is. */
function unguarded(field: CredentialField, value: string): string {
  if (field === 'client_secret') return value;
  return value.replace(/^'(?=[=+\-@\t\r])/, '').replaceAll(GUARDED_INSIDE, '$1');
}
