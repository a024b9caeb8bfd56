// The pages that the app writes for people, all of one form: what it is, what it came to, then its sections. No script,
// nothing loaded, everything escaped. One look on the screen, and smaller on paper, so that a usual report takes one page.
import { html, pageStyle, type Html } from './html.ts';

export type Tone = 'good' | 'open' | 'alarm' | 'quiet';

interface Section {
  /** Null: it goes on under the title before it. */
  readonly title: string | null;
  readonly body: Html | readonly Html[];
  readonly className?: string;
}

interface PageText {
  readonly title: string;
  /** What the page came to, in one line. */
  readonly headline: { readonly text: string; readonly tone: Tone };
  readonly about: string;
  /** In a frame above everything: what nobody may take for real. */
  readonly warning?: string | undefined;
  readonly sections: readonly Section[];
  /** Last of all: chain value of the history's newest event, and what it is there for. */
  readonly trust?: { readonly text: string; readonly head: string | null };
}

const style = pageStyle(`
body { font: 13px/20px system-ui, sans-serif; color: #1b1d21; max-width: 60rem; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 20px 0 4px; }
p { margin: 0 0 8px; } .kind { font-weight: 600; margin: 0; }
.warning { border: 4px dashed #a83f00; padding: 8px 16px; font-weight: 700; color: #a83f00; }
table { border-collapse: collapse; width: 100%; margin: 0 0 8px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #d5d8dd; }
th { font-weight: 600; } code, pre { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
pre { background: #f6f7f9; padding: 8px 10px; border-radius: 6px; white-space: pre-wrap; margin: 0 0 8px; }
.fingerprint { white-space: nowrap; overflow-wrap: normal; }
.key { display: block; overflow-x: auto; white-space: nowrap; overflow-wrap: normal; }
dl { columns: 2 20rem; column-gap: 32px; margin: 0; }
dl > div { display: flex; gap: 16px; break-inside: avoid; border-bottom: 1px solid #d5d8dd; padding: 2px 0; }
dt { flex: 0 0 13em; color: #595959; } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.finding { break-inside: avoid; } .finding ul { columns: 3 14rem; margin: 0 0 8px; padding-left: 18px; }
.good { color: #00694b; } .open { color: #8a5a00; } .alarm { color: #a83f00; } .quiet, .secondary { color: #595959; }
:is(td, dd):is(.good, .open, .alarm) { font-weight: 600; }
figure { margin: 0; } .run-drawing { display: block; width: 100%; font: 11px/14px system-ui, sans-serif; }
.run-drawing text { fill: #595959; } .run-drawing .run-name { fill: #1b1d21; font-family: ui-monospace, monospace; }
.run-middle { text-anchor: middle; } .run-end { text-anchor: end; }
.run-line { stroke: #8b929c; stroke-width: 1.5; } .run-axis { stroke: #d5d8dd; } .run-first { stroke: #7f8792; stroke-dasharray: 2 3; }
.run-mark { fill: none; stroke: #595959; stroke-width: 1.5; } .run-mark:is(.accepted, .unsent) { fill: #fff; }
.run-mark.dead { fill: #00694b; stroke: #00694b; } .run-mark.late { fill: #8a5a00; stroke: #8a5a00; }
.run-mark.failed { stroke: #a83f00; stroke-width: 3; }
.late .run-line { stroke: #8a5a00; stroke-width: 3; } .run-drawing .late .run-name { fill: #8a5a00; font-weight: 700; }
.failed .run-line { stroke: #a83f00; stroke-width: 2; stroke-dasharray: 6 3; }
.run-drawing .failed .run-name { fill: #a83f00; font-weight: 700; }
.run-legend { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 4px 0 8px; padding: 0; list-style: none; font-size: 12px; }
.run-legend svg { width: 14px; height: 14px; vertical-align: -2px; }
@media (width >= 700px) {
  .tokens table { table-layout: fixed; }
  .tokens th:nth-child(1) { width: 10%; } .tokens th:nth-child(2) { width: 20%; }
  .tokens th:nth-child(3) { width: 21%; } .tokens th:nth-child(4) { width: 14%; }
  .events td:nth-child(-n + 2) { white-space: nowrap; }
}
@media (width < 700px) {
  body { margin: 12px auto; padding: 0 12px; } dl { columns: 1; } dt { flex-basis: 9em; } table, tbody, tr, th, td { display: block; }
  thead { display: none; }
  tr { padding: 4px 0; border-bottom: 1px solid #d5d8dd; } th, td { border: 0; padding: 0; overflow-wrap: anywhere; }
}
@page { margin: 12mm; }
@media print {
  body { font-size: 9px; line-height: 12px; max-width: none; margin: 0; padding: 0; }
  h1 { font-size: 16px; line-height: 20px; } h2 { font-size: 11px; margin: 8px 0 2px; } p { margin: 0 0 4px; }
  th, td { padding: 1px 8px 1px 0; } code, pre { font-size: 8px; } tr, svg, pre { break-inside: avoid; }
  pre { padding: 2px 6px; margin: 0 0 3px; }
  .calls { columns: 2; column-gap: 32px; } .calls dl { columns: 1; } .calls h2 { column-span: all; }
  .run-drawing, .run-legend { font-size: 9px; } .run-legend { margin: 2px 0 4px; }
}`);

/** A whole page, UTF-8. */
export function writePage(page: PageText): string {
  const { title, headline, about, warning, sections, trust } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${style.policy}" />
        <title>${title}</title>
        ${style.element}
      </head>
      <body>
        ${warning === undefined ? '' : html`<p class="warning">${warning}</p>`}
        <p class="kind">${title}</p>
        <h1 class="${headline.tone}">${headline.text}</h1>
        <p class="quiet">${about}</p>
        ${sections.map(
          ({ title: name, body, className = '' }) =>
            html`<section class="${className}">
              ${name === null ? '' : html`<h2>${name}</h2>`} ${body}
            </section>`,
        )}
        ${
          trust === undefined
            ? ''
            : html`<p class="quiet">${trust.text} <code class="key">${trust.head ?? ''}</code></p>`
        }
      </body>
    </html> `.text;
}

type Fact = readonly [name: string, value: string, tone?: Tone];

/** Names with their values, in two columns where there is room. */
export const factsPart = (facts: readonly Fact[]): Html =>
  html`<dl>
    ${facts.map(
      ([name, value, tone]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="${tone ?? ''}">${value}</dd>
        </div>`,
    )}
  </dl>`;

export const tablePart = (columns: readonly string[], rows: readonly Html[]): Html =>
  html`<table>
    <thead>
      <tr>
        ${columns.map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;

/** What is wrong is read first; within that the order stays. */
export const worstFirst = <T>(all: readonly T[], isWrong: (each: T) => boolean): readonly T[] => [
  ...all.filter(isWrong),
  ...all.filter((each) => !isWrong(each)),
];

/** `2026-11-21 03:07:00` of an ISO time: seconds are what anybody compares. */
export const plainTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** @param madeAt ISO time. */
export const aboutTimes = (zone: string, madeAt: string): string =>
  `Times are UTC; this machine’s zone is ${zone}. Made at ${plainTime(madeAt)}.`;
