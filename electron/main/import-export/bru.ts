// Single `.bru` files of Bruno's folder format: blocks of `name: value` lines. A block that is not known is passed over.
import type { FoundFile, FoundValue, LeftOut } from './found-values.ts';
import { linesOf } from './import-text.ts';
import { headerFields, jsonFields } from './request-fields.ts';
import { fillIn, variablesOf } from './stand-ins.ts';

type Lines = ReturnType<typeof linesOf>;

interface Block {
  readonly name: string;
  readonly lines: Lines;
}

const OPEN = /^([a-z][a-z0-9-]*(?::[a-z0-9_-]+)*)\s*([{[])(.*)$/i;
const COMMENT = /^\s*(?:#|\/\/)/;
const METHOD = /^(?:get|post|put|patch|delete|options|head|http)$/;
const FIELDS =
  /^(?:auth:(?:oauth2|basic)|body:(?:form-urlencoded|multipart-form)|vars(?::pre-request)?)$/;

/** Whether the first line that says something opens a block. */
export function looksLikeBru(text: string): boolean {
  const first = linesOf(text).find((line) => line.text.trim() !== '' && !COMMENT.test(line.text));
  const head = OPEN.exec(first?.text.trim() ?? '');
  return head !== null && (head[3] === '' || head[2] === '[');
}

export function readBru(text: string): FoundFile {
  const { blocks, leftOut } = blocksOf(text);
  const named = (pattern: RegExp) => blocks.filter(({ name }) => pattern.test(name));
  const fieldsOf = (pattern: RegExp) => named(pattern).flatMap(dictionary);
  const json = named(/^body:json$/);
  const values = [
    ...fieldsOf(METHOD).filter(({ name }) => name === 'url'),
    ...fieldsOf(/^headers$/).flatMap(({ name, value, at }) => headerFields(name, value, at)),
    ...fieldsOf(FIELDS),
    ...json.flatMap(({ lines }) =>
      jsonFields(lines.map((line) => line.text).join('\n'), lines[0]?.at ?? -1),
    ),
    ...named(/^vars:secret$/).flatMap(secretNames),
  ];
  const title = fieldsOf(/^meta$/).find(({ name }) => name === 'name')?.value ?? '';
  const isForm = named(/^body:form-urlencoded$/).length > 0;
  const encoding = json.length > 0 ? 'json' : isForm ? 'form' : null;
  const variables = variablesOf(fieldsOf(/^vars(?::pre-request)?$/));
  const filled = values.map((each) => fillIn(each, variables, 'braces'));
  return { groups: [{ title, values: filled, encoding }], isRequests: true, leftOut };
}

/** A block ends with its bracket at the beginning of a line; what is inside is indented. */
function blocksOf(text: string): {
  readonly blocks: readonly Block[];
  readonly leftOut: readonly LeftOut[];
} {
  const blocks: Block[] = [];
  const leftOut: LeftOut[] = [];
  let open: {
    readonly name: string;
    readonly close: string;
    readonly lines: Lines[number][];
  } | null = null;
  for (const line of linesOf(text)) {
    const trimmed = line.text.trim();
    if (open !== null) {
      if (line.text.startsWith(open.close)) open = null;
      else open.lines.push(line);
      continue;
    }
    if (trimmed === '' || COMMENT.test(trimmed)) continue;
    const [, name = '', bracket, rest = ''] = OPEN.exec(trimmed) ?? [];
    const close = bracket === '[' ? ']' : '}';
    if (name === '') leftOut.push({ at: line.at, what: 'line' });
    else if (rest.trimEnd().endsWith(close)) {
      const inner = rest.slice(0, rest.lastIndexOf(close));
      blocks.push({ name: name.toLowerCase(), lines: [{ text: inner, at: line.at }] });
    } else {
      open = { name: name.toLowerCase(), close, lines: [] };
      blocks.push(open);
    }
  }
  return { blocks, leftOut };
}

/** `name: value` lines. One that begins with `~` is switched off, one with `@` says something about the next. */
function dictionary({ lines }: Block): readonly FoundValue[] {
  const values: FoundValue[] = [];
  let isQuoted = false;
  for (const { text, at } of lines) {
    // A text of several lines stands between three quotation marks.
    const marks = text.split(`'''`).length - 1;
    const wasQuoted = isQuoted;
    if (marks % 2 === 1) isQuoted = !isQuoted;
    if (wasQuoted || COMMENT.test(text) || /^\s*[@~]/.test(text)) continue;
    const [, name = '', value = ''] = /^\s*"?([^:"]+?)"?\s*:\s?(.*)$/.exec(text) ?? [];
    if (name === '') continue;
    values.push({ name, value: value.trim().replace(/\s*@contentType\([^)]*\)$/, ''), at });
  }
  return values;
}

/** Bruno keeps the values of these elsewhere: they are not in the file. */
function secretNames({ lines }: Block): readonly FoundValue[] {
  return lines.flatMap(({ text, at }) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('~'))
      .map((name) => ({ name, value: '', at, placeholder: name })),
  );
}
