// The two files of an incident report: the page for people, and the facts as JSON beside it.
import path from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import { factsBeside, saveExport, saveNewExport } from '../vault/exported-file.ts';
import { incidentPage } from './incident-page.ts';
import type { IncidentReport } from './incident-report.ts';

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
