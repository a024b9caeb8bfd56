// JSON (RFC 8259), also with comments and commas at ends, and YAML, as plain values. Names that occur twice in one
// object are refused: nobody can say which of them counts.
import { parseDocument } from 'yaml';
import { ImportRefusal, placeIn } from './import-text.ts';

export type Tree =
  | null
  | boolean
  | number
  | string
  | readonly Tree[]
  | { readonly [name: string]: Tree };

/** Objects and lists within each other that are looked at. */
export const MAX_DEPTH = 32;

/** @throws ImportRefusal `import_unreadable` */
export function treeOfJson(text: string): Tree {
  const plain = withoutComments(text);
  const twice = duplicateAt(plain);
  try {
    const tree = JSON.parse(plain) as Tree;
    if (twice >= 0) throw new ImportRefusal('repeated name', placeIn(text, twice));
    return tree;
  } catch (problem) {
    if (problem instanceof ImportRefusal) throw problem;
    const said = /at position (\d+)/.exec(String(problem))?.[1];
    const at = said === undefined ? plain.trimEnd().length : Number(said);
    throw new ImportRefusal('JSON', placeIn(text, at));
  }
}

/** Undefined for what is no JSON, or has a name twice. */
export function parseJson(text: string): Tree | undefined {
  try {
    return treeOfJson(text);
  } catch (problem) {
    if (problem instanceof ImportRefusal) return undefined;
    throw problem;
  }
}

/** @throws ImportRefusal `import_unreadable` */
export function treeOfYaml(text: string): Tree {
  // Aliases could grow a small text without end.
  const document = parseDocument(text, { uniqueKeys: true, logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const about = fault.code === 'DUPLICATE_KEY' ? 'repeated name' : 'YAML';
    throw new ImportRefusal(about, placeIn(text, fault.pos[0]));
  }
  try {
    return document.toJS({ maxAliasCount: 50 }) as Tree;
  } catch {
    throw new ImportRefusal('YAML');
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;

/** Comments and commas at ends become spaces, so that places stay as they are. */
function withoutComments(text: string): string {
  if (!/\/[/*]|,\s*(?:\/|[}\]])/.test(text)) return text;
  const blank = (found: string): string =>
    /^[/,]/.test(found) ? found.replaceAll(/[^\r\n]/g, ' ') : found;
  // A comma may stand before a comment that stands before the end: twice.
  return text.replaceAll(TOKENS, blank).replaceAll(TOKENS, blank);
}

/** Where a name stands for the second time in its object; -1 where none does. */
function duplicateAt(text: string): number {
  const objects: Set<string>[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKENS)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (colon !== undefined) {
      const name = nameOf(token.slice(0, -colon.length));
      const names = objects.at(-1);
      if (names?.has(name) === true) return index;
      names?.add(name);
    }
  }
  return -1;
}

function nameOf(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}

/** The member at the end of these names, or undefined where there is none. */
export function memberOf(tree: Tree | undefined, ...names: readonly string[]): Tree | undefined {
  let node = tree;
  for (const name of names) {
    const isObject = node !== null && typeof node === 'object' && !Array.isArray(node);
    node =
      isObject && Object.hasOwn(node as object, name)
        ? (node as { readonly [each: string]: Tree })[name]
        : undefined;
  }
  return node;
}

export function itemsOf(tree: Tree | undefined): readonly Tree[] {
  return Array.isArray(tree) ? (tree as readonly Tree[]) : [];
}

/** None for what is no object. */
export function membersOf(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  const isObject = tree !== null && typeof tree === 'object' && !Array.isArray(tree);
  return isObject ? Object.entries(tree as { readonly [each: string]: Tree }) : [];
}

/** The text of a string or number, or undefined. */
export function valueOf(tree: Tree | undefined): string | undefined {
  return typeof tree === 'string' || typeof tree === 'number' ? String(tree) : undefined;
}

/** A short text that is shown, such as a name; empty where there is none. */
export function wordOf(tree: Tree | undefined): string {
  return typeof tree === 'string' ? tree.slice(0, 200) : '';
}
