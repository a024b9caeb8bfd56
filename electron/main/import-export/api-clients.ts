// Exports of API clients, as trees: Postman (collections v2.0 and v2.1, environments), Insomnia 4 and 5, Bruno and
// OpenCollection, and HAR (the log of a browser's network). They say the same under different names, so one walk
// reads them all. Every request is a group, and so is an authorisation that a folder gives its requests, and an
// environment.
import type { ImportFormat } from '../../shared/import-export/import-view.ts';
import type { FoundFormat, FoundGroup, FoundValue } from './found-values.ts';
import { headerFields, pairsOf, textBody } from './request-fields.ts';
import { fillIn, variablesOf, type Variables } from './stand-ins.ts';
import { itemsOf, MAX_DEPTH, memberOf, membersOf, valueOf, wordOf, type Tree } from './tree.ts';

/** Null where the tree is none of them. */
export function readApiClient(root: Tree): FoundFormat | null {
  const format = formatOf(root);
  if (format === null) return null;
  const environments = environmentsOf(root);
  const shared = variablesOf(environments.flatMap(({ values }) => values));
  const groups: FoundGroup[] = [];
  const visit = (node: Tree, outer: Variables, depth: number): void => {
    const request = requestOf(node);
    const own = [
      ...pairsOf(memberOf(request, 'vars', 'req')),
      ...dataOf(memberOf(node, 'environment')),
    ];
    const variables = within(outer, own);
    groups.push(...filled(requestGroup(request, titleOf(node)), variables));
    if (depth === MAX_DEPTH) return;
    for (const each of childrenOf(node)) visit(each, variables, depth + 1);
  };
  visit(Array.isArray(memberOf(root, 'resources')) ? nested(root) : root, shared, 0);
  for (const { title, values, base } of environments) {
    groups.push(...filled({ title, values, encoding: null }, within(variablesOf(base), values)));
  }
  return { format, found: { groups, isRequests: true, leftOut: [] } };
}

function formatOf(root: Tree): ImportFormat | null {
  const has = (...names: readonly string[]): boolean => memberOf(root, ...names) !== undefined;
  const isNamed = wordOf(memberOf(root, 'name')) !== '';
  const isList = (...names: readonly string[]): boolean => Array.isArray(memberOf(root, ...names));
  if (has('item') && /\/collection\/v2\.\d/.test(wordOf(memberOf(root, 'info', 'schema')))) {
    return 'postman';
  }
  if (has('_postman_variable_scope')) return 'postman';
  if (wordOf(memberOf(root, '_type')) === 'export' && has('resources')) return 'insomnia';
  if (/\binsomnia\.rest\/5/.test(wordOf(memberOf(root, 'type')))) return 'insomnia';
  if (has('opencollection')) return 'bruno';
  // A password manager says whether its items are encrypted.
  if (isNamed && ((isList('items') && !has('encrypted')) || isList('variables'))) return 'bruno';
  return isList('log', 'entries') ? 'har' : null;
}

const titleOf = (node: Tree | undefined): string =>
  wordOf(memberOf(node, 'name')) || wordOf(memberOf(node, 'info', 'name'));

/** Of a folder or a collection, what its requests inherit. */
const requestOf = (node: Tree): Tree =>
  memberOf(node, 'root', 'request') ?? memberOf(node, 'request') ?? memberOf(node, 'http') ?? node;

const childrenOf = (node: Tree): readonly Tree[] => [
  ...['item', 'items', 'children', 'collection'].flatMap((name) => itemsOf(memberOf(node, name))),
  ...itemsOf(memberOf(node, 'log', 'entries')),
];

/** Insomnia 4 lists everything flat: each goes into the folder that it names, or to the top. */
function nested(root: Tree): Tree {
  const nodes = itemsOf(memberOf(root, 'resources')).map((each) => {
    const children: Tree[] = [];
    return { ...Object.fromEntries(membersOf(each)), children };
  });
  const byId = new Map(nodes.map((node) => [wordOf(memberOf(node, '_id')), node]));
  const top: Tree[] = [];
  for (const node of nodes) {
    const parent = wordOf(memberOf(node, 'parentId'));
    const folder = parent === '' ? undefined : byId.get(parent);
    (folder?.children ?? top).push(node);
  }
  return { children: top };
}

/** `base`: what an environment takes from another one where it does not name it itself. */
function environmentsOf(root: Tree) {
  const base = memberOf(root, 'environments');
  const flat = itemsOf(memberOf(root, 'resources')).filter(
    (each) => wordOf(memberOf(each, '_type')) === 'environment',
  );
  const idOf = (node: Tree): string => wordOf(memberOf(node, '_id'));
  const parentOf = (node: Tree): Tree | undefined =>
    flat.find((each) => idOf(each) !== '' && idOf(each) === wordOf(memberOf(node, 'parentId')));
  const own: readonly (readonly [Tree | undefined, Tree | undefined])[] = [
    ...[root, base, ...itemsOf(base), ...itemsOf(memberOf(root, 'config', 'environments'))].map(
      (node) => [node, undefined] as const,
    ),
    ...itemsOf(memberOf(base, 'subEnvironments')).map((node) => [node, base] as const),
    ...flat.map((node) => [node, parentOf(node)] as const),
  ];
  return own.map(([node, parent]) => ({
    title: titleOf(node),
    values: valuesOf(node),
    base: valuesOf(parent),
  }));
}

const valuesOf = (node: Tree | undefined): readonly FoundValue[] => [
  ...['variable', 'variables', 'values'].flatMap((name) => pairsOf(memberOf(node, name))),
  ...dataOf(memberOf(node, 'data')),
];

/** Nested data is addressed by its path, such as `desk.client_id`. */
function dataOf(node: Tree | undefined, prefix = '', depth = 0): readonly FoundValue[] {
  return membersOf(node).flatMap(([name, each]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const value = valueOf(each);
    if (value !== undefined) return [{ name: path, value, at: -1 }];
    return depth < 8 ? dataOf(each, path, depth + 1) : [];
  });
}

function filled(group: FoundGroup, variables: Variables): readonly FoundGroup[] {
  const values = group.values.map((each) => fillIn(each, variables, 'braces'));
  return values.length === 0 ? [] : [{ ...group, values }];
}

/** Inner values hide outer ones of the same name. */
function within(outer: Variables, own: readonly FoundValue[]): Variables {
  return own.length === 0 ? outer : new Map([...outer, ...variablesOf(own)]);
}

function requestGroup(request: Tree, title: string): FoundGroup {
  const { values, encoding } = bodyOf(memberOf(request, 'body') ?? memberOf(request, 'postData'));
  const url = addressOf(request);
  const auth = authOf(memberOf(request, 'auth') ?? memberOf(request, 'authentication'));
  const headers = pairsOf(memberOf(request, 'header') ?? memberOf(request, 'headers'));
  return {
    title,
    values: [
      ...(url === undefined ? [] : [{ name: 'url', value: url, at: -1 }]),
      ...values,
      ...auth,
      ...headers.flatMap(({ name, value, at }) => headerFields(name, value, at)),
    ],
    encoding,
  };
}

/** Of HTTP Basic and OAuth 2; none of any other kind. */
function authOf(auth: Tree | undefined): readonly FoundValue[] {
  const type = wordOf(memberOf(auth, 'type') ?? memberOf(auth, 'mode'));
  if (memberOf(auth, 'disabled') === true || !/^(?:oauth2|basic)$/.test(type)) return [];
  return [memberOf(auth, type), auth, memberOf(auth, 'credentials')].flatMap(pairsOf);
}

/** Postman may give the parts of an address alone, and a request that is nothing but its address. */
function addressOf(request: Tree): string | undefined {
  const url = memberOf(request, 'url') ?? request;
  const whole = valueOf(url) ?? valueOf(memberOf(url, 'raw'));
  if (whole !== undefined) return whole;
  const joined = (name: string, by: string): string => {
    const part = memberOf(url, name);
    return valueOf(part) ?? itemsOf(part).map(valueOf).join(by);
  };
  const host = joined('host', '.');
  const scheme = wordOf(memberOf(url, 'protocol')) || 'https';
  return host === '' ? undefined : `${scheme}://${host}/${joined('path', '/')}`;
}

const BODIES = /^(?:raw|json|text|urlencoded|formdata|formUrlEncoded|multipartForm)$/;
/** Not of a body in several parts. */
const FORMS = new Set(['urlencoded', 'formUrlEncoded', 'params']);

/** The mode names the member that counts; without a mode, the first one that says something. */
function bodyOf(body: Tree | undefined): Pick<FoundGroup, 'values' | 'encoding'> {
  const mode = wordOf(memberOf(body, 'mode'));
  const names = mode === '' ? ['text', 'params', 'data'] : BODIES.test(mode) ? [mode] : [];
  for (const name of names) {
    const content = memberOf(body, name);
    const text = valueOf(content);
    if (text !== undefined && text !== '') return textBody(text, -1);
    const values = pairsOf(content);
    if (values.length > 0) return { values, encoding: FORMS.has(name) ? 'form' : null };
  }
  return { values: [], encoding: null };
}
