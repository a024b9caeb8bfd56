// From the bytes of a file or the clipboard to candidates: which format it is, its reader, its groups.
// The one place that catches a refusal of the readers.
import {
  importLimits,
  type ImportFormat,
  type ImportLeftOut,
} from '../../shared/import-export/import-view.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { readApiClient } from './api-clients.ts';
import { looksLikeBru, readBru } from './bru.ts';
import { candidateOf, mergeSame, type Merged } from './candidate.ts';
import { looksLikeCommands, readCommands } from './commands.ts';
import type { FoundFile, FoundFormat, FoundGroup } from './found-values.ts';
import { looksLikeHttpFile, readHttpFile } from './http-file.ts';
import { decodedText, ImportRefusal, placeIn, type TextPlace } from './import-text.ts';
import { splitGroups } from './name-groups.ts';
import { readPlainTree } from './plain-tree.ts';
import { readTable } from './table.ts';
import { memberOf, treeOfJson, treeOfYaml, wordOf, type Tree } from './tree.ts';
import { looksLikeVariables, readVariables } from './variable-lines.ts';

export interface ReadRow extends Merged {
  readonly place: TextPlace;
}

export interface ReadImport {
  readonly format: ImportFormat;
  readonly rows: readonly ReadRow[];
  /** What was passed over, by line. */
  readonly leftOut: readonly ImportLeftOut[];
}

/**
 * @param file as it is on the disk or in the clipboard.
 * @param fileName without its folder; empty for the clipboard.
 */
export function readImport(file: Buffer, fileName: string): Result<ReadImport> {
  try {
    const text = decodedText(file);
    const { format, found } = readFormat(text, fileName);
    const groups = found.groups.flatMap(splitGroups);
    if (groups.length === 0) throw nothingFound(text, found);
    if (groups.length > importLimits.rows) {
      throw new ImportRefusal({
        code: 'too_large',
        facts: { about: 'rows', count: importLimits.rows },
      });
    }
    const baseName = fileName.replace(/\.[a-z0-9]{1,8}$/i, '');
    const held = secretsOf(groups);
    const candidates = groups.map((group) => candidateOf(group, atOf(group, text), held, baseName));
    const merged = found.isRequests
      ? mergeSame(candidates)
      : candidates.map((each) => ({ ...each, more: 0 }));
    const leftOut = found.leftOut
      .slice(0, importLimits.leftOut)
      .map(({ at, what }) => ({ line: placeIn(text, at).line, what }));
    const rows = merged.map((each) => ({ ...each, place: placeIn(text, each.at) }));
    return ok({ format, rows, leftOut });
  } catch (refusal) {
    if (refusal instanceof ImportRefusal) return fail(refusal.failure);
    throw refusal;
  }
}

/** A command that was left out is the likeliest reason. */
function nothingFound(text: string, { leftOut }: FoundFile): ImportRefusal {
  const command = leftOut.find(({ what }) => what === 'command');
  return new ImportRefusal('nothing', command === undefined ? null : placeIn(text, command.at));
}

const secretsOf = (groups: readonly FoundGroup[]): readonly string[] => [
  ...new Set(
    groups
      .flatMap(({ values }) => values)
      .filter(({ name, placeholder }) => name === 'client_secret' && placeholder === undefined)
      .map(({ value }) => value),
  ),
];

/** Where the reader says, else where its secret or client id stands for the first time. */
function atOf({ values }: FoundGroup, text: string): number {
  const own = values.filter(({ name }) => name === 'client_secret' || name === 'client_id');
  const known = own.find(({ at }) => at >= 0);
  if (known !== undefined) return known.at;
  for (const { value } of own) {
    const at = value === '' ? -1 : text.indexOf(value);
    if (at >= 0) return at;
  }
  return 0;
}

const YAML =
  /^(?:---[ \t]*$|%YAML|type:[ \t]*\S*insomnia\.rest\/|_type:[ \t]*export|opencollection:|(?:services|environment|env|info|clients|credentials):[ \t]*$|[ \t]+environment:[ \t]*$)/m;

/** Of anything but JSON: nobody keeps more credentials in it, and its readers hold the event loop. */
const MAX_TEXT = 256 * 1024;

function readFormat(text: string, fileName: string): FoundFormat {
  const name = fileName.toLowerCase();
  if (
    /^\s*(?:[{[]|\/[/*])/.test(text) &&
    !/^\s*\[[\w .-]+\]\s*$/m.test(text.split('\n', 1)[0] ?? '')
  ) {
    return readTree(treeOfJson(text), 'json');
  }
  if (text.length > MAX_TEXT)
    throw new ImportRefusal({ code: 'too_large', facts: { about: 'import' } });
  if (/\.ya?ml$/.test(name) || YAML.test(text)) return readTree(treeOfYaml(text), 'yaml');
  if (looksLikeBru(text)) return { format: 'bruno', found: readBru(text) };
  if (/\.[ct]sv$/.test(name)) return { format: 'csv', found: readTable(text) };
  if (looksLikeHttpFile(text)) return { format: 'http', found: readHttpFile(text) };
  if (looksLikeCommands(text)) return { format: 'curl', found: withVariables(text) };
  if (looksLikeVariables(text) && !/^\s*sep=/i.test(text)) {
    return { format: 'env', found: readVariables(text) };
  }
  return { format: 'csv', found: readTable(text) };
}

/** A script whose commands hold no credential may set one in its variables. */
function withVariables(text: string): FoundFile {
  const found = readCommands(text);
  if (found.groups.flatMap(splitGroups).length > 0) return found;
  const { groups, isRequests } = readVariables(text);
  return { groups, isRequests, leftOut: found.leftOut };
}

function readTree(root: Tree, format: 'json' | 'yaml'): FoundFormat {
  const client = readApiClient(root);
  if (client !== null) return client;
  const isOurs = wordOf(memberOf(root, 'inventory')) === 'strongroom-inventory';
  const found = { groups: readPlainTree(root), isRequests: false, leftOut: [] };
  return { format: isOurs ? 'inventory' : format, found };
}
