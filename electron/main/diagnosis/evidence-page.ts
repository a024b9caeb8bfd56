// The evidence of a diagnosis as one page to send on: the facts of the JSON beside it, in words.
import { verdictWords } from '../../shared/diagnosis/diagnosis-words.ts';
import { html, type Html } from '../domain/html.ts';
import {
  factsPart,
  plainTime,
  tablePart,
  worstFirst,
  writePage,
  type Tone,
} from '../domain/page.ts';
import type { Evidence } from './evidence.ts';
import { pageWords as words } from './evidence-page-words.ts';

/** A whole page, UTF-8. `historyHead` is the chain value of the history's newest event. */
export function evidencePage(
  evidence: Evidence,
  jsonName: string,
  historyHead: string | null,
): string {
  const { rows } = words;
  const { endedAt } = evidence;
  const startedAt = plainTime(evidence.startedAt);
  const checks = worstFirst(evidence.checks, ({ verdict }) => toneOf(verdict) === 'alarm');
  return writePage({
    title: words.title(evidence.credential, startedAt),
    headline: { text: evidence.summary, tone: toneOf(evidence.verdict) },
    about: words.about(evidence.timeZone, plainTime(evidence.madeAt)),
    sections: [
      {
        title: words.what,
        body: factsPart([
          [rows.clientId, evidence.clientId],
          [rows.accessType, evidence.accessType],
          [rows.environment, evidence.environment],
          [rows.base, evidence.baseUrl],
          [rows.trade, evidence.tradeUrl],
          [rows.scopes, evidence.scopesAskedFor.join(' ') || words.none],
          [rows.started, startedAt],
          [rows.ended, endedAt === null ? words.notYet : plainTime(endedAt)],
          [rows.app, words.made(evidence.app, evidence.machine)],
        ]),
      },
      { title: words.checks, body: tablePart(Object.values(words.columns), checks.map(checkRow)) },
      { title: words.repeat, body: html`<p>${words.repeatHow}</p>` },
      {
        title: null,
        body: evidence.curl.map(
          ({ call, line }) =>
            html`<p>${call}</p>
              <pre>${lines(line)}</pre>`,
        ),
        className: 'calls',
      },
    ],
    trust: { text: words.trust(jsonName), head: historyHead },
  });
}

const tones: ReadonlyMap<string, Tone> = new Map([
  [verdictWords.bad, 'alarm'],
  [verdictWords.amber, 'open'],
  [verdictWords.good, 'good'],
]);
const toneOf = (verdict: string): Tone => tones.get(verdict) ?? 'quiet';

/** A line break in a text would be shown as something hidden; here it is meant. */
const lines = (text: string): readonly Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));

function checkRow(check: Evidence['checks'][number]): Html {
  const facts = Object.entries(check.facts).map(
    ([name, text]) => html` <span class="quiet">${name}:</span> <code>${text}</code>`,
  );
  return html`<tr>
    <th scope="row">${check.about}: ${check.check}</th>
    <td class="${toneOf(check.verdict)}">${check.verdict}</td>
    <td>${check.sentence} ${check.looksLike.join(' ')}${facts}</td>
    <td>${words.took(check.tookMs)}</td>
  </tr>`;
}
