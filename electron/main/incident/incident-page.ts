// The incident report as one page to print or to send: the facts of the JSON beside it, in words and drawn.
import type { RunToken } from '../../shared/revoke-all/run-drawing.ts';
import { drawingWords } from '../../shared/revoke-all/run-drawing-words.ts';
import { runFigure, type FigurePart } from '../../shared/revoke-all/run-figure.ts';
import { whole } from '../../shared/counts.ts';
import { html, type Html } from '../domain/html.ts';
import { factsPart, plainTime, tablePart, worstFirst, writePage } from '../domain/page.ts';
import type { IncidentReport, ReportedToken } from './incident-report.ts';
import { incidentHeadline, knownOf, pageWords as words } from './incident-page-words.ts';

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
  const { run, notes = [] } = report;
  const pressedAt = plainTime(run.pressedAt);
  const drawing = runFigure({
    firstByteAfterMs: run.firstByteAfterMs,
    nowAfterMs: since(report, report.madeAt),
    tokens: report.tokens.map((token) => drawn(report, token)),
  });
  const rows = worstFirst(report.tokens, mayWork).map((token) => tokenRow(report, token));
  return writePage({
    title: words.title(pressedAt),
    headline: incidentHeadline(report),
    about: words.about(report.timeZone, plainTime(report.madeAt)),
    warning: report.drill ? words.drill : undefined,
    sections: [
      { title: words.inShort, body: shortPart(report, pressedAt) },
      { title: drawingWords.title, body: drawing === null ? [] : figurePart(drawing) },
      {
        title: words.tokens,
        body: tablePart(Object.values(words.columns), rows),
        className: 'tokens',
      },
      ...(notes.length === 0 ? [] : [{ title: words.notes, body: notes.map(notePart) }]),
    ],
    trust: { text: words.trust(jsonName), head: historyHead },
  });
}

function shortPart({ run, counts, app }: IncidentReport, pressedAt: string): Html {
  const { rows, after } = words;
  return factsPart([
    ...(Object.keys(words.counts) as (keyof typeof counts)[])
      .filter((name) => counts[name] > 0)
      .map((name) =>
        ALARMS.has(name)
          ? ([words.counts[name], whole(counts[name]), 'alarm'] as const)
          : ([words.counts[name], whole(counts[name])] as const),
      ),
    [rows.scope, run.scope],
    [rows.pressed, pressedAt],
    ...(run.queueStoppedAt === null
      ? []
      : [[rows.queueStopped, plainTime(run.queueStoppedAt)] as const]),
    [rows.firstByte, after(run.firstByteAfterMs)],
    [rows.lastAccepted, after(run.lastAcceptedAfterMs)],
    [rows.lastDead, after(run.lastVerifiedAfterMs)],
    [rows.app, app],
    [rows.run, run.id],
  ]);
}

/** The shared drawing as text: its names are of our own making, its values are escaped. */
function figurePart(part: FigurePart | string): Html {
  if (typeof part === 'string') return html`${part}`;
  const { tag, attributes, children } = part;
  const named = Object.entries(attributes).map(
    ([name, value]) => html` ${name === 'className' ? 'class' : name}="${value}"`,
  );
  return html`<${tag}${named}>${children.map(figurePart)}</${tag}>`;
}

const notePart = ({ credential, notes, webPage }: NonNullable<IncidentReport['notes']>[number]) =>
  html`<p><b>${credential}</b></p>
    ${[...notes.split('\n'), webPage].map((each) => html`<p>${each}</p>`)}`;

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

const mayWork = ({ state }: ReportedToken): boolean => ALARMING.has(standings[state]);

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
