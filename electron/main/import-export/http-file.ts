// `.http` and `.rest` files of editors: variables that begin with `@`, and requests parted by `###`.
import type { FoundFile, FoundGroup, FoundValue } from './found-values.ts';
import { linesOf } from './import-text.ts';
import { headerLine, textBody } from './request-fields.ts';
import { fillIn, variablesOf } from './stand-ins.ts';

const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(\S+)(?:\s+HTTP\/[\d.]+)?\s*$/;
const VARIABLE = /^@([\w.-]+)\s*=\s*(.*)$/;

/** A request line, and something that only such files have. */
export const looksLikeHttpFile = (text: string): boolean =>
  linesOf(text).some((line) => REQUEST.test(line.text)) &&
  /^(?:###|@[\w.-]+\s*=|[A-Za-z-]+:\s)/m.test(text);

export function readHttpFile(text: string): FoundFile {
  const lines = linesOf(text);
  const set = lines.flatMap(({ text: line, at }): readonly FoundValue[] => {
    const [, name = '', value = ''] = VARIABLE.exec(line) ?? [];
    return name === '' ? [] : [{ name, value: value.trim(), at }];
  });
  const variables = variablesOf(set);
  const groups: FoundGroup[] = [];
  const all: readonly (typeof lines)[] = partedAt(lines, /^###/);
  for (const part of all) {
    const start = part.findIndex((line) => REQUEST.test(line.text));
    if (start < 0) continue;
    const request = part[start];
    const blank = part.findIndex((line, index) => index > start && line.text.trim() === '');
    const head = part.slice(start + 1, blank < 0 ? part.length : blank);
    const body =
      blank < 0
        ? []
        : part.slice(blank + 1).filter((line) => !/^\s*(?:#|\/\/|>|<)/.test(line.text));
    const url = REQUEST.exec(request?.text ?? '')?.[1] ?? '';
    const { values, encoding } = textBody(
      body
        .map((line) => line.text)
        .join('\n')
        .trim(),
      body[0]?.at ?? -1,
    );
    const headers = head.flatMap((line) => headerLine(line.text, line.at));
    const found = [{ name: 'url', value: url, at: request?.at ?? -1 }, ...values, ...headers];
    const filled = found.map((each) => fillIn(each, variables, 'braces'));
    groups.push({ title: titleOf(part[0]?.text ?? ''), values: filled, encoding });
  }
  return { groups, isRequests: true, leftOut: [] };
}

function partedAt<T extends { readonly text: string }>(lines: readonly T[], mark: RegExp): T[][] {
  const parts: T[][] = [[]];
  for (const line of lines) {
    if (mark.test(line.text)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}

const titleOf = (line: string): string => /^###\s*(.*)$/.exec(line)?.[1]?.trim() ?? '';
