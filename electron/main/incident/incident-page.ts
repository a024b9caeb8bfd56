// The incident report as one page to print or to send: the facts of the JSON beside it, in words and drawn.
// No script, nothing loaded, everything escaped.
import type { RunToken } from '../../shared/revoke-all/run-drawing.ts';
import { drawingWords } from '../../shared/revoke-all/run-drawing-words.ts';
import { whole } from '../../shared/counts.ts';
import { html, pageStyle, type Html } from '../domain/html.ts';
import { pageLook, plainTime } from '../domain/page-look.ts';
import type { IncidentReport, ReportedToken } from './incident-report.ts';
import { incidentHeadline, knownOf, pageWords as words } from './incident-page-words.ts';
import { runDrawingLook, runDrawingPart } from './run-drawing-part.ts';

const style = pageStyle(`${pageLook}${runDrawingLook}
.drill { border: 4px dashed #a83f00; padding: 8px 16px; font-weight: 700; color: #a83f00; }
@media (width >= 700px) {
  .tokens { table-layout: fixed; }
  .tokens th:nth-child(1) { width: 10%; } .tokens th:nth-child(2) { width: 20%; }
  .tokens th:nth-child(3) { width: 21%; } .tokens th:nth-child(4) { width: 14%; }
}`);

const ALARMS: ReadonlySet<string> = new Set([
  'stillHonoured',
  'notAccepted',
  'leftAlone',
  'outOfReach',
]);
const ALARMING: ReadonlySet<RunToken['standing']> = new Set(['failed', 'unsent']);

/** A whole page, UTF-8. `historyHead` is the chain value of the history's newest event. */
export function incidentPage(
  report: IncidentReport,
  jsonName: string,
  historyHead: string | null,
): string {
  const { run, counts } = report;
  const headline = incidentHeadline(report);
  const pressedAt = plainTime(run.pressedAt);
  const countRows = (Object.keys(words.counts) as (keyof typeof counts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => fact(words.counts[name], whole(counts[name]), ALARMS.has(name)));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${style.policy}" />
        <title>${words.title(pressedAt)}</title>
        ${style.element}
      </head>
      <body>
        ${report.drill ? html`<p class="drill">${words.drill}</p>` : html``}
        <p class="kind">${words.title(pressedAt)}</p>
        <h1 class="${headline.tone}">${headline.text}</h1>
        <p class="quiet">${words.about(report.timeZone, plainTime(report.madeAt))}</p>
        <h2>${words.inShort}</h2>
        <dl>
          ${[
            ...countRows,
            fact(words.rows.scope, run.scope),
            fact(words.rows.pressed, pressedAt),
            ...(run.queueStoppedAt === null
              ? []
              : [fact(words.rows.queueStopped, plainTime(run.queueStoppedAt))]),
            fact(words.rows.firstByte, words.after(run.firstByteAfterMs)),
            fact(words.rows.lastAccepted, words.after(run.lastAcceptedAfterMs)),
            fact(words.rows.lastDead, words.after(run.lastVerifiedAfterMs)),
            fact(words.rows.app, report.app),
            fact(words.rows.run, run.id),
          ]}
        </dl>
        <h2>${drawingWords.title}</h2>
        ${runDrawingPart({
          firstByteAfterMs: run.firstByteAfterMs,
          nowAfterMs: since(report, report.madeAt),
          tokens: report.tokens.map((token) => drawn(report, token)),
        })}
        <h2>${words.tokens}</h2>
        <table class="tokens">
          <tr class="heads">
            ${Object.values(words.columns).map((name) => html`<th>${name}</th>`)}
          </tr>
          ${worstFirst(report.tokens).map((token) => tokenRow(report, token))}
        </table>
        ${notesPart(report)}
        <p class="quiet">
          ${words.trust(jsonName)}
          <code class="key">${historyHead ?? ''}</code>
        </p>
      </body>
    </html> `;
  return page.text;
}

function notesPart({ notes = [] }: IncidentReport): Html {
  if (notes.length === 0) return html``;
  return html`<h2>${words.notes}</h2>
    ${notes.map(
      ({ credential, notes: written, webPage }) =>
        html`<p><b>${credential}</b></p>
          ${[...written.split('\n'), webPage].map((each) => html`<p>${each}</p>`)}`,
    )}`;
}

function fact(name: string, value: string, alarm = false): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd class="${alarm ? 'alarm' : ''}">${value}</dd>
  </div>`;
}

function tokenRow(report: IncidentReport, token: ReportedToken): Html {
  const { acceptedAt, verifiedAt } = token;
  return html`<tr>
    <td><code class="fingerprint">${token.fingerprint}</code></td>
    <td>${token.credential}<br /><code>${token.clientId}</code></td>
    <td>
      ${token.environment} ${token.host === '' ? html`` : html`<br /><code>${token.host}</code>`}<br />${token.scopes.join(' ')}
    </td>
    <td>
      ${acceptedAt === null ? '' : words.accepted(timeIn(report, acceptedAt))}<br />
      ${verifiedAt === null ? '' : words.dead(timeIn(report, verifiedAt))}
    </td>
    <td class="${mayWork(token) ? 'alarm' : ''}">${knownOf(token)}</td>
  </tr>`;
}

/** What may still work is read first; within that the order of the facts stays. */
const mayWork = ({ state }: ReportedToken): boolean => ALARMING.has(standings[state]);
const worstFirst = (tokens: readonly ReportedToken[]): readonly ReportedToken[] => [
  ...tokens.filter(mayWork),
  ...tokens.filter((token) => !mayWork(token)),
];

/** Without its day where that is the day of the press. */
const timeIn = ({ run }: IncidentReport, at: string): string =>
  at.slice(0, 10) === run.pressedAt.slice(0, 10) ? at.slice(11, 19) : plainTime(at);

const since = ({ run }: IncidentReport, at: string): number =>
  Math.max(0, Date.parse(at) - Date.parse(run.pressedAt));

function drawn(report: IncidentReport, token: ReportedToken): RunToken {
  const after = (at: string | null): number | null => (at === null ? null : since(report, at));
  return {
    id: token.fingerprint,
    fingerprint: token.fingerprint,
    name: token.credential,
    acceptedAfterMs: after(token.acceptedAt),
    deadAfterMs: after(token.verifiedAt),
    standing: standings[token.state],
  };
}

const standings: Readonly<Record<ReportedToken['state'], RunToken['standing']>> = {
  verified: 'dead',
  confirming: 'open',
  propagating: 'open',
  revoking: 'open',
  requesting: 'open',
  needs_you: 'person',
  not_verifiable: 'unproven',
  still_honoured: 'failed',
  revoke_failed: 'failed',
  expired: 'expired',
  possibly_issued: 'unsent',
  quarantined: 'unsent',
  active: 'unsent',
  expiring: 'unsent',
  superseded: 'unsent',
  unclear: 'unsent',
  refused: 'unsent',
  forgotten: 'unsent',
};
