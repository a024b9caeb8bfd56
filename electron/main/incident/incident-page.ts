// The incident report as one page to print or to send: the facts of the JSON beside it, in words.
// No script, nothing loaded, everything escaped.
import { counted } from '../../shared/counts.ts';
import { html, pageStyle, type Html } from '../domain/html.ts';
import type { IncidentReport, ReportedToken } from './incident-report.ts';

const style = pageStyle(`
body { font: 13px/20px system-ui, sans-serif; color: #1b1d21; max-width: 60rem; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 20px; line-height: 28px; margin: 0; } h2 { font-size: 15px; margin: 24px 0 4px; }
p { margin: 0 0 8px; } .drill { border: 4px dashed #a83f00; padding: 8px 16px; font-weight: 700; color: #a83f00; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #d5d8dd; }
th { font-weight: 600; } code { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
.alarm { color: #a83f00; font-weight: 600; } .quiet { color: #595959; }
@media print { body { margin: 0; } tr { break-inside: avoid; } }`);

/** A whole page, UTF-8. `signedBy` is the fingerprint of the key that signs the JSON beside it. */
export function incidentPage(report: IncidentReport, jsonName: string, signedBy: string): string {
  const { run, counts } = report;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${style.policy}" />
        <title>Incident report, ${run.pressedAt}</title>
        ${style.element}
      </head>
      <body>
        ${report.drill ? html`<p class="drill">DRILL: nothing in this report is real.</p>` : html``}
        <h1>Incident report</h1>
        <p class="quiet">
          ${report.app}, run <code>${run.id}</code>. Times are UTC; this machine's zone is
          ${report.timeZone}. Made at ${report.madeAt}.
        </p>
        <h2>In short</h2>
        <table>
          ${[
            row('Asked to stop', run.scope),
            row('Key pressed', run.pressedAt),
            row('First byte left after', milliseconds(run.firstByteAfterMs)),
            row('Last acceptance after', milliseconds(run.lastAcceptedAfterMs)),
            row('Last confirmed death after', milliseconds(run.lastVerifiedAfterMs)),
            row('Tokens', String(counts.tokens)),
            row('Accepted by the server', String(counts.accepted)),
            row('Confirmed dead', String(counts.verifiedDead)),
            row('Refused here, not confirmed yet', String(counts.confirming)),
            row('Accepted, cannot be confirmed', String(counts.notVerifiable)),
            row('Accepted, still works', String(counts.stillHonoured), counts.stillHonoured > 0),
            row('Not accepted', String(counts.notAccepted), counts.notAccepted > 0),
            row('Left alone, live', String(counts.leftAlone), counts.leftAlone > 0),
            row('Expired', String(counts.expired)),
            row('Left to a person (Partner)', String(counts.byThePerson)),
          ]}
        </table>
        <h2>What was not confirmed</h2>
        ${notProven(report)}
        <h2>Tokens, by fingerprint</h2>
        <table>
          <tr>
            <th>Token</th>
            <th>Credential</th>
            <th>Environment</th>
            <th>Scopes</th>
            <th>What is known</th>
          </tr>
          ${report.tokens.map(tokenRow)}
        </table>
        <h2>Timeline</h2>
        <table>
          ${report.timeline.map(({ at, what }) => row(at, what))}
        </table>
        <h2>Trust in this page</h2>
        <p>
          The facts are in <code>${jsonName}</code>, signed (Ed25519) by the vault's key
          <code>${signedBy}</code>. A fingerprint stands for a token and says nothing about its
          text; no secret and no token is in either file.
        </p>
      </body>
    </html> `;
  return page.text;
}

function row(name: string, value: string, alarm = false): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="${alarm ? 'alarm' : ''}">${value}</td>
  </tr>`;
}

function milliseconds(ms: number | null): string {
  return ms === null ? 'not yet' : `${(ms / 1000).toFixed(2)} s`;
}

function notProven({ tokens }: IncidentReport): Html {
  const open = tokens.filter(({ state }) => state !== 'verified' && state !== 'expired');
  if (open.length === 0)
    return html`<p>Nothing: every token is confirmed dead or its time is up.</p>`;
  return html`<ul>
    ${open.map(
      (token) =>
        html`<li><code>${token.fingerprint}</code> of ${token.credential}: ${token.verdict}</li>`,
    )}
  </ul>`;
}

function tokenRow(token: ReportedToken): Html {
  const failure = token.failure === null ? '' : ` Last failure: ${token.failure}.`;
  const status = token.httpStatus === null ? '' : ` HTTP ${token.httpStatus}.`;
  return html`<tr>
    <td><code>${token.fingerprint}</code></td>
    <td>${token.credential}<br /><code>${token.clientId}</code></td>
    <td>${token.environment}<br /><code>${token.host}</code></td>
    <td>${token.scopes.join(' ')}</td>
    <td>
      ${token.verdict}${failure}${status} ${counted(token.attempts, 'attempt')}, ${refusals(token)}
      ${token.acceptedAt === null ? '' : `Accepted ${token.acceptedAt}. `}
      ${token.verifiedAt === null ? '' : `Confirmed dead ${token.verifiedAt}.`}
    </td>
  </tr>`;
}

/** How often and how long it was asked, and why the refusals are about the token. */
function refusals(token: ReportedToken): string {
  const { refusalsSeen, refusedForMs, evidence, unclearAnswers, control, worksBefore } = token;
  const over = refusedForMs === null ? '' : ` over ${(refusedForMs / 1000).toFixed(0)} s`;
  const why = evidence === null ? '' : `: ${evidence}`;
  const before =
    worksBefore === null
      ? 'No answer from before took it.'
      : `An answer took it at ${worksBefore}.`;
  const unclear =
    unclearAnswers === 0 ? '' : ` ${counted(unclearAnswers, 'answer')} said nothing about it.`;
  const beside = control === null ? '' : ` ${control}`;
  return `${counted(refusalsSeen, 'refusal')} in a row${over}${why}. ${before}${unclear}${beside}`;
}
