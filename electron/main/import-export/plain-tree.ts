// JSON or YAML of no known program: every object that names a client id or a secret is a credential, wherever it
// stands; its name is its own label or the name it has in the object around it. Reads Strongroom's own
// inventory too, which has no secrets.
import { exactFieldOf } from './field-names.ts';
import type { FoundGroup, FoundValue } from './found-values.ts';
import { linesOf } from './import-text.ts';
import { pairsOf } from './request-fields.ts';
import { readLines } from './variable-lines.ts';
import { itemsOf, MAX_DEPTH, membersOf, parseJson, valueOf, wordOf, type Tree } from './tree.ts';

/** What an object says for those within it. */
const HANDED_DOWN = new Set(['url', 'environment', 'access_type', 'owner', 'tags']);
/** Names that say what kind of thing an object is, and not which one. */
const NO_TITLES =
  /^(?:data|value|values|credentials?|login|auth|oauth2?|client|config|environment|env|fields|variables|secret|SecretString)$/i;

export function readPlainTree(root: Tree): readonly FoundGroup[] {
  const groups: FoundGroup[] = [];
  const visit = (node: Tree, title: string, given: readonly FoundValue[], depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(node)) {
      const listed = listedValues(node as readonly Tree[]);
      if (listed.length > 0)
        groups.push({ title, values: withGiven(listed, given), encoding: null });
      for (const item of itemsOf(node)) visit(item, title, given, depth + 1);
      return;
    }
    const own = fieldsOf(node);
    if (own.length > 0) groups.push({ title, values: withGiven(own, given), encoding: null });
    const values = withGiven(own, given);
    const handed = values.filter(({ name }) => HANDED_DOWN.has(exactFieldOf(name)?.field ?? ''));
    const label = own.find(({ name }) => exactFieldOf(name)?.field === 'label')?.value ?? title;
    for (const [name, each] of membersOf(node)) {
      const inner = typeof each === 'string' && /^\s*\{/.test(each) ? parseJson(each) : undefined;
      visit(
        inner ?? each,
        NO_TITLES.test(name) || Array.isArray(each) ? label : name,
        handed,
        depth + 1,
      );
    }
  };
  visit(root, '', [], 0);
  return groups;
}

function withGiven(
  own: readonly FoundValue[],
  given: readonly FoundValue[],
): readonly FoundValue[] {
  const names = new Set(own.map(({ name }) => exactFieldOf(name)?.field ?? name));
  return [...own, ...given.filter(({ name }) => !names.has(exactFieldOf(name)?.field ?? name))];
}

function fieldsOf(node: Tree): readonly FoundValue[] {
  const members = membersOf(node);
  // As Keycloak writes the installation of a client.
  const keycloak = members.some(([name]) => name === 'auth-server-url');
  return members.flatMap(([written, each]) => {
    const name = keycloak && written === 'resource' ? 'client_id' : written;
    if (keycloak && written === 'auth-server-url')
      return [{ name: 'url', value: wordOf(each), at: -1 }];
    // `{"value": …}` with what kind of value it is beside it, as Terraform writes its outputs.
    const value = valueOf(each) ?? wordsOf(each) ?? outputOf(each);
    if (value !== undefined) return [{ name, value, at: -1 }];
    const inner = keycloak && written === 'credentials' ? membersOf(each) : [];
    return [
      ...inner.flatMap(([part, text]) => [{ name: part, value: wordOf(text), at: -1 }]),
      ...urisOf(each),
    ];
  });
}

function outputOf(node: Tree): string | undefined {
  const names = membersOf(node).map(([name]) => name);
  const isOutput =
    names.includes('value') &&
    names.every((name) => /^(?:value|type|sensitive|description)$/.test(name));
  return isOutput ? valueOf(membersOf(node).find(([name]) => name === 'value')?.[1]) : undefined;
}

/** A list of texts, such as scopes, as one text with commas. */
function wordsOf(node: Tree): string | undefined {
  const texts = itemsOf(node).flatMap((item) =>
    typeof item === 'string' && !item.includes('=') ? [item] : [],
  );
  return texts.length > 0 && texts.length === itemsOf(node).length ? texts.join(',') : undefined;
}

/** `[{"uri": …}]`, as password managers write the addresses of an entry. */
function urisOf(node: Tree): readonly FoundValue[] {
  return itemsOf(node).flatMap((item) =>
    membersOf(item).flatMap(([name, value]) =>
      name === 'uri' && typeof value === 'string' ? [{ name: 'url', value, at: -1 }] : [],
    ),
  );
}

/** `[{name, value}]`, and `NAME=value` lines as compose files list them. */
function listedValues(items: readonly Tree[]): readonly FoundValue[] {
  const pairs = pairsOf(items);
  if (pairs.length > 0) return pairs;
  const texts = items.filter((item) => typeof item === 'string');
  return texts.flatMap((text) =>
    readLines(linesOf(text)).values.map((each) => ({ ...each, at: -1 })),
  );
}
