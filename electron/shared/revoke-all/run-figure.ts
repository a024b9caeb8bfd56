// The drawn run as a figure with a text alternative. The window shows it as React elements, the page of the incident
// report as text. It has no style of its own: colour comes from classes, and the shape of a mark tells it apart without.
import {
  runDrawing,
  runMarkPaths,
  runMarks,
  type DrawnRun,
  type RunDrawing,
  type RunLine,
  type RunMark,
} from './run-drawing.ts';
import { drawingWords as words } from './run-drawing-words.ts';

/** One element of the figure, and what it holds. */
export interface FigurePart {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (FigurePart | string)[];
}

const part = (
  tag: string,
  attributes: FigurePart['attributes'],
  ...children: FigurePart['children']
): FigurePart => ({ tag, attributes, children });
const percent = (x: number): string => `${x.toFixed(2)}%`;
const upright = (className: string, x: number, toY: number): FigurePart =>
  part('line', { className, x1: percent(x), x2: percent(x), y1: 0, y2: toY });
const mark = (kind: RunMark): FigurePart =>
  part('path', { className: `run-mark ${kind}`, d: runMarkPaths[kind] });

/** The figure of a run; null of one without tokens. */
export function runFigure(run: DrawnRun): FigurePart | null {
  const drawing = runDrawing(run);
  const { tokens, notDrawn, heightPx, footPx, firstByteX, axis, lines } = drawing;
  if (tokens === 0) return null;
  const about = {
    className: 'run-drawing',
    role: 'img',
    'aria-label': words.alternative(drawing),
    height: heightPx,
  };
  return part(
    'figure',
    {},
    part(
      'svg',
      about,
      ...axis.flatMap(({ x, ms, anchor }) => [
        upright('run-axis', x, footPx),
        part(
          'text',
          { className: `run-${anchor}`, x: percent(x), y: heightPx - 5 },
          words.mark(ms),
        ),
      ]),
      ...(firstByteX === null ? [] : [upright('run-first', firstByteX, footPx)]),
      ...lines.map((line) => linePart(line, drawing)),
    ),
    legend(drawing),
    part(
      'figcaption',
      { className: 'secondary' },
      `${words.axis} ${notDrawn === 0 ? '' : words.notDrawn(notDrawn)}`,
    ),
  );
}

function linePart(line: RunLine, { pressX, isDense }: RunDrawing): FigurePart {
  const { token, y, toX, tone, marks } = line;
  const name = part('text', { className: 'run-name', x: 0, y: y + 4 }, token.fingerprint);
  return part(
    'g',
    { className: tone },
    part('title', {}, words.token(token)),
    ...(isDense ? [] : [name]),
    part('line', { className: 'run-line', x1: percent(pressX), x2: percent(toX), y1: y, y2: y }),
    ...marks.map(({ kind, x }) =>
      part('svg', { x: percent(x), y, width: 1, height: 1, overflow: 'visible' }, mark(kind)),
    ),
  );
}

function legend({ kinds, firstByteAfterMs }: RunDrawing): FigurePart {
  const entry = (sign: FigurePart, text: string): FigurePart =>
    part(
      'li',
      {},
      part('svg', { viewBox: '-7 -7 14 14', 'aria-hidden': 'true' }, sign),
      ` ${text}`,
    );
  const firstByte = part('line', { className: 'run-first', x1: 0, x2: 0, y1: -7, y2: 7 });
  return part(
    'ul',
    { className: 'run-legend secondary' },
    ...runMarks
      .filter((kind) => kinds.has(kind))
      .map((kind) => entry(mark(kind), words.legend[kind])),
    ...(firstByteAfterMs === null ? [] : [entry(firstByte, words.firstByte(firstByteAfterMs))]),
  );
}
