// Exports of API clients, as trees: Postman (collections v2.0 and v2.1, environments), Insomnia 4 and 5, Bruno and
// OpenCollection, and HAR (the log of a browser's network). Every request is a group, and so is an
// authorisation that a folder or a collection gives its requests.
import type { ImportFormat } from '../../shared/import-export/import-view.ts';
import type { FoundGroup, FoundValue } from './found-values.ts';
import { headerFields, textBody } from './request-fields.ts';
import { fillIn, variablesOf, type Variables } from './stand-ins.ts';
import { itemsOf, MAX_DEPTH, memberOf, membersOf, valueOf, wordOf, type Tree } from './tree.ts';

interface FoundClient {
  readonly format: ImportFormat;
  readonly groups: readonly FoundGroup[];
}

/** Null where the tree is none of them. */
export function readApiClient(root: Tree): FoundClient | null {
  const schema = wordOf(memberOf(root, 'info', 'schema'));
  if (memberOf(root, 'item') !== undefined && /\/collection\/v2\.\d/.test(schema)) {
    return { format: 'postman', groups: postmanCollection(root) };
  }
  const scope = memberOf(root, '_postman_variable_scope');
  if (scope !== undefined) return { format: 'postman', groups: [environmentGroup(root, 'values')] };
  if (wordOf(memberOf(root, '_type')) === 'export' && memberOf(root, 'resources') !== undefined) {
    return { format: 'insomnia', groups: insomnia4(root) };
  }
  if (/\binsomnia\.rest\/5/.test(wordOf(memberOf(root, 'type')))) {
    return { format: 'insomnia', groups: insomnia5(root) };
  }
  if (memberOf(root, 'opencollection') !== undefined) {
    return { format: 'bruno', groups: openCollection(root) };
  }
  const isBruno = Array.isArray(memberOf(root, 'items')) && wordOf(memberOf(root, 'name')) !== '';
  if (isBruno && memberOf(root, 'encrypted') === undefined) {
    return { format: 'bruno', groups: brunoCollection(root) };
  }
  const variables = memberOf(root, 'variables');
  if (Array.isArray(variables) && wordOf(memberOf(root, 'name')) !== '') {
    return { format: 'bruno', groups: [environmentGroup(root, 'variables')] };
  }
  const entries = memberOf(root, 'log', 'entries');
  return Array.isArray(entries) ? { format: 'har', groups: harEntries(entries) } : null;
}

/** `[{key, value}]` or `[{name, value}]`, or an object; what is switched off is left out. */
export function pairsOf(list: Tree | undefined): readonly FoundValue[] {
  const fromObject = membersOf(list).flatMap(([name, node]) => found(name, valueOf(node)));
  const fromArray = itemsOf(list).flatMap((pair) => {
    const isOff = memberOf(pair, 'disabled') === true || memberOf(pair, 'enabled') === false;
    const name = wordOf(memberOf(pair, 'key') ?? memberOf(pair, 'name'));
    return isOff || name === '' ? [] : found(name, valueOf(memberOf(pair, 'value')));
  });
  return [...fromObject, ...fromArray];
}

function found(name: string, value: string | undefined): readonly FoundValue[] {
  return value === undefined ? [] : [{ name, value, at: -1 }];
}

function environmentGroup(root: Tree, member: string): FoundGroup {
  const values = pairsOf(memberOf(root, member));
  const variables = variablesOf(values);
  const filled = values.map((each) => fillIn(each, variables, 'braces'));
  return { title: wordOf(memberOf(root, 'name')), values: filled, encoding: null };
}

function groupsOf(group: FoundGroup, variables: Variables): readonly FoundGroup[] {
  const values = group.values.map((each) => fillIn(each, variables, 'braces'));
  return values.length === 0 ? [] : [{ ...group, values }];
}

/** Inner values hide outer ones of the same name. */
function within(outer: Variables, own: readonly FoundValue[]): Variables {
  return own.length === 0 ? outer : new Map([...outer, ...variablesOf(own)]);
}

const headersOf = (list: Tree | undefined): readonly FoundValue[] =>
  pairsOf(list).flatMap(({ name, value, at }) => headerFields(name, value, at));

const isOfClient = (type: string): boolean => type === 'oauth2' || type === 'basic';

function postmanCollection(root: Tree): readonly FoundGroup[] {
  const own = pairsOf(memberOf(root, 'variable'));
  const variables = variablesOf(own);
  const title = wordOf(memberOf(root, 'info', 'name'));
  const groups: FoundGroup[] = [];
  const authOf = (node: Tree | undefined): readonly FoundValue[] => {
    const type = wordOf(memberOf(node, 'auth', 'type'));
    return isOfClient(type) ? pairsOf(memberOf(node, 'auth', type)) : [];
  };
  const visit = (item: Tree, name: string, depth: number): void => {
    const request = memberOf(item, 'request');
    if (request !== undefined) {
      const { values, encoding } = postmanBody(memberOf(request, 'body'));
      const url = found('url', postmanAddress(request));
      const headers = headersOf(memberOf(request, 'header'));
      const all = [...url, ...values, ...authOf(request), ...headers];
      groups.push(...groupsOf({ title: name, values: all, encoding }, variables));
    }
    groups.push(...groupsOf({ title: name, values: authOf(item), encoding: null }, variables));
    if (depth === MAX_DEPTH) return;
    for (const each of itemsOf(memberOf(item, 'item'))) {
      visit(each, wordOf(memberOf(each, 'name')), depth + 1);
    }
  };
  visit(root, title, 0);
  groups.push(...groupsOf({ title, values: own, encoding: null }, variables));
  return groups;
}

function postmanAddress(request: Tree): string | undefined {
  const url = memberOf(request, 'url') ?? request;
  const raw = valueOf(url) ?? valueOf(memberOf(url, 'raw'));
  if (raw !== undefined) return raw;
  const joined = (name: string, by: string): string => {
    const part = memberOf(url, name);
    return valueOf(part) ?? itemsOf(part).map(valueOf).join(by);
  };
  const host = joined('host', '.');
  const scheme = wordOf(memberOf(url, 'protocol')) || 'https';
  return host === '' ? undefined : `${scheme}://${host}/${joined('path', '/')}`;
}

function postmanBody(body: Tree | undefined): Pick<FoundGroup, 'values' | 'encoding'> {
  const mode = wordOf(memberOf(body, 'mode'));
  if (mode === 'urlencoded') return { values: pairsOf(memberOf(body, mode)), encoding: 'form' };
  if (mode === 'formdata') return { values: pairsOf(memberOf(body, mode)), encoding: null };
  const raw = mode === 'raw' ? valueOf(memberOf(body, 'raw')) : undefined;
  return raw === undefined ? { values: [], encoding: null } : textBody(raw, -1);
}

/** Nested data is addressed by its path, such as `desk.client_id`. */
function dataOf(node: Tree | undefined, prefix = '', depth = 0): readonly FoundValue[] {
  return membersOf(node).flatMap(([name, each]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const value = valueOf(each);
    if (value !== undefined) return found(path, value);
    return depth < 8 ? dataOf(each, path, depth + 1) : [];
  });
}

interface InsomniaNode {
  readonly node: Tree;
  readonly variables: Variables;
}

function insomnia4(root: Tree): readonly FoundGroup[] {
  const resources = itemsOf(memberOf(root, 'resources'));
  const ofType = (type: string): readonly Tree[] =>
    resources.filter((each) => wordOf(memberOf(each, '_type')) === type);
  const environments = ofType('environment').map((node) => ({
    id: wordOf(memberOf(node, '_id')),
    parent: wordOf(memberOf(node, 'parentId')),
    title: wordOf(memberOf(node, 'name')),
    values: dataOf(memberOf(node, 'data')),
  }));
  const shared = variablesOf(environments.flatMap(({ values }) => values));
  const folders = new Map(
    ofType('request_group').map((each) => [wordOf(memberOf(each, '_id')), each]),
  );
  const variablesFor = (node: Tree, depth: number): Variables => {
    const folder = folders.get(wordOf(memberOf(node, 'parentId')));
    const outer =
      folder === undefined || depth === MAX_DEPTH ? shared : variablesFor(folder, depth + 1);
    return within(outer, dataOf(memberOf(node, 'environment')));
  };
  const requests: InsomniaNode[] = [...ofType('request'), ...folders.values()].map((node) => ({
    node,
    variables: variablesFor(node, 0),
  }));
  const groups = requests.flatMap(insomniaRequest);
  for (const { parent, title, values } of environments) {
    // A sub-environment takes from the base environment what it does not name itself.
    const base = environments.find(({ id }) => id !== '' && id === parent)?.values ?? [];
    groups.push(...groupsOf({ title, values, encoding: null }, within(variablesOf(base), values)));
  }
  return groups;
}

function insomnia5(root: Tree): readonly FoundGroup[] {
  const base = memberOf(root, 'environments');
  const environments = [base, ...itemsOf(memberOf(base, 'subEnvironments'))].map((node) => ({
    title: wordOf(memberOf(node, 'name')),
    values: dataOf(memberOf(node, 'data')),
  }));
  const shared = variablesOf(environments.flatMap(({ values }) => values));
  const nodes: InsomniaNode[] = [];
  const visit = (items: Tree | undefined, outer: Variables, depth: number): void => {
    for (const node of itemsOf(items)) {
      const variables = within(outer, dataOf(memberOf(node, 'environment')));
      nodes.push({ node, variables });
      if (depth < MAX_DEPTH) visit(memberOf(node, 'children'), variables, depth + 1);
    }
  };
  visit(memberOf(root, 'collection'), shared, 0);
  const own = environments.flatMap(({ title, values }) =>
    groupsOf({ title, values, encoding: null }, within(shared, values)),
  );
  return [...nodes.flatMap(insomniaRequest), ...own];
}

function insomniaRequest({ node, variables }: InsomniaNode): readonly FoundGroup[] {
  const authentication = memberOf(node, 'authentication');
  const isOn =
    memberOf(authentication, 'disabled') !== true &&
    isOfClient(wordOf(memberOf(authentication, 'type')));
  const params = pairsOf(memberOf(node, 'body', 'params'));
  const raw = valueOf(memberOf(node, 'body', 'text'));
  const { values, encoding } =
    params.length > 0 || raw === undefined
      ? { values: params, encoding: params.length > 0 ? ('form' as const) : null }
      : textBody(raw, -1);
  const all = [
    ...found('url', valueOf(memberOf(node, 'url'))),
    ...values,
    ...(isOn ? pairsOf(authentication) : []),
    ...headersOf(memberOf(node, 'headers')),
  ];
  return groupsOf({ title: wordOf(memberOf(node, 'name')), values: all, encoding }, variables);
}

function brunoCollection(root: Tree): readonly FoundGroup[] {
  const environments = itemsOf(memberOf(root, 'environments'));
  const groups = environments.map((each) => environmentGroup(each, 'variables'));
  const shared = variablesOf(environments.flatMap((each) => pairsOf(memberOf(each, 'variables'))));
  const visit = (item: Tree, outer: Variables, depth: number): void => {
    // Of a collection and its folders, what their requests inherit; of a request, itself.
    const request = memberOf(item, 'root', 'request') ?? memberOf(item, 'request');
    const variables = within(outer, pairsOf(memberOf(request, 'vars', 'req')));
    groups.push(...groupsOf(brunoRequest(request, wordOf(memberOf(item, 'name'))), variables));
    if (depth === MAX_DEPTH) return;
    for (const each of itemsOf(memberOf(item, 'items'))) visit(each, variables, depth + 1);
  };
  visit(root, shared, 0);
  return groups;
}

function brunoRequest(request: Tree | undefined, title: string): FoundGroup {
  const mode = wordOf(memberOf(request, 'auth', 'mode'));
  const body = wordOf(memberOf(request, 'body', 'mode'));
  const form =
    body === 'formUrlEncoded' || body === 'multipartForm'
      ? pairsOf(memberOf(request, 'body', body))
      : [];
  const raw =
    body === 'json' || body === 'text' ? valueOf(memberOf(request, 'body', body)) : undefined;
  const { values, encoding } =
    raw === undefined
      ? { values: form, encoding: body === 'formUrlEncoded' ? ('form' as const) : null }
      : textBody(raw, -1);
  const auth = isOfClient(mode) ? pairsOf(memberOf(request, 'auth', mode)) : [];
  const url = found('url', valueOf(memberOf(request, 'url')));
  const headers = headersOf(memberOf(request, 'headers'));
  return { title, values: [...url, ...values, ...auth, ...headers], encoding };
}

function openCollection(root: Tree): readonly FoundGroup[] {
  const environments = itemsOf(memberOf(root, 'config', 'environments'));
  const shared = variablesOf(environments.flatMap((each) => pairsOf(memberOf(each, 'variables'))));
  const groups: FoundGroup[] = [];
  const visit = (item: Tree, depth: number): void => {
    const http = memberOf(item, 'http') ?? memberOf(item, 'request');
    const auth = memberOf(http, 'auth');
    const title = wordOf(memberOf(item, 'info', 'name'));
    const own = isOfClient(wordOf(memberOf(auth, 'type')))
      ? [...pairsOf(auth), ...pairsOf(memberOf(auth, 'credentials'))]
      : [];
    const body = pairsOf(memberOf(http, 'body', 'data'));
    const url = found('url', valueOf(memberOf(http, 'url')));
    const headers = headersOf(memberOf(http, 'headers'));
    const all = [...url, ...body, ...own, ...headers];
    groups.push(...groupsOf({ title, values: all, encoding: null }, shared));
    if (depth === MAX_DEPTH) return;
    for (const each of itemsOf(memberOf(item, 'items'))) visit(each, depth + 1);
  };
  visit(root, 0);
  return groups;
}

function harEntries(entries: Tree): readonly FoundGroup[] {
  return itemsOf(entries).flatMap((entry) => {
    const request = memberOf(entry, 'request');
    const raw = valueOf(memberOf(request, 'postData', 'text'));
    const { values, encoding } =
      raw === undefined
        ? { values: pairsOf(memberOf(request, 'postData', 'params')), encoding: null }
        : textBody(raw, -1);
    const url = found('url', valueOf(memberOf(request, 'url')));
    const headers = headersOf(memberOf(request, 'headers'));
    // No variables: a log holds what was sent.
    return [{ title: '', values: [...url, ...values, ...headers], encoding }];
  });
}
