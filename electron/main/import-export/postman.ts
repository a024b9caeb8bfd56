// Postman: collections v2.0 and v2.1 (schema.getpostman.com) and exported environments. Every request is
// a group, and so is an authorisation that a folder or the collection gives its requests.
import type { FoundFile, FoundGroup, FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { itemsOf, memberOf, membersOf, valueOf, wordOf, type JsonNode } from './json-tree.ts';
import { formFields, headerFields, jsonFields, looksLikeJson } from './curl-body.ts';
import { addVariable, fillIn, type Variables } from './templates.ts';

/** Null where the JSON is neither a collection nor an environment of Postman. */
export function readPostman(text: ImportText, root: JsonNode): FoundFile | null {
  const schema = wordOf(memberOf(memberOf(root, 'info'), 'schema'));
  const isCollection = memberOf(root, 'item') !== undefined && /\/collection\/v2\.\d/.test(schema);
  if (isCollection) return readCollection(text, root);
  const isEnvironment =
    memberOf(root, '_postman_variable_scope') !== undefined &&
    memberOf(root, 'values')?.kind === 'array';
  return isEnvironment ? readEnvironment(text, root) : null;
}

function readEnvironment(text: ImportText, root: JsonNode): FoundFile {
  const values = pairsOf(memberOf(root, 'values'));
  const variables = variablesOf(values);
  const filled = values.map((each) => fillIn(text, each, variables));
  const title = wordOf(memberOf(root, 'name'));
  return { groups: [{ title, at: root.at, values: filled, encoding: null }], isRequests: false };
}

function readCollection(text: ImportText, root: JsonNode): FoundFile {
  const own = pairsOf(memberOf(root, 'variable'));
  const variables = variablesOf(own);
  const groups: FoundGroup[] = [];
  const title = wordOf(memberOf(memberOf(root, 'info'), 'name'));
  const add = (group: FoundGroup): void => {
    const values = group.values.map((each) => fillIn(text, each, variables));
    if (values.length > 0) groups.push({ ...group, values });
  };
  const authOf = (node: JsonNode, name: string): void => {
    const values = authFields(memberOf(node, 'auth'));
    if (values.length > 0) add({ title: name, at: node.at, values, encoding: null });
  };
  const visit = (item: JsonNode): void => {
    const name = wordOf(memberOf(item, 'name'));
    const request = memberOf(item, 'request');
    if (request !== undefined) add(requestGroup(text, request, name));
    authOf(item, name);
    for (const each of itemsOf(memberOf(item, 'item'))) visit(each);
  };
  authOf(root, title);
  for (const item of itemsOf(memberOf(root, 'item'))) visit(item);
  add({ title, at: root.at, values: own, encoding: null });
  return { groups, isRequests: true };
}

function variablesOf(values: readonly FoundValue[]): Variables {
  const variables = new Map<string, Buffer | null>();
  for (const { name, value } of values) addVariable(variables, name, value);
  return variables;
}

/** `[{key, value}]`, or in v2.0 an object; what is switched off is left out. */
export function pairsOf(list: JsonNode | undefined, keyName = 'key'): readonly FoundValue[] {
  const fromObject = membersOf(list).flatMap(({ name, node }) => {
    const value = valueOf(node);
    return value === undefined ? [] : [{ name, ...value }];
  });
  const fromArray = itemsOf(list).flatMap((pair) => {
    const name = wordOf(memberOf(pair, keyName));
    const value = valueOf(memberOf(pair, 'value'));
    const isOff =
      memberOf(pair, 'disabled')?.kind === 'true' || memberOf(pair, 'enabled')?.kind === 'false';
    return isOff || name === '' || value === undefined
      ? []
      : [{ name, value: value.value, at: value.at }];
  });
  return [...fromObject, ...fromArray];
}

function authFields(auth: JsonNode | undefined): readonly FoundValue[] {
  const type = wordOf(memberOf(auth, 'type'));
  return type === 'oauth2' || type === 'basic' ? pairsOf(memberOf(auth, type)) : [];
}

function requestGroup(text: ImportText, request: JsonNode, title: string): FoundGroup {
  const url = addressOf(request.kind === 'string' ? request : memberOf(request, 'url'));
  const headers = pairsOf(memberOf(request, 'header')).flatMap(({ name, value, at }) =>
    headerFields(text, name, value, at),
  );
  const { values, encoding } = bodyOf(text, memberOf(request, 'body'));
  const auth = authFields(memberOf(request, 'auth'));
  return { title, at: request.at, values: [...url, ...values, ...auth, ...headers], encoding };
}

function addressOf(url: JsonNode | undefined): readonly FoundValue[] {
  const value = valueOf(url) ?? valueOf(memberOf(url, 'raw'));
  return value === undefined ? [] : [{ name: 'url', value: value.value, at: value.at }];
}

function bodyOf(
  text: ImportText,
  body: JsonNode | undefined,
): Pick<FoundGroup, 'values' | 'encoding'> {
  const mode = wordOf(memberOf(body, 'mode'));
  if (mode === 'urlencoded') return { values: pairsOf(memberOf(body, mode)), encoding: 'form' };
  if (mode === 'formdata') return { values: pairsOf(memberOf(body, mode)), encoding: null };
  const raw = mode === 'raw' ? valueOf(memberOf(body, 'raw')) : undefined;
  return raw === undefined ? { values: [], encoding: null } : rawBody(text, raw.value, raw.at);
}

/** A body written as text. JSON with variables in it may be no JSON before they are put in: left out. */
export function rawBody(
  text: ImportText,
  raw: Buffer,
  at: number,
): Pick<FoundGroup, 'values' | 'encoding'> {
  if (looksLikeJson(raw)) return { values: jsonFields(text, raw, at), encoding: 'json' };
  const values = formFields(text, raw, at);
  return { values, encoding: values.length === 0 ? null : 'form' };
}
