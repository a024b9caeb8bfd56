// The evidence of a diagnosis as one page to send on: the facts of the JSON beside it, in words.
import { duration } from '../../shared/duration.ts';
import { verdictWords } from '../../shared/diagnosis/diagnosis-words.ts';
import { html, type Html } from '../domain/html.ts';
import {
  aboutTimes,
  factsPart,
  plainTime,
  tablePart,
  worstFirst,
  writePage,
  type Tone,
} from '../domain/page.ts';
import type { Evidence } from './evidence.ts';

const columns = ['Check', 'Verdict', 'What was found', 'Took'];
const REPEAT_HOW =
  'Set the variables in a shell first. These lines contain none of the values. While curl runs, other programs on this machine may see them. In JSON, a quotation mark or backslash in a value needs a backslash before it.';
const trust = (jsonName: string): string =>
  `The facts are in ${jsonName}, with the head of the vault’s history, named below. Both files were searched for every secret and token of that vault. They contain none. What a server wrote in its own words is left out.`;

/** A whole page, UTF-8. `historyHead` is the chain value of the history's newest event. */
export function evidencePage(
  evidence: Evidence,
  jsonName: string,
  historyHead: string | null,
): string {
  const { endedAt, app, machine } = evidence;
  const startedAt = plainTime(evidence.startedAt);
  const checks = worstFirst(evidence.checks, ({ verdict }) => toneOf(verdict) === 'alarm');
  return writePage({
    title: `Diagnosis of ${evidence.credential}, ${startedAt}`,
    headline: { text: evidence.summary, tone: toneOf(evidence.verdict) },
    about: aboutTimes(evidence.timeZone, evidence.madeAt),
    sections: [
      {
        title: 'What was diagnosed',
        body: factsPart([
          ['Client id', evidence.clientId],
          ['Access type', evidence.accessType],
          ['Environment', evidence.environment],
          ['Base address', evidence.baseUrl],
          ['Trading address', evidence.tradeUrl],
          ['Scopes asked for', evidence.scopesAskedFor.join(' ') || 'none'],
          ['Started', startedAt],
          ['Ended', endedAt === null ? 'not yet' : plainTime(endedAt)],
          ['Made by', `${app}, Node ${machine.node}, ${machine.tls}, ${machine.system}`],
        ]),
      },
      { title: 'The checks', body: tablePart(columns, checks.map(checkRow)) },
      { title: 'To repeat it', body: html`<p>${REPEAT_HOW}</p>` },
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
    trust: { text: trust(jsonName), head: historyHead },
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
    <td>${check.tookMs === null ? '' : duration(check.tookMs)}</td>
  </tr>`;
}
