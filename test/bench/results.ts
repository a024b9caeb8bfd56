// What the bench found: rows, and a table of them.

export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it is measured beside, and `value` by that. */
  readonly versus: string;
  readonly ratio: number;
  /** The ratio must not exceed it. */
  readonly most: number;
}

const HEAD = ['what', 'median', 'beside', 'ratio', 'at most', ''];

export function table(rows: readonly Row[]): string {
  const lines = rows.map((each) => [
    each.what,
    `${rounded(each.value)} ${each.unit}`,
    each.versus,
    rounded(each.ratio),
    String(each.most),
    each.ratio <= each.most ? 'holds' : 'DOES NOT HOLD',
  ]);
  const all = [HEAD, ...lines];
  const widths = HEAD.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
