// The two files of evidence: the page for people, and the facts as signed JSON beside it. Both are made
// and searched whole before the first byte of either is written.
import path from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import { factsBeside, saveExport, saveNewExport } from '../vault/store/exported-file.ts';
import { evidencePage } from './evidence-page.ts';
import type { Evidence } from './evidence.ts';

interface EvidencePorts {
  /** Ed25519 over the exact text of the facts; says by which key. */
  readonly sign: (bytes: Uint8Array) => Promise<Result<{ readonly fingerprint: string }, Failure>>;
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
  { sign, scan }: EvidencePorts,
): Promise<Result<void, Failure>> {
  const text = JSON.stringify(evidence);
  const signature = await sign(Buffer.from(text, 'utf8'));
  if (!signature.ok) return signature;
  const facts = await factsBeside(file);
  const json = `{"evidence":${text},"signature":${JSON.stringify(signature.value)}}\n`;
  const page = evidencePage(evidence, path.basename(facts), signature.value.fingerprint);
  const clean = await scan([json, page]);
  if (!clean.ok) return clean;
  const saved = await saveNewExport(facts, Buffer.from(json, 'utf8'));
  if (!saved.ok) return saved;
  const shown = await saveExport(file, Buffer.from(page, 'utf8'));
  return shown.ok ? ok() : shown;
}
