// A small picture of the goals: for each, how far the measurement is from its limit, on a scale of
// doublings. Left of the line the goal holds.
import type { Row } from './results.ts';

const ROW = 18;
const LABEL = 132;
const WIDTH = 640;
/** Doublings shown on each side of the limit. */
const REACH = 4;

/** The number a goal names: "at most 1.5" is 1.5. */
const limitOf = ({ goal }: Row): number => Number(goal?.match(/[\d.]+/)?.[0] ?? Number.NaN);

export function chart(rows: readonly Row[]): string {
  const goals = rows.filter((each) => each.ratio !== null && limitOf(each) > 0);
  const middle = LABEL + (WIDTH - LABEL) / 2;
  const unit = (WIDTH - LABEL) / 2 / REACH;
  const bars = goals.map((each, at) => {
    const doublings = Math.log2((each.ratio ?? 1) / limitOf(each));
    const length = Math.max(1, Math.min(REACH, Math.abs(doublings)) * unit);
    const x = doublings < 0 ? middle - length : middle;
    const y = 24 + at * ROW;
    const colour = each.holds === true ? '#2f7d4f' : '#b3401f';
    return (
      `<text x="4" y="${y + 11}">${each.id}</text>` +
      `<rect x="${x.toFixed(1)}" y="${y}" width="${length.toFixed(1)}" height="${ROW - 5}" fill="${colour}"/>`
    );
  });
  const height = 24 + goals.length * ROW + 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    '<title>Goals: how far each measurement is from its limit</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    '<g font-family="sans-serif" font-size="11" fill="#222">',
    `<text x="${middle - 8}" y="12" text-anchor="end">holds: half, a quarter of the limit ...</text>`,
    `<text x="${middle + 8}" y="12">does not: twice, four times ...</text>`,
    ...bars,
    `<path d="M${middle} 18V${height}" stroke="#222"/>`,
    '</g></svg>',
    '',
  ].join('\n');
}
