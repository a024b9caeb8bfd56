// The health report as one page to print.
import {
  healthDetail,
  healthReportWords as words,
  healthWords,
} from '../../shared/health/health-words.ts';
import type { HealthReportView } from '../../shared/health/health-view.ts';
import { html, type Html } from '../domain/html.ts';
import { plainTime, writePage } from '../domain/page.ts';

const utcDate = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** A whole page, UTF-8. */
export function healthPage({ lines, credentials, madeAtMs, complete }: HealthReportView): string {
  const total = lines.reduce((sum, { found }) => sum + found, 0);
  const madeAt = plainTime(new Date(madeAtMs).toISOString());
  return writePage({
    title: words.title,
    headline:
      total === 0
        ? { text: words.quiet, tone: 'good' }
        : { text: words.found(total), tone: 'open' },
    about: `${words.looked(credentials)} ${words.made(madeAt)} ${complete ? '' : words.incomplete}`,
    sections: lines.map((line) => ({
      title: healthWords[line.rule].title,
      body: linePart(line),
      className: 'finding',
    })),
  });
}

function linePart({ rule, found, named }: HealthReportView['lines'][number]): Html {
  const { why, todo } = healthWords[rule];
  const hidden = found - named.length;
  return html`<p>${why} ${todo}</p>
    <ul>
      ${named.map((each) => {
        const detail = healthDetail(rule, each, utcDate);
        const name = each.id === null ? words.vault : each.label;
        return html`<li>${name}${detail === '' ? '' : `: ${detail}`}</li>`;
      })}
      ${hidden > 0 ? html`<li>${words.more(hidden)}</li>` : ''}
    </ul>`;
}
