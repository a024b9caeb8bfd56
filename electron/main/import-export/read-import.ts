// From the bytes of a file or the clipboard to candidates: which format it is, its reader, its groups.
// The one place that catches a refusal of the readers. The text is zeroed at the end, however it comes.
import type { ImportFormat } from '../../shared/import-export/import-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { looksLikeBru, readBru, readBrunoJson } from './bruno.ts';
import { candidateOf, type Candidate } from './candidate.ts';
import { readCsv, type CsvField } from './csv.ts';
import { readCurl } from './curl.ts';
import { linesOf, readDotenv } from './dotenv.ts';
import { exactFieldOfBytes, vagueNameOf, type CredentialField } from './field-names.ts';
import type { FoundFile, FoundGroup } from './found-values.ts';
import { importLimits } from '../../shared/import-export/import-view.ts';
import { ImportRefusal, type TextPlace } from './import-refusal.ts';
import { createImportText, type ImportText } from './import-text.ts';
import { readInsomnia } from './insomnia.ts';
import { memberOf, readJson, wordOf } from './json-tree.ts';
import { mergeSame } from './merge-same.ts';
import { splitGroups } from './name-groups.ts';
import { readPlainJson } from './plain-json.ts';
import { readPostman } from './postman.ts';
import { createShownTexts } from './shown-texts.ts';
import { DOLLAR_BRACES, fillIn } from './templates.ts';

export interface ReadRow extends Candidate {
  readonly place: TextPlace;
  /** Further places of the file with the very same credential. */
  readonly more: number;
}

export interface ReadImport {
  readonly format: ImportFormat;
  readonly rows: readonly ReadRow[];
}

/**
 * In steps, between which the loop may turn. Whoever wants no more of it calls `return`: then everything is zeroed.
 * @param file taken over and zeroed.
 * @param fileName without its folder; empty for the clipboard.
 */
export function* readImport(
  file: Buffer,
  fileName: string,
): Generator<void, Result<ReadImport, Failure>> {
  let text: ImportText | null = null;
  const candidates: Candidate[] = [];
  let isRead = false;
  try {
    text = createImportText(file);
    yield;
    const { format, found } = yield* readFormat(text, fileName);
    yield;
    const groups: FoundGroup[] = [];
    for (const each of found.groups) {
      yield;
      groups.push(...splitGroups(each));
      if (groups.length > importLimits.rows) {
        throw new ImportRefusal('import_too_much', null, {
          about: 'rows',
          count: importLimits.rows,
        });
      }
    }
    if (groups.length === 0) throw new ImportRefusal('import_nothing', null);
    yield;
    const shown = createShownTexts(groups);
    yield;
    const baseName = fileName.replace(/\.[a-z0-9]{1,8}$/i, '');
    const { placeOf } = text;
    for (const group of groups) {
      candidates.push(candidateOf(group, shown, baseName));
      yield;
    }
    const merged = found.isRequests
      ? mergeSame(candidates)
      : candidates.map((each) => ({ ...each, more: 0 }));
    isRead = true;
    return ok({ format, rows: merged.map((each) => ({ ...each, place: placeOf(each.at) })) });
  } catch (refusal) {
    if (refusal instanceof ImportRefusal) return fail(refusal.failure);
    throw refusal;
  } finally {
    if (!isRead) for (const { secret } of candidates) secret?.wipe();
    text?.wipe();
  }
}

interface Format {
  readonly format: ImportFormat;
  readonly found: FoundFile;
}

const ASSIGNMENT = /^(?:export\s+)?[A-Za-z_][A-Za-z0-9_.-]*\s*=$/;
const YAML = /^(?:---|type:\s*\S*insomnia\.rest\/|_type:\s*export|opencollection:|info:)/;
const CURL = /^(?:[$>] )?(?:\S*[/\\])?curl(?:\.exe)?(?: |$)/i;

function* readFormat(text: ImportText, fileName: string): Generator<void, Format> {
  const head = headOf(text.bytes);
  if (head === '') throw new ImportRefusal('import_nothing', null);
  if (head === '{' || head === '[') return readAnyJson(text);
  const name = fileName.toLowerCase();
  if (/\.ya?ml$/.test(name) || YAML.test(head)) throw new ImportRefusal('import_yaml', null);
  if (looksLikeBru(text.bytes)) return { format: 'bruno', found: readBru(text) };
  if (CURL.test(head)) return { format: 'curl', found: yield* readCurl(text) };
  if (ASSIGNMENT.test(head) && !/\.[ct]sv$/.test(name) && head !== 'sep=') {
    return { format: 'env', found: readEnvironmentLines(text) };
  }
  return { format: 'csv', found: readTable(text) };
}

/** Brackets, quotation marks, signs that end a name, delimiters. */
const STOPS: ReadonlySet<number> = new Set(Buffer.from('={["\',;|\t'));

/**
 * The beginning of the first line that is no comment, at most two words and no further than where a
 * value could begin: formats are told apart without making a string of a secret.
 */
function headOf(bytes: Buffer): string {
  for (const { start, end } of linesOf(bytes)) {
    let from = start;
    while (from < end && (bytes[from] === 0x20 || bytes[from] === 0x09)) from += 1;
    let to = from;
    for (let words = 0; to < end && to - from < 60; to += 1) {
      if (STOPS.has(bytes[to] ?? 0)) {
        to += 1;
        break;
      }
      if (bytes[to] === 0x20) words += 1;
      if (words === 2) break;
    }
    const head = bytes.toString('latin1', from, to);
    if (head !== '' && !/^(?:#|::|REM |\/\/)/i.test(head)) return head;
  }
  return '';
}

function readAnyJson(text: ImportText): Format {
  const root = readJson(text);
  const postman = readPostman(text, root);
  if (postman !== null) return { format: 'postman', found: postman };
  const insomnia = readInsomnia(text, root);
  if (insomnia !== null) return { format: 'insomnia', found: insomnia };
  const bruno = readBrunoJson(text, root);
  if (bruno !== null) return { format: 'bruno', found: bruno };
  const isOurs = wordOf(memberOf(root, 'inventory')) === 'strongroom-inventory';
  return { format: isOurs ? 'inventory' : 'json', found: readPlainJson(text, root) };
}

function readEnvironmentLines(text: ImportText): FoundFile {
  const lines = readDotenv(text);
  const variables = new Map(lines.map(({ name, value }) => [name, value]));
  const values = lines.map((line) =>
    line.isLiteral ? line : fillIn(text, line, variables, DOLLAR_BRACES),
  );
  const group = { title: '', at: 0, values, encoding: null };
  return { groups: [group], isRequests: false };
}

function readTable(text: ImportText): FoundFile {
  const [heading, ...rows] = readCsv(text, scoreOf);
  const columns = (heading ?? []).map(({ value }) => exactFieldOfBytes(value));
  const isClient = columns.some((column) => column?.field.startsWith('client_') === true);
  if (heading === undefined || !isClient) throw new ImportRefusal('import_nothing', null);
  columns.forEach((column, index) => {
    const again = columns.findIndex(
      (other) => other?.field === column?.field && other?.isVague === column?.isVague,
    );
    const isTwice = column !== null && column.field !== 'url' && again !== index;
    if (isTwice) text.refuse('import_duplicate_name', heading[index]?.at ?? 0);
  });
  const groups = rows.map((row): FoundGroup => {
    const values = row.flatMap((field, index) => {
      const column = columns[index] ?? null;
      if (column === null || field.value.length === 0) return [];
      // The first column that is called so clearly counts: name-groups.ts needs to know how clearly.
      const name = column.isVague ? vagueNameOf(column.field) : column.field;
      return [{ name, ...unguarded(column.field, field) }];
    });
    return { title: '', at: row[0]?.at ?? 0, values, encoding: null };
  });
  return { groups, isRequests: false };
}

/** Behind what a spreadsheet may take for the end of a cell (inventory.ts), read as UTF-8. */
const GUARDED_INSIDE = /([;\t|\r\n][" \u00a0]*'*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** An apostrophe before a sign keeps a spreadsheet from reading a formula; a secret is left as it is. */
function unguarded(field: CredentialField, { value, at }: CsvField): CsvField {
  if (field === 'client_secret') return { at, value };
  const isGuarded = value[0] === 0x27 && /[=+\-@\t\r]/.test(value.toString('latin1', 1, 2));
  const begun = isGuarded ? value.subarray(1) : value;
  if (!begun.includes(0x27)) return { at, value: begun };
  const text = begun.toString('utf8');
  const inside = text.replaceAll(GUARDED_INSIDE, '$1');
  return { at, value: inside === text ? begun : Buffer.from(inside, 'utf8') };
}

function scoreOf(heading: readonly CsvField[]): number {
  return heading.filter(({ value }) => exactFieldOfBytes(value) !== null).length;
}
