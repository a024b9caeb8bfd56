// The evidence of a diagnosis as one page to send on: the facts of the JSON beside it, in words. No
// script, nothing loaded, everything escaped.
import { verdictWords } from '../../shared/diagnosis/diagnosis-words.ts';
import { html, pageStyle, type Html } from '../domain/html.ts';
import { pageLook, plainTime } from '../domain/page-look.ts';
import type { Evidence, EvidentRequest, EvidentCheck } from './evidence.ts';
import { pageWords as words } from './evidence-page-words.ts';

const style = pageStyle(`${pageLook}
pre { background: #f6f7f9; padding: 8px 10px; border-radius: 6px; white-space: pre-wrap; margin: 0 0 8px; }
@media print {
  pre { padding: 2px 6px; margin: 0 0 3px; break-inside: avoid; }
  .calls { columns: 2; column-gap: 32px; } .calls dl { columns: 1; } .calls h2 { column-span: all; }
}`);

/** A whole page, UTF-8. `historyHead` is the chain value of the history's newest event. */
export function evidencePage(
  evidence: Evidence,
  jsonName: string,
  historyHead: string | null,
): string {
  const startedAt = plainTime(evidence.startedAt);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${style.policy}" />
        <title>${words.title(evidence.credential, startedAt)}</title>
        ${style.element}
      </head>
      <body>
        <p class="kind">${words.title(evidence.credential, startedAt)}</p>
        <h1 class="${tone(evidence.verdict)}">${evidence.summary}</h1>
        <p class="quiet">${words.about(evidence.timeZone, plainTime(evidence.madeAt))}</p>
        <h2>${words.what}</h2>
        <dl>
          ${[
            fact(words.rows.clientId, evidence.clientId),
            fact(words.rows.accessType, evidence.accessType),
            fact(words.rows.environment, evidence.environment),
            fact(words.rows.base, evidence.baseUrl),
            fact(words.rows.trade, evidence.tradeUrl),
            fact(words.rows.scopes, evidence.scopesAskedFor.join(' ') || words.none),
            fact(words.rows.started, startedAt),
            fact(
              words.rows.ended,
              evidence.endedAt === null ? words.notYet : plainTime(evidence.endedAt),
            ),
            fact(words.rows.app, words.made(evidence.app, evidence.machine)),
          ]}
        </dl>
        <h2>${words.checks}</h2>
        <table>
          <tr class="heads">
            ${Object.values(words.columns).map((name) => html`<th>${name}</th>`)}
          </tr>
          ${worstFirst(evidence.checks).map(checkRow)}
        </table>
        <section class="calls">
          <h2>${words.requests}</h2>
          ${evidence.requests.map(requestPart)}
        </section>
        <h2>${words.repeat}</h2>
        <p>${words.repeatHow}</p>
        <section class="calls">
          ${evidence.curl.map(
            ({ call, line }) =>
              html`<p>${call}</p>
                <pre>${lines(line)}</pre>`,
          )}
        </section>
        <p class="quiet">
          ${words.trust(jsonName)}
          <code class="key">${historyHead ?? ''}</code>
        </p>
      </body>
    </html> `;
  return page.text;
}

const tones: ReadonlyMap<string, string> = new Map([
  [verdictWords.bad, 'alarm'],
  [verdictWords.amber, 'open'],
  [verdictWords.good, 'good'],
]);
const tone = (verdict: string): string => tones.get(verdict) ?? 'quiet';

/** What is wrong stands first; the order of the checks is kept within a verdict. */
const worstFirst = (checks: readonly EvidentCheck[]): readonly EvidentCheck[] => [
  ...checks.filter(({ verdict }) => tone(verdict) === 'alarm'),
  ...checks.filter(({ verdict }) => tone(verdict) !== 'alarm'),
];

/** A line break in a text would be shown as something hidden; here it is meant. */
const lines = (text: string): readonly Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));

const fact = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

function checkRow(check: EvidentCheck): Html {
  const facts = Object.entries(check.facts).map(
    ([name, text]) => html` <span class="quiet">${name}:</span> <code>${text}</code>`,
  );
  return html`<tr>
    <th scope="row">${check.about}: ${check.check}</th>
    <td class="${tone(check.verdict)}">${check.verdict}</td>
    <td>${check.sentence} ${check.looksLike.join(' ')}${facts}</td>
    <td>${words.took(check.tookMs)}</td>
  </tr>`;
}

function requestPart({ method, url, headers, body, answer }: EvidentRequest): Html {
  const named = (fields: Readonly<Record<string, string>>): readonly Html[] =>
    Object.entries(fields).map(([name, value]) => fact(name, value));
  return html`<p><code>${method} ${url}</code></p>
    <dl>
      ${named(headers)} ${body === null ? html`` : named(body)}
      ${fact(words.answer, words.answered(answer))}
    </dl>`;
}
