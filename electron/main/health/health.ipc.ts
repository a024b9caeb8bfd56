// The contract's calls about the health report, and the facts that its rules need from the whole app.
import { healthReportWords as words } from '../../shared/health/health-words.ts';
import type { HealthReportView } from '../../shared/health/health-view.ts';
import { ok, type Outcome } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import { authorityFacts } from '../secret-input/authority-file.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { saveExport } from '../vault/exported-file.ts';
import { healthPage } from './health-page.ts';
import { makeHealthReport, type Findings } from './health-report.ts';
import type { LastUses } from './last-uses.ts';

interface Open {
  readonly session: OpenSession;
  readonly uses: LastUses;
}

/** The report of the vault that is open, and which rules hold for each credential. */
export function healthOf(
  { session, uses }: Pick<Open, 'session' | 'uses'>,
  { vaultSession, settings }: Pick<HandlerParts<unknown>, 'vaultSession' | 'settings'>,
): { readonly report: HealthReportView; readonly findings: Findings } {
  const { lockAfterMinutes, lockOnSuspend, lockOnScreenLock } = settings.current();
  return makeHealthReport({
    session,
    uses,
    locksByItself: lockAfterMinutes !== null || lockOnSuspend || lockOnScreenLock,
    hasRecoveryKey:
      vaultSession
        .opened()
        ?.slots()
        // A vault in memory has no way in that could be lost.
        .some(({ type }) => type === 'rk') ?? true,
    authorityEndsAtMs: ({ authorityPem }) =>
      authorityPem === null ? null : (authorityFacts(authorityPem)?.validToMs ?? null),
  });
}

export function healthHandlers(parts: HandlerParts<Open>) {
  const { vaultSession, dialogs } = parts;

  async function made(): Outcome<HealthReportView> {
    const asked = vaultSession.services();
    if (!asked.ok) return asked;
    // What was never used or tested is said only of a history that was read: right after unlock that is still to come.
    await asked.value.uses.finished();
    const open = vaultSession.services();
    if (!open.ok) return open;
    return ok(healthOf(open.value, parts).report);
  }

  return handlersOf({
    healthReport: made,
    async healthReportSave() {
      const day = new Date(parts.nowMs()).toISOString().slice(0, 10);
      const file = await dialogs.chooseSave(words.saveTitle, `strongroom-health-${day}.html`);
      if (file === null) return ok('cancelled');
      const report = await made();
      const open = vaultSession.services();
      if (!report.ok) return report;
      if (!open.ok) return open;
      const { session } = open.value;
      const page = healthPage(report.value);
      const clean = await checkExport(session, [JSON.stringify(report.value)]);
      if (!clean.ok) return clean;
      const saved = await saveExport(file, Buffer.from(page, 'utf8'));
      if (!saved.ok) return saved;
      parts.saved.note(file);
      const { credentials: count } = report.value;
      session.recordEvent({ what: 'report_exported', word: 'health', count });
      return ok();
    },
  });
}
