// The drawing of a run as a part of a page: inline SVG with a text alternative, no script, no style of its own
// elements. Colour comes from classes; the shape of a mark tells it apart without colour.
import {
  runDrawing,
  runMarkPaths,
  runMarks,
  type DrawnRun,
  type RunLine,
  type RunMark,
} from '../../shared/revoke-all/run-drawing.ts';
import { drawingWords as words } from '../../shared/revoke-all/run-drawing-words.ts';
import { html, type Html } from '../domain/html.ts';

export const runDrawingLook = `
figure { margin: 0; } .run-drawing { display: block; width: 100%; font: 11px/14px system-ui, sans-serif; }
.run-drawing text { fill: #595959; } .run-drawing .name { fill: #1b1d21; font-family: ui-monospace, monospace; }
.run-line { stroke: #8b929c; stroke-width: 1.5; } .run-axis { stroke: #d5d8dd; } .run-first { stroke: #7f8792; stroke-dasharray: 2 3; }
.run-mark { fill: none; stroke: #595959; stroke-width: 1.5; } .run-mark.accepted, .run-mark.unsent { fill: #fff; }
.run-mark.dead { fill: #00694b; stroke: #00694b; } .run-mark.late { fill: #8a5a00; stroke: #8a5a00; }
.run-mark.failed { stroke: #a83f00; stroke-width: 3; }
.late .run-line { stroke: #8a5a00; stroke-width: 3; } .late .name { fill: #8a5a00; font-weight: 700; }
.failed .run-line { stroke: #a83f00; stroke-width: 2; stroke-dasharray: 6 3; } .failed .name { fill: #a83f00; font-weight: 700; }
.run-legend { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 4px 0 8px; padding: 0; list-style: none; font-size: 12px; }
.run-legend svg { width: 14px; height: 14px; vertical-align: -2px; }
@media print { .run-drawing { font-size: 9px; } .run-legend { font-size: 9px; margin: 2px 0 4px; } }`;

const percent = (x: number): string => `${x.toFixed(2)}%`;

export function runDrawingPart(run: DrawnRun): Html {
  const drawing = runDrawing(run);
  if (drawing.tokens === 0) return html``;
  const { heightPx, footPx, pressX, firstByteX, firstByteAfterMs } = drawing;
  return html`<figure>
    <svg
      class="run-drawing"
      role="img"
      aria-label="${words.alternative(drawing)}"
      height="${heightPx}"
    >
      ${drawing.axis.map(
        ({ x, ms, anchor }) =>
          html`<line class="run-axis" x1="${percent(x)}" x2="${percent(x)}" y1="0" y2="${footPx}" />
            <text x="${percent(x)}" y="${heightPx - 5}" text-anchor="${anchor}">
              ${words.mark(ms)}
            </text>`,
      )}
      ${
        firstByteX === null
          ? html``
          : html`<line
              class="run-first"
              x1="${percent(firstByteX)}"
              x2="${percent(firstByteX)}"
              y1="0"
              y2="${footPx}"
            />`
      }
      ${drawing.lines.map((line) => linePart(line, pressX, drawing.isDense))}
    </svg>
    <ul class="run-legend">
      ${runMarks
        .filter((kind) => drawing.kinds.has(kind))
        .map(
          (kind) =>
            html`<li>
              <svg viewBox="-7 -7 14 14" aria-hidden="true">${markPart(kind)}</svg>
              ${words.legend[kind]}
            </li>`,
        )}
      ${
        firstByteAfterMs === null
          ? html``
          : html`<li>
              <svg viewBox="-7 -7 14 14" aria-hidden="true">
                <line class="run-first" x1="0" x2="0" y1="-7" y2="7" />
              </svg>
              ${words.firstByte(firstByteAfterMs)}
            </li>`
      }
    </ul>
    <figcaption class="quiet">
      ${words.axis} ${drawing.notDrawn === 0 ? '' : words.notDrawn(drawing.notDrawn)}
    </figcaption>
  </figure>`;
}

function linePart({ token, y, toX, tone, marks }: RunLine, pressX: number, isDense: boolean): Html {
  const isNamed = !isDense;
  return html`<g class="${tone}">
    <title>${words.token(token)}</title>
    ${isNamed ? html`<text class="name" x="0" y="${y + 4}">${token.fingerprint}</text>` : html``}
    <line class="run-line" x1="${percent(pressX)}" x2="${percent(toX)}" y1="${y}" y2="${y}" />
    ${marks.map(
      ({ kind, x }) =>
        html`<svg x="${percent(x)}" y="${y}" width="1" height="1" overflow="visible">
          ${markPart(kind)}
        </svg>`,
    )}
  </g>`;
}

const markPart = (kind: RunMark): Html =>
  html`<path class="run-mark ${kind}" d="${runMarkPaths[kind]}" />`;
