// The history as JSON Lines and as one page. Both name the head of the chain: whoever has the vault can compare it.
import { counted } from '../../shared/counts.ts';
import type { exportFormats } from '../../shared/history/history-calls.ts';
import { historyDetail, historyTitle } from '../../shared/history/history-sentences.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { html } from '../domain/html.ts';
import { tablePart, writePage } from '../domain/page.ts';
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
  /** What stands before the events and behind them. */
  readonly frame: (facts: Facts) => readonly [string, string];
  readonly event: (read: ReadEvent) => string;
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
  const [begin, end] = form.frame({ atMs, events: newest.seq, head: newest.chain });
  const pages = [begin];
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
  pages.push(end);
  return ok({ bytes: Buffer.from(pages.join(''), 'utf8'), pages, events });
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

const jsonLines: Form = {
  frame: ({ atMs, events, head }) => [
    line({ type: 'strongroom-history', version: 1, exportedAt: iso(atMs), events, head }),
    '',
  ],
  event: ({ seq, event }) =>
    line(event === null ? { seq } : { seq, at: iso(event.atMs), ...event }),
};

const columns = ['No.', 'Time', 'Event', 'Credential', 'Token', 'By', 'Details'];

const page: Form = {
  frame({ atMs, events, head }) {
    const whole = writePage({
      title: 'Strongroom history',
      headline: { text: counted(events, 'event'), tone: 'quiet' },
      about: `Exported ${iso(atMs)}. Times are UTC.`,
      sections: [
        { title: null, body: html`<p>Head of the history: <code>${head}</code></p>` },
        { title: null, body: tablePart(columns, []), className: 'events' },
      ],
    });
    // The rows come a page at a time, before the end of the table.
    const rowsEnd = whole.indexOf('</tbody>');
    return [whole.slice(0, rowsEnd), whole.slice(rowsEnd)];
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
};

const forms: Readonly<Record<ExportFormat, Form>> = { json_lines: jsonLines, html: page };

export const exportName = (format: ExportFormat, atMs: number): string =>
  `strongroom-history-${iso(atMs).slice(0, 10)}.${format === 'html' ? 'html' : 'jsonl'}`;
