// Saving the incident report of a revocation run: main asks where; the page learns only that it was done.
import { saveIncidentReport, suggestedName } from './incident-files.ts';
import { incidentReport, reportedState } from './incident-report.ts';
import type { RevocationRunId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { createExportSigner } from '../history/export-signing.ts';
import { isLive, stateOf } from '../tokens/ledger/housekeeping.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createWhileOpen } from '../ipc/while-open.ts';

export function createReportHandlers(ports: HandlerPorts): Pick<Handlers, 'stopReport'> {
  const { vaultSession, dialogs, version } = ports;
  const whileOpen = createWhileOpen(vaultSession);
  return {
    stopReport: whileOpen(async ({ session, stops, texts }, { runId, notes }) => {
      const run = stops.find(runId as RevocationRunId);
      if (run === null) return fail({ code: 'unknown_stop_run' });
      const file = await dialogs.chooseSave('Save incident report', suggestedName(run.pressedAtMs));
      if (file === null) return ok('cancelled');
      // The person may have taken minutes: the report says how it stands now.
      const contents = session.vault.contents();
      const report = incidentReport({
        run: stops.find(run.id) ?? run,
        environments: contents.environments,
        // A report is a file: what is not kept is counted in it and not named.
        credentials: contents.credentials.map((each) =>
          each.ephemeral === true ? { ...each, label: 'not kept', clientId: '' } : each,
        ),
        tokens: contents.tokens.map((each) =>
          each.ephemeral === true ? { ...each, fingerprint: 'not kept' } : each,
        ),
        stateOf: (token) =>
          reportedState(stateOf(session, contents, token), isLive(session, contents, token)),
        nowMs: session.clock.nowMs(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        version,
        withNotes: notes,
      });
      const clean = await checkExport(session, texts, [JSON.stringify(report)]);
      if (!clean.ok) return clean;
      const { sign } = createExportSigner(session.vault);
      const saved = await saveIncidentReport(report, file, sign);
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
