// The history as JSON Lines and as one page. Both name the head of the chain: whoever has the vault can compare it.
import { counted } from '../../shared/counts.ts';
import type { exportFormats } from '../../shared/history/history-calls.ts';
import { historyDetail, historyTitle } from '../../shared/history/history-sentences.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { html, pageStyle } from '../domain/html.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { History } from './history-port.ts';
import type { ReadEvent } from './history-reader.ts';

type ExportFormat = (typeof exportFormats)[number];

interface ExportText {
  readonly bytes: Buffer;
  /** All that was taken from the vault, in pieces that end with an event, to be searched for secrets. */
  readonly pages: readonly string[];
  readonly events: number;
}

interface Facts {
  readonly atMs: number;
  readonly events: number;
  /** Chain value of the newest event. */
  readonly head: string;
}

interface Form {
  readonly begin: (facts: Facts) => string;
  readonly event: (read: ReadEvent) => string;
  readonly end: string;
}

/** Everything there is when it begins, oldest first. */
export async function exportText(
  history: Pick<History, 'all' | 'newest'>,
  format: ExportFormat,
  atMs: number,
): Promise<Result<ExportText, Failure>> {
  const newest = history.newest();
  if (newest === null) return fail({ code: 'history_closed' });
  const form = forms[format];
  const pages = [form.begin({ atMs, events: newest.seq, head: newest.chain })];
  const rows = history.all();
  let events = 0;
  for (let step = await rows.next(); ; step = await rows.next()) {
    if (step.done === true) {
      if (!step.value.ok) return step.value;
      break;
    }
    events += step.value.length;
    pages.push(step.value.map(form.event).join(''));
  }
  pages.push(form.end);
  return ok({ bytes: Buffer.from(pages.join(''), 'utf8'), pages, events });
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

const jsonLines: Form = {
  begin: ({ atMs, events, head }) =>
    line({
      type: 'strongroom-history',
      version: 1,
      exportedAt: iso(atMs),
      events,
      head,
    }),
  event: ({ seq, event }) =>
    line(event === null ? { seq } : { seq, at: iso(event.atMs), ...event }),
  end: '',
};

/** No script, no request: whatever a label says, the page can do nothing. */
const STYLE = pageStyle(`
:root { color-scheme: light dark }
body { margin: 2rem; font: 14px/1.5 system-ui, sans-serif }
table { border-collapse: collapse; width: 100% }
th, td { padding: .25rem .75rem .25rem 0; border-top: 1px solid #8884; text-align: left; vertical-align: top }
td:first-child, td:nth-child(2) { white-space: nowrap; font-variant-numeric: tabular-nums }
code { font-size: 12px; overflow-wrap: anywhere }
`);

const page: Form = {
  begin({ atMs, events, head }) {
    const whole = html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${STYLE.policy}" />
        <title>Strongroom history</title>
        ${STYLE.element}
      </head>
      <body>
        <h1>Strongroom history</h1>
        <p>${counted(events, 'event')}, exported ${iso(atMs)}. Times are UTC.</p>
        <p>Head of the history: <code>${head}</code></p>
        <table>
          <thead>
            <tr>
              <th>No.</th>
              <th>Time</th>
              <th>Event</th>
              <th>Credential</th>
              <th>Token</th>
              <th>By</th>
              <th>Details</th>
            </tr>
          </thead>
          <tbody></tbody>
        </table>
      </body>
    </html> `;
    // The rows come before the end of the table, which comes with the end of the page.
    const [untilRows = ''] = whole.text.split('</tbody>');
    return `<!doctype html>\n${untilRows}\n`;
  },
  event: ({ seq, event }) =>
    event === null
      ? html`<tr>
          <td>${seq}</td>
          <td colspan="6">An event of a newer version of Strongroom</td>
        </tr> `.text
      : html`<tr>
          <td>${seq}</td>
          <td>${iso(event.atMs)}</td>
          <td>${historyTitle(event.what)}</td>
          <td>${event.label ?? ''}</td>
          <td>${event.fingerprint ?? ''}</td>
          <td>${event.by === 'app' ? 'the app' : 'the person'}</td>
          <td>${historyDetail(event)}</td>
        </tr> `.text,
  end: `</tbody>\n</table>\n</body>\n</html>\n`,
};

const forms: Readonly<Record<ExportFormat, Form>> = { json_lines: jsonLines, html: page };

export const exportName = (format: ExportFormat, atMs: number): string =>
  `strongroom-history-${iso(atMs).slice(0, 10)}.${format === 'html' ? 'html' : 'jsonl'}`;
