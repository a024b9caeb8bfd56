// Bruno: a collection exported as JSON, an environment exported as JSON, and single `.bru` files of its
// folder format (blocks of `name: value` lines).
import { linesOf } from './dotenv.ts';
import type { FoundFile, FoundGroup, FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { MAX_NAME_BYTES } from './import-limits.ts';
import { itemsOf, memberOf, valueOf, wordOf, type JsonNode } from './json-tree.ts';
import { pairsOf, rawBody } from './postman.ts';
import { headerFields, jsonFields } from './curl-body.ts';
import { addVariable, fillIn } from './templates.ts';

type Variables = Map<string, Buffer | null>;

/** Null where the JSON is no export of Bruno. */
export function readBrunoJson(text: ImportText, root: JsonNode): FoundFile | null {
  const items = memberOf(root, 'items');
  const isCollection = items?.kind === 'array' && wordOf(memberOf(root, 'name')) !== '';
  const alone = memberOf(root, 'variables');
  if (!isCollection && alone?.kind !== 'array') return null;
  const variables: Variables = new Map();
  const environments = isCollection ? itemsOf(memberOf(root, 'environments')) : [root];
  const groups: FoundGroup[] = [];
  for (const environment of environments) {
    const values = pairsOf(memberOf(environment, 'variables'), 'name');
    for (const { name, value } of values) addVariable(variables, name, value);
    const own = new Map(values.map(({ name, value }) => [name, value]));
    const title = wordOf(memberOf(environment, 'name'));
    const filled = values.map((each) => fillIn(text, each, own));
    groups.push({ title, at: environment.at, values: filled, encoding: null });
  }
  const visit = (item: JsonNode, request: JsonNode | undefined): void => {
    const group = requestGroup(text, request, wordOf(memberOf(item, 'name')), item.at);
    const values = group.values.map((each) => fillIn(text, each, variables));
    if (values.length > 0) groups.push({ ...group, values });
    for (const each of itemsOf(memberOf(item, 'items'))) visit(each, memberOf(each, 'request'));
  };
  visit(root, memberOf(memberOf(root, 'root'), 'request'));
  return { groups, isRequests: true };
}

function requestGroup(
  text: ImportText,
  request: JsonNode | undefined,
  title: string,
  at: number,
): FoundGroup {
  const url = valueOf(memberOf(request, 'url'));
  const auth = memberOf(request, 'auth');
  const mode = wordOf(memberOf(auth, 'mode'));
  const headers = pairsOf(memberOf(request, 'headers'), 'name').flatMap((each) =>
    headerFields(text, each.name, each.value, each.at),
  );
  const { values, encoding } = jsonBody(text, memberOf(request, 'body'));
  return {
    title,
    at,
    values: [
      ...(url === undefined ? [] : [{ name: 'url', value: url.value, at: url.at }]),
      ...values,
      ...(mode === 'oauth2' || mode === 'basic' ? pairsOf(memberOf(auth, mode)) : []),
      ...headers,
    ],
    encoding,
  };
}

function jsonBody(
  text: ImportText,
  body: JsonNode | undefined,
): Pick<FoundGroup, 'values' | 'encoding'> {
  const mode = wordOf(memberOf(body, 'mode'));
  if (mode === 'formUrlEncoded') {
    return { values: pairsOf(memberOf(body, mode), 'name'), encoding: 'form' };
  }
  const raw = mode === 'json' || mode === 'text' ? valueOf(memberOf(body, mode)) : undefined;
  return raw === undefined ? { values: [], encoding: null } : rawBody(text, raw.value, raw.at);
}

interface Block {
  readonly name: string;
  readonly at: number;
  readonly lines: readonly { readonly start: number; readonly end: number }[];
}

const OPEN = /^([a-z][a-z0-9-]*(?::[a-z0-9-]+)?)\s*([{[])\s*$/i;
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'http']);

/** Whether the first line that says something opens a block. */
export function looksLikeBru(bytes: Buffer): boolean {
  for (const { start, end } of linesOf(bytes)) {
    const isShort = end - start <= 80;
    const line = isShort ? bytes.toString('latin1', start, end).trim() : '-';
    if (line !== '') return OPEN.test(line);
  }
  return false;
}

/** @throws ImportRefusal `import_not_read` where a block has no end. */
export function readBru(text: ImportText): FoundFile {
  const blocks = blocksOf(text);
  const variables: Variables = new Map();
  const collected: FoundValue[] = [];
  let title = '';
  let encoding: FoundGroup['encoding'] = null;
  for (const block of blocks) {
    const { name } = block;
    if (name === 'vars:secret') {
      collected.push(...secretNames(text, block));
    } else if (name === 'vars' || name === 'vars:pre-request') {
      const values = dictionary(text, block);
      for (const each of values) addVariable(variables, each.name, each.value);
      collected.push(...values);
    } else if (name === 'meta') {
      const said = dictionary(text, block).find((each) => each.name === 'name');
      title = said?.value.toString('utf8', 0, MAX_NAME_BYTES) ?? '';
    } else if (METHODS.has(name)) {
      collected.push(...dictionary(text, block).filter((each) => each.name === 'url'));
    } else if (name === 'auth:oauth2' || name === 'auth:basic') {
      collected.push(...dictionary(text, block));
    } else if (name === 'headers') {
      collected.push(
        ...dictionary(text, block).flatMap((each) =>
          headerFields(text, each.name, each.value, each.at),
        ),
      );
    } else if (name === 'body:form-urlencoded') {
      encoding = 'form';
      collected.push(...dictionary(text, block));
    } else if (name === 'body:json') {
      encoding = 'json';
      const first = block.lines[0]?.start ?? block.at;
      const body = text.bytes.subarray(first, block.lines.at(-1)?.end ?? first);
      collected.push(...jsonFields(text, body, first));
    }
  }
  const values = collected.map((each) => fillIn(text, each, variables));
  return { groups: [{ title, at: 0, values, encoding }], isRequests: true };
}

function blocksOf(text: ImportText): readonly Block[] {
  const blocks: Block[] = [];
  let open: { block: Block & { lines: { start: number; end: number }[] }; close: number } | null =
    null;
  for (const { start, end } of linesOf(text.bytes)) {
    if (open !== null) {
      // A block ends with its bracket at the beginning of a line; what is inside is indented.
      if (text.bytes[start] === open.close) open = null;
      else open.block.lines.push({ start, end });
      continue;
    }
    const line = text.bytes.toString('latin1', start, Math.min(end, start + 80)).trim();
    if (line === '') continue;
    const head = OPEN.exec(line);
    if (head === null) return text.refuse('import_not_read', start, { about: 'name {' });
    const block = { name: (head[1] ?? '').toLowerCase(), at: start, lines: [] };
    blocks.push(block);
    open = { block, close: head[2] === '[' ? 0x5d : 0x7d };
  }
  if (open !== null) {
    text.refuse('import_not_read', open.block.at, { about: 'the end of this block' });
  }
  return blocks;
}

/** `name: value` lines; one that begins with `~` is switched off. */
function dictionary(text: ImportText, { lines }: Block): readonly FoundValue[] {
  return lines.flatMap(({ start, end }) => {
    const line = text.bytes.subarray(start, end);
    const colon = line.indexOf(0x3a);
    if (colon < 1) return [];
    const name = line.toString('utf8', 0, Math.min(colon, MAX_NAME_BYTES)).trim();
    if (name === '' || name.startsWith('~')) return [];
    let from = start + colon + 1;
    let to = end;
    while (from < to && text.bytes[from] === 0x20) from += 1;
    while (to > from && text.bytes[to - 1] === 0x20) to -= 1;
    return [{ name, value: text.bytes.subarray(from, to), at: start }];
  });
}

/** Bruno keeps the values of these elsewhere: they are not in the file. */
function secretNames(text: ImportText, { lines }: Block): readonly FoundValue[] {
  return lines.flatMap(({ start, end }) => {
    const name = text.bytes
      .toString('utf8', start, Math.min(end, start + MAX_NAME_BYTES))
      .replaceAll(/[\s,]/g, '');
    if (name === '' || name.startsWith('~')) return [];
    return [{ name, value: text.bytes.subarray(0, 0), at: start, placeholder: name }];
  });
}
