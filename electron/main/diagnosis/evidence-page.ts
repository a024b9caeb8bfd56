// The evidence of a diagnosis as one page to send on: the facts of the JSON beside it, in words. No
// script, nothing loaded, everything escaped.
import { html, pageStyle, type Html } from '../domain/html.ts';
import type { Evidence, EvidentRequest, EvidentCheck } from './evidence.ts';

const style = pageStyle(`
body { font: 13px/20px system-ui, sans-serif; color: #1b1d21; max-width: 60rem; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 20px; line-height: 28px; margin: 0; } h2 { font-size: 15px; margin: 24px 0 4px; }
p { margin: 0 0 8px; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #d5d8dd; }
th { font-weight: 600; } code, pre { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
pre { background: #f6f7f9; padding: 8px 10px; border-radius: 6px; white-space: pre-wrap; }
.Wrong { color: #a83f00; font-weight: 600; } .Look { color: #8a5a00; font-weight: 600; } .Good { color: #00694b; font-weight: 600; }
.quiet { color: #595959; } @media print { body { margin: 0; } tr { break-inside: avoid; } }`);

/** A whole page, UTF-8. `signedBy` is the fingerprint of the key that signs the JSON beside it. */
export function evidencePage(evidence: Evidence, jsonName: string, signedBy: string): string {
  const { machine } = evidence;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${style.policy}" />
        <title>Diagnosis of ${evidence.credential}, ${evidence.startedAt}</title>
        ${style.element}
      </head>
      <body>
        <h1>Diagnosis of ${evidence.credential}</h1>
        <p class="${tone(evidence.verdict)}">${evidence.summary}</p>
        <p class="quiet">
          ${evidence.app}, Node ${machine.node}, ${machine.tls}, ${machine.system}. Times are UTC;
          this machine's zone is ${evidence.timeZone}. Made at ${evidence.madeAt}.
        </p>
        <h2>What was diagnosed</h2>
        <table>
          ${[
            row('Client id', evidence.clientId),
            row('Access type', evidence.accessType),
            row('Environment', evidence.environment),
            row('Base address', evidence.baseUrl),
            row('Trading address', evidence.tradeUrl),
            row('Scopes asked for', evidence.scopesAskedFor.join(' ') || 'none'),
            row('Started', evidence.startedAt),
            row('Ended', evidence.endedAt ?? 'not yet'),
          ]}
        </table>
        <h2>The checks</h2>
        <table>
          <tr>
            <th>Check</th>
            <th>Verdict</th>
            <th>What was found</th>
            <th>Took</th>
          </tr>
          ${evidence.checks.map(checkRow)}
        </table>
        <h2>What was asked and answered</h2>
        ${evidence.requests.map(requestPart)}
        <h2>To repeat it</h2>
        <p>
          Set the variables in a shell first. The values are in none of these lines; while
          <code>curl</code> runs, other programs of the same machine may see them. In JSON, a
          quotation mark or backslash in a value needs a backslash before it.
        </p>
        ${evidence.curl.map(
          ({ call, line }) =>
            html`<p>${call}</p>
              <pre>${lines(line)}</pre>`,
        )}
        <h2>Trust in this page</h2>
        <p>
          The facts are in <code>${jsonName}</code>, signed (Ed25519) by the vault's key
          <code>${signedBy}</code>. Both files were searched for every secret and token of that
          vault before they were written, and hold none. What a server wrote in its own words is
          left out.
        </p>
      </body>
    </html> `;
  return page.text;
}

const tone = (verdict: string): string => verdict.split(' ')[0] ?? '';

/** A line break in a text would be shown as something hidden; here it is meant. */
const lines = (text: string): readonly Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));

function row(name: string, value: string): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`;
}

function checkRow(check: EvidentCheck): Html {
  const facts = Object.entries(check.facts).map(
    ([name, text]) => html`<br /><span class="quiet">${name}:</span> <code>${text}</code>`,
  );
  return html`<tr>
    <th scope="row">${check.about}:<br />${check.check}</th>
    <td class="${tone(check.verdict)}">${check.verdict}</td>
    <td>${check.sentence} ${check.looksLike.join(' ')}${facts}</td>
    <td>${check.tookMs === null ? '' : `${check.tookMs} ms`}</td>
  </tr>`;
}

function requestPart({ method, url, headers, body, answer }: EvidentRequest): Html {
  const named = (fields: Readonly<Record<string, string>>): readonly Html[] =>
    Object.entries(fields).map(([name, value]) => row(name, value));
  return html`<p><code>${method} ${url}</code></p>
    <table>
      ${named(headers)} ${body === null ? html`` : named(body)}
      ${row(
        'Answer',
        answer === null
          ? 'none that is kept'
          : `status ${answer.status}, content type ${answer.contentType}, challenge ${answer.challenge}`,
      )}
    </table>`;
}
