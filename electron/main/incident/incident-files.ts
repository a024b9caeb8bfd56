// The two files of an incident report: the page for people, and the facts as signed JSON beside it.
import path from 'node:path';
import type { Failure } from '../../shared/failures/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import { factsBeside, saveExport, saveNewExport } from '../vault/store/exported-file.ts';
import { incidentPage } from './incident-page.ts';
import type { IncidentReport } from './incident-report.ts';

interface ReportSignature {
  /** What is signed: a sentence with the SHA-256 of the report's bytes, ASCII. */
  readonly statement: string;
  /** Ed25519, base64. */
  readonly signature: string;
  /** SubjectPublicKeyInfo, DER in base64. */
  readonly spki: string;
  /** SHA-256 of the public key, hex. */
  readonly fingerprint: string;
}

export type Sign = (bytes: Uint8Array) => Promise<Result<ReportSignature, Failure>>;

/** `incident-2026-11-21-0307.html`, in UTC. */
export function suggestedName(pressedAtMs: number): string {
  const at = new Date(pressedAtMs).toISOString();
  return `incident-${at.slice(0, 10)}-${at.slice(11, 16).replace(':', '')}.html`;
}

/**
 * Writes the page under `file` and the facts beside it, under a like name ending in `.json`: one
 * object `{"report":...,"signature":...}` whose signature is over the exact text of `report`.
 */
export async function saveIncidentReport(
  report: IncidentReport,
  file: string,
  sign: Sign,
): Promise<Result<void, Failure>> {
  const text = JSON.stringify(report);
  const signature = await sign(Buffer.from(text, 'utf8'));
  if (!signature.ok) return signature;
  const facts = await factsBeside(file);
  const json = `{"report":${text},"signature":${JSON.stringify(signature.value)}}\n`;
  const saved = await saveNewExport(facts, Buffer.from(json, 'utf8'));
  if (!saved.ok) return saved;
  const page = incidentPage(report, path.basename(facts), signature.value.fingerprint);
  const shown = await saveExport(file, Buffer.from(page, 'utf8'));
  return shown.ok ? ok() : shown;
}
