// The history as JSON Lines and as one page. Both name the head of the chain: whoever has the vault can compare it.
import { counted } from '../../shared/counts.ts';
import type { HistoryEventView } from '../../shared/history/history-view.ts';
import type { exportFormats } from '../../shared/history/history-calls.ts';
import { historyTitles } from '../../shared/history/history-words.ts';
import { historyDetail } from '../../shared/history/history-sentences.ts';
import { html, type Html } from '../domain/html.ts';
import { tablePart, writePage } from '../domain/page.ts';
import { ok, type Outcome } from '../domain/result.ts';
import type { History } from './history.ts';
import type { WholeHistory } from './history-reader.ts';

type ExportFormat = (typeof exportFormats)[number];

/** Everything there is when it begins, oldest first. */
export async function exportText(
  history: Pick<History, 'all'>,
  format: ExportFormat,
  atMs: number,
): Outcome<{ readonly text: string; readonly events: number }> {
  const all = await history.all();
  if (!all.ok) return all;
  return ok({ text: forms[format](all.value, atMs), events: all.value.events.length });
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

type Form = (all: WholeHistory, atMs: number) => string;

const jsonLines: Form = ({ events, head }, atMs) =>
  [
    line({
      type: 'strongroom-history',
      version: 1,
      exportedAt: iso(atMs),
      events: events.length,
      head,
    }),
    ...events.map(({ seq, event }) =>
      line(event === null ? { seq } : { seq, at: iso(event.atMs), ...event }),
    ),
  ].join('');

const columns = ['No.', 'Time', 'Event', 'Key', 'Token', 'By', 'Details'];

const page: Form = ({ events, head }, atMs) =>
  writePage({
    title: 'Strongroom history',
    headline: { text: counted(events.length, 'event'), tone: 'quiet' },
    about: `Exported ${iso(atMs)}. Times are UTC.`,
    sections: [
      { title: null, body: html`<p>Head of the history: <code>${head}</code></p>` },
      { title: null, body: tablePart(columns, events.map(rowOf)), className: 'events' },
    ],
  });

const rowOf = ({ seq, event }: HistoryEventView): Html =>
  event === null
    ? html`<tr>
        <td>${seq}</td>
        <td colspan="6">An event of a newer version of Strongroom</td>
      </tr>`
    : html`<tr>
        <td>${seq}</td>
        <td>${iso(event.atMs)}</td>
        <td>${historyTitles[event.what]}</td>
        <td>${event.label ?? ''}</td>
        <td>${event.fingerprint ?? ''}</td>
        <td>${event.by === 'app' ? 'the app' : 'the person'}</td>
        <td>${historyDetail(event)}</td>
      </tr>`;

const forms: Readonly<Record<ExportFormat, Form>> = { json_lines: jsonLines, html: page };

export const exportName = (format: ExportFormat, atMs: number): string =>
  `strongroom-history-${iso(atMs).slice(0, 10)}.${format === 'html' ? 'html' : 'jsonl'}`;
