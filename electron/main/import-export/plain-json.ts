// JSON of no known program: every object that names a client id or a secret is a credential, wherever it
// stands; its name is its own label or the name it has in the object around it. Reads Strongroom's own
// inventory too, which has no secrets.
import { exactFieldOf } from './field-names.ts';
import type { FoundFile, FoundGroup, FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { membersOf, valueOf, type JsonNode } from './json-tree.ts';

/** What an object says for those within it. */
const HANDED_DOWN = new Set(['url', 'environment', 'access_type', 'owner', 'tags']);

export function readPlainJson(text: ImportText, root: JsonNode): FoundFile {
  const groups: FoundGroup[] = [];
  const visit = (node: JsonNode, title: string, given: readonly FoundValue[]): void => {
    if (node.kind === 'array') for (const item of node.items) visit(item, title, given);
    if (node.kind !== 'object') return;
    const own = fieldsOf(text, node);
    const names = new Set(own.map(({ name }) => exactFieldOf(name)?.field ?? name));
    const values = [
      ...own,
      ...given.filter(({ name }) => !names.has(exactFieldOf(name)?.field ?? name)),
    ];
    groups.push({ title, at: node.at, values, encoding: null });
    const handed = values.filter(({ name }) => HANDED_DOWN.has(exactFieldOf(name)?.field ?? ''));
    for (const { name, node: each } of node.members) {
      visit(each, each.kind === 'object' ? name : title, handed);
    }
  };
  visit(root, '', []);
  return { groups, isRequests: false };
}

function fieldsOf(text: ImportText, node: JsonNode): readonly FoundValue[] {
  return membersOf(node).flatMap(({ name, node: each }) => {
    const value = valueOf(each) ?? listOf(text, each);
    return value === undefined ? [] : [{ name, value: value.value, at: value.at }];
  });
}

/** A list of texts, such as scopes, as one text with commas. */
function listOf(
  text: ImportText,
  node: JsonNode,
): { readonly value: Buffer; readonly at: number } | undefined {
  if (node.kind !== 'array' || node.items.length === 0) return undefined;
  const parts = node.items.map((item) => (item.kind === 'string' ? item.value : null));
  if (parts.includes(null)) return undefined;
  const length = parts.reduce((sum, part) => sum + (part?.length ?? 0) + 1, -1);
  const value = text.buffer(length);
  let at = 0;
  for (const part of parts) {
    if (part === null) continue;
    if (at > 0) value[at++] = 0x2c;
    value.set(part, at);
    at += part.length;
  }
  return { value, at: node.at };
}
