// The health report as one page to print. No script, nothing loaded, everything escaped.
import {
  healthDetail,
  healthReportWords as words,
  healthWords,
} from '../../shared/health/health-words.ts';
import type { HealthReportView } from '../../shared/health/health-view.ts';
import { html, pageStyle, type Html } from '../domain/html.ts';
import { pageLook, plainTime } from '../domain/page-look.ts';

const style = pageStyle(`${pageLook}
section { break-inside: avoid; } ul { columns: 3 14rem; margin: 0 0 8px; padding-left: 18px; }`);

const utcDate = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** A whole page, UTF-8. */
export function healthPage(report: HealthReportView): string {
  const total = report.lines.reduce((sum, { found }) => sum + found, 0);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${style.policy}" />
        <title>${words.title}</title>
        ${style.element}
      </head>
      <body>
        <p class="kind">${words.title}</p>
        <h1 class="${total === 0 ? 'good' : 'open'}">
          ${total === 0 ? words.quiet : words.found(total)}
        </h1>
        <p class="quiet">
          ${words.looked(report.credentials)}
          ${words.made(plainTime(new Date(report.madeAtMs).toISOString()))}
          ${report.complete ? '' : words.incomplete}
        </p>
        ${report.lines.map(linePart)}
      </body>
    </html> `;
  return page.text;
}

function linePart({ rule, found, named }: HealthReportView['lines'][number]): Html {
  const { title, why, todo } = healthWords[rule];
  const hidden = found - named.length;
  return html`<section>
    <h2>${title}</h2>
    <p>${why} ${todo}</p>
    <ul>
      ${named.map((each) => {
        const detail = healthDetail(rule, each, utcDate);
        const name = each.id === null ? words.vault : each.label;
        return html`<li>${name}${detail === '' ? '' : `: ${detail}`}</li>`;
      })}
      ${hidden > 0 ? html`<li>${words.more(hidden)}</li>` : html``}
    </ul>
  </section>`;
}
