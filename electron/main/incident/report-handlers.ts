// Saving the incident report of a revocation run: main asks where; the page learns only that it was done.
import path from 'node:path';
import { incidentReport, reportedState, type IncidentReport } from './incident-report.ts';
import type { RevocationRunId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { isLive } from '../domain/token-life.ts';
import type { Token } from '../domain/token.ts';
import { beyondRun } from '../revoke-all/run-tokens.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';
import { type Failure, gone } from '../../shared/failures/failure.ts';
import { factsBeside, saveExport, saveNewExport } from '../vault/exported-file.ts';
import { incidentPage } from './incident-page.ts';

/** `incident-2026-11-21-0307.html`, in UTC. */
export function suggestedName(pressedAtMs: number): string {
  const at = new Date(pressedAtMs).toISOString();
  return `incident-${at.slice(0, 10)}-${at.slice(11, 16).replace(':', '')}.html`;
}

/**
 * Writes the page under `file` and the facts beside it, under a like name ending in `.json`: one
 * object `{"report":...,"historyHead":...}`.
 * @param historyHead chain value of the history's newest event as the vault was last saved.
 */
export async function saveIncidentReport(
  report: IncidentReport,
  file: string,
  historyHead: string | null,
): Promise<Result<void, Failure>> {
  const facts = await factsBeside(file);
  const json = `${JSON.stringify({ report, historyHead })}\n`;
  const saved = await saveNewExport(facts, Buffer.from(json, 'utf8'));
  if (!saved.ok) return saved;
  const page = incidentPage(report, path.basename(facts), historyHead);
  const shown = await saveExport(file, Buffer.from(page, 'utf8'));
  return shown.ok ? ok() : shown;
}

export function createReportHandlers(ports: HandlerPorts): Pick<Handlers, 'stopReport'> {
  const { vaultSession, dialogs, version } = ports;
  const whileOpen = createWhileOpen(vaultSession);
  return {
    stopReport: whileOpen(async ({ session, stops, texts }, { runId, notes }) => {
      const run = stops.find(runId as RevocationRunId);
      if (run === null) return fail(gone('run'));
      const file = await dialogs.chooseSave('Save incident report', suggestedName(run.pressedAtMs));
      if (file === null) return ok('cancelled');
      // The person may have taken minutes: the report says how it stands now.
      const contents = session.vault.contents();
      const now = stops.find(run.id) ?? run;
      const named = (each: Token): Token =>
        each.ephemeral === true ? { ...each, fingerprint: 'not kept' } : each;
      const report = incidentReport({
        run: now,
        beyond: beyondRun(session, contents, now).map(named),
        environments: contents.environments,
        // A report is a file: what is not kept is counted in it and not named.
        credentials: contents.credentials.map((each) =>
          each.ephemeral === true ? { ...each, label: 'not kept', clientId: '' } : each,
        ),
        tokens: contents.tokens.map(named),
        stateOf: (token) =>
          reportedState(stateOf(session, contents, token), isLive(session, contents, token)),
        nowMs: session.clock.nowMs(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        version,
        withNotes: notes,
      });
      const clean = await checkExport(session, texts, [JSON.stringify(report)]);
      if (!clean.ok) return clean;
      const saved = await saveIncidentReport(report, file, contents.history?.head ?? null);
      if (!saved.ok) return saved;
      ports.saved.note(file);
      session.recordEvent({
        what: 'report_exported',
        atMs: session.clock.nowMs(),
        by: 'person',
        runId: run.id,
        count: report.counts.tokens,
      });
      return ok('done');
    }),
  };
}
