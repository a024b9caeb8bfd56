// Insomnia's export in JSON (version 4): requests with their body or OAuth 2.0 authentication, and
// environments, whose variables fill the requests in. Version 5 is YAML, which is not read.
import type { FoundFile, FoundGroup, FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { itemsOf, memberOf, membersOf, valueOf, wordOf, type JsonNode } from './json-tree.ts';
import { pairsOf, rawBody } from './postman.ts';
import { headerFields } from './curl-body.ts';
import { addVariable, fillIn, type Variables } from './templates.ts';

/** Null where the JSON is no export of Insomnia. */
export function readInsomnia(text: ImportText, root: JsonNode): FoundFile | null {
  const isExport =
    wordOf(memberOf(root, '_type')) === 'export' &&
    memberOf(root, '__export_format') !== undefined &&
    memberOf(root, 'resources')?.kind === 'array';
  if (!isExport) return null;
  const format = valueOf(memberOf(root, '__export_format'))?.value.toString('latin1', 0, 8);
  if (format !== '4') {
    text.refuse('import_not_read', root.at, { about: 'an Insomnia export of version 4' });
  }
  const resources = itemsOf(memberOf(root, 'resources'));
  const ofType = (type: string): readonly JsonNode[] =>
    resources.filter((each) => wordOf(memberOf(each, '_type')) === type);
  const environments = ofType('environment').map((each) => ({
    node: each,
    values: dataOf(memberOf(each, 'data'), '', 0),
  }));
  const variables = new Map<string, Buffer | null>();
  for (const { values } of environments) {
    for (const { name, value } of values) addVariable(variables, name, value);
  }
  const groups: FoundGroup[] = [...ofType('request'), ...ofType('request_group')].map((each) =>
    filled(text, requestGroup(text, each), variables),
  );
  const byId = new Map(
    // Of several with one id the first counts.
    environments.toReversed().map(({ node, values }) => [wordOf(memberOf(node, '_id')), values]),
  );
  byId.delete('');
  for (const { node, values } of environments) {
    const parent = byId.get(wordOf(memberOf(node, 'parentId')));
    groups.push(environmentGroup(text, node, values, parent ?? []));
  }
  return { groups, isRequests: true };
}

function filled(text: ImportText, group: FoundGroup, variables: Variables): FoundGroup {
  return { ...group, values: group.values.map((each) => fillIn(text, each, variables)) };
}

/** A sub-environment takes from the base environment what it does not name itself. */
function environmentGroup(
  text: ImportText,
  node: JsonNode,
  own: readonly FoundValue[],
  base: readonly FoundValue[],
): FoundGroup {
  const names = new Set(own.map(({ name }) => name));
  const all = [...own, ...base.filter(({ name }) => !names.has(name))];
  const variables = new Map(all.map(({ name, value }) => [name, value]));
  const title = wordOf(memberOf(node, 'name'));
  return filled(text, { title, at: node.at, values: own, encoding: null }, variables);
}

/** Nested data is addressed by its path, such as `desk.client_id`. */
function dataOf(node: JsonNode | undefined, prefix: string, depth: number): readonly FoundValue[] {
  return membersOf(node).flatMap(({ name, node: each }) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const value = valueOf(each);
    if (value !== undefined) return [{ name: path, value: value.value, at: value.at }];
    return depth < 8 ? dataOf(each, path, depth + 1) : [];
  });
}

function requestGroup(text: ImportText, node: JsonNode): FoundGroup {
  const url = valueOf(memberOf(node, 'url'));
  const authentication = memberOf(node, 'authentication');
  const isOff = memberOf(authentication, 'disabled')?.kind === 'true';
  const type = wordOf(memberOf(authentication, 'type'));
  const auth = !isOff && (type === 'oauth2' || type === 'basic') ? pairsOf(authentication) : [];
  const headers = pairsOf(memberOf(node, 'headers'), 'name').flatMap(({ name, value, at }) =>
    headerFields(text, name, value, at),
  );
  const body = memberOf(node, 'body');
  const params = pairsOf(memberOf(body, 'params'), 'name');
  const raw = valueOf(memberOf(body, 'text'));
  const { values, encoding } =
    params.length > 0 || raw === undefined
      ? { values: params, encoding: params.length > 0 ? ('form' as const) : null }
      : rawBody(text, raw.value, raw.at);
  const address = url === undefined ? [] : [{ name: 'url', value: url.value, at: url.at }];
  return {
    title: wordOf(memberOf(node, 'name')),
    at: node.at,
    values: [...address, ...values, ...auth, ...headers],
    encoding,
  };
}
