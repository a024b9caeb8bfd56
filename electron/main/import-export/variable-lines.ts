// Lines that set variables: `.env` files, shells (`export`, `set`, `setx`, `$env:`), lists of compose files, and
// `Name: value` as people copy it from a page. A line that is none of them is left out, and said.
import type { FoundFile, FoundValue, LeftOut } from './found-values.ts';
import { ImportRefusal, linesOf, placeIn } from './import-text.ts';
import { fillIn, variablesOf } from './stand-ins.ts';

type Lines = ReturnType<typeof linesOf>;

const SETS = /^\s*(?:-\s+)?["']?(?:export\s+|declare\s+-x\s+|setx?\s+(?:-\w+\s+)*|\$env:|\$)?/;
const NAME = /^([A-Za-z_][A-Za-z0-9_.-]*)\s*=\s*/;
const FISH = /^\s*set\s+(?:-\w+\s+)+([A-Za-z_]\w*)\s+/;
const PAGE = /^\s*([A-Za-z][A-Za-z0-9 _-]{0,60}?)\s*:\s+(?=\S)/;
const COMMENT = /^\s*(?:#|\/\/|;|::|rem\s|\[[^\]]*\]\s*$|@echo\b|$)/i;

/** Whether the first line that says something sets a variable. */
export function looksLikeVariables(text: string): boolean {
  const first = linesOf(text).find(
    (line) => !COMMENT.test(line.text) && !line.text.startsWith('#!'),
  );
  if (first === undefined) return false;
  return headOf(first.text) !== null;
}

/** @throws ImportRefusal `import_unreadable` */
export function readVariables(text: string): FoundFile {
  const { values, leftOut } = readLines(linesOf(text));
  const names = new Set<string>();
  for (const { name, value, at } of values) {
    const other = values.find((each) => each.name === name);
    if (names.has(name) && other?.value !== value) {
      throw new ImportRefusal('repeated name', placeIn(text, at));
    }
    names.add(name);
  }
  const variables = variablesOf(values);
  const filled = values.map((each) =>
    each.isLiteral === true ? each : fillIn(each, variables, 'dollar'),
  );
  return { groups: [{ title: '', values: filled, encoding: null }], isRequests: false, leftOut };
}

/** The name that a line sets, and what follows it; null where it sets none. */
function headOf(line: string): { readonly name: string; readonly rest: string } | null {
  const fish = FISH.exec(line);
  if (fish !== null) return { name: fish[1] ?? '', rest: line.slice(fish[0].length) };
  const begin = SETS.exec(line)?.[0].length ?? 0;
  const named = NAME.exec(line.slice(begin));
  if (named !== null) {
    return { name: named[1] ?? '', rest: line.slice(begin + named[0].length) };
  }
  const page = PAGE.exec(line);
  return page === null ? null : { name: page[1] ?? '', rest: line.slice(page[0].length) };
}

/** A value in quotation marks may go on over lines. */
export function readLines(lines: Lines) {
  const values: FoundValue[] = [];
  const leftOut: LeftOut[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const { text, at } = lines[index] ?? { text: '', at: 0 };
    if (COMMENT.test(text)) continue;
    const head = headOf(text);
    if (head === null) {
      leftOut.push({ at, what: 'line' });
      continue;
    }
    let { rest } = head;
    const start = index;
    const quote = /^["'`]/.exec(rest)?.[0];
    if (quote !== undefined) {
      for (; closingAt(rest, quote) < 0 && index + 1 < lines.length; index += 1) {
        rest += `\n${lines[index + 1]?.text ?? ''}`;
      }
    }
    const set = assignmentsIn(head.name, rest, at);
    if (set === null) {
      // The quotation mark never closes: this line is passed over, and the next one is read anew.
      index = start;
      leftOut.push({ at, what: 'quote' });
    } else values.push(...set);
  }
  return { values, leftOut };
}

/** The place of the quotation mark that closes the one at the beginning; -1 where there is none. */
function closingAt(text: string, quote: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote !== "'") at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** One, or several on one line, as shells take them; null where a quotation mark never closes. */
function assignmentsIn(name: string, rest: string, at: number): readonly FoundValue[] | null {
  const quote = /^["'`]/.exec(rest)?.[0];
  if (quote !== undefined) {
    const end = closingAt(rest, quote);
    if (end < 0) return null;
    const inner = rest.slice(1, end);
    const value = quote === '"' ? unescaped(inner) : inner;
    const own = { name, value, at, isLiteral: quote !== '"' };
    return [own, ...following(rest.slice(end + 1), at)];
  }
  // A list of a compose file may have the whole line in quotation marks.
  const bare = /^(.*?)(?:\s+#.*)?$/s.exec(rest)?.[1]?.trim() ?? '';
  const next = /\s+(?=[A-Za-z_][A-Za-z0-9_]*=)/.exec(bare);
  const value = (next === null ? bare : bare.slice(0, next.index)).replace(/[;"']$/, '');
  const own = { name, value, at, isLiteral: false };
  return next === null ? [own] : [own, ...following(bare.slice(next.index), at)];
}

function following(rest: string, at: number): readonly FoundValue[] {
  const named = /^[\s;]+([A-Za-z_]\w*)=/.exec(rest);
  if (named === null) return [];
  return assignmentsIn(named[1] ?? '', rest.slice(named[0].length), at) ?? [];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const unescaped = (text: string): string =>
  text.replaceAll(/\\([nrt"\\$`])/g, (_, each: string) => ESCAPES[each] ?? each);
