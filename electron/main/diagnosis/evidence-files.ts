// The two files of evidence: the page for people, and the facts as JSON beside it. Both are made
// and searched whole before the first byte of either is written.
import path from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import { factsBeside, saveExport, saveNewExport } from '../vault/exported-file.ts';
import { evidencePage } from './evidence-page.ts';
import type { Evidence } from './evidence.ts';

interface EvidencePorts {
  /** Chain value of the history's newest event as the vault was last saved. */
  readonly historyHead: string | null;
  readonly scan: (pages: readonly string[]) => Promise<Result<void, Failure>>;
}

/** `diagnosis-2026-11-21-0307.html`, in UTC: no name of a credential, which may be anything. */
export function suggestedName(startedAtMs: number): string {
  const at = new Date(startedAtMs).toISOString();
  return `diagnosis-${at.slice(0, 10)}-${at.slice(11, 16).replace(':', '')}.html`;
}

/** Nothing is written where the search finds anything. */
export async function saveEvidence(
  evidence: Evidence,
  file: string,
  { historyHead, scan }: EvidencePorts,
): Promise<Result<void, Failure>> {
  const facts = await factsBeside(file);
  const json = `${JSON.stringify({ evidence, historyHead })}\n`;
  const page = evidencePage(evidence, path.basename(facts), historyHead);
  const clean = await scan([json, page]);
  if (!clean.ok) return clean;
  const saved = await saveNewExport(facts, Buffer.from(json, 'utf8'));
  if (!saved.ok) return saved;
  const shown = await saveExport(file, Buffer.from(page, 'utf8'));
  return shown.ok ? ok() : shown;
}
