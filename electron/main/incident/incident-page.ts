// The incident report as one page to print or to send: the facts of the JSON beside it, in words and drawn.
import type { RunToken } from '../../shared/revoke-all/run-drawing.ts';
import { drawingWords } from '../../shared/revoke-all/run-drawing-words.ts';
import { runFigure, type FigurePart } from '../../shared/revoke-all/run-figure.ts';
import { whole } from '../../shared/counts.ts';
import { duration } from '../../shared/duration.ts';
import { html, type Html } from '../domain/html.ts';
import {
  aboutTimes,
  factsPart,
  plainTime,
  tablePart,
  worstFirst,
  writePage,
} from '../domain/page.ts';
import type { IncidentReport, ReportedToken } from './incident-report.ts';
import { countWords, incidentHeadline, knownOf } from './incident-page-words.ts';

const ALARMS: ReadonlySet<string> = new Set([
  'stillHonoured',
  'notAccepted',
  'leftAlone',
  'outOfReach',
]);
const ALARMING: ReadonlySet<RunToken['standing']> = new Set(['failed', 'unsent']);

const columns = ['Token', 'Key', 'Environment and scopes', 'Times', 'What is known'];
const after = (ms: number | null): string => (ms === null ? 'not yet' : duration(ms));
const trust = (jsonName: string): string =>
  `The facts are in ${jsonName}, with the head of the vault’s history, named below. A fingerprint stands for a token and says nothing about its text. No secret and no token is in either file.`;

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
    title: `Incident report, ${pressedAt}`,
    headline: incidentHeadline(report),
    about: aboutTimes(report.timeZone, report.madeAt),
    warning: report.drill ? 'DRILL: nothing in this report is real.' : undefined,
    sections: [
      { title: 'In short', body: shortPart(report, pressedAt) },
      { title: drawingWords.title, body: drawing === null ? [] : figurePart(drawing) },
      {
        title: 'Tokens, by fingerprint',
        body: tablePart(columns, rows),
        className: 'tokens',
      },
      ...(notes.length === 0 ? [] : [{ title: 'Notes and links', body: notes.map(notePart) }]),
    ],
    trust: { text: trust(jsonName), head: historyHead },
  });
}

function shortPart({ run, counts, app }: IncidentReport, pressedAt: string): Html {
  return factsPart([
    ...(Object.keys(countWords) as (keyof typeof counts)[])
      .filter((name) => counts[name] > 0)
      .map((name) =>
        ALARMS.has(name)
          ? ([countWords[name], whole(counts[name]), 'alarm'] as const)
          : ([countWords[name], whole(counts[name])] as const),
      ),
    ['Asked to stop', run.scope],
    ['You confirmed', pressedAt],
    ...(run.queueStoppedAt === null
      ? []
      : [['Queue stopped', plainTime(run.queueStoppedAt)] as const]),
    ['First byte left after', after(run.firstByteAfterMs)],
    ['Last acceptance after', after(run.lastAcceptedAfterMs)],
    ['Last confirmed death after', after(run.lastVerifiedAfterMs)],
    ['Made by', app],
    ['Run', run.id],
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
      ${acceptedAt === null ? '' : `accepted ${timeIn(report, acceptedAt)}`}<br />
      ${verifiedAt === null ? '' : `confirmed dead ${timeIn(report, verifiedAt)}`}
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
  const msAt = (at: string | null): number | null => (at === null ? null : since(report, at));
  return {
    fingerprint: token.fingerprint,
    name: token.credential,
    acceptedAfterMs: msAt(token.acceptedAt),
    deadAfterMs: msAt(token.verifiedAt),
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
