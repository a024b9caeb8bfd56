// The contract's calls about the history. Exports go where main's own save dialog says: the path never
// reaches the page.
import { HISTORY_PAGE } from '../../shared/history/history-view.ts';
import { fail, ok } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { saveExport } from '../vault/exported-file.ts';
import { exportName, exportText } from './export-text.ts';
import type { HistorySession } from './history-session.ts';

interface Open {
  readonly session: OpenSession;
}

// SECURITY(S55): while the vault works behind the locked window its history is open too, and nobody reads it.
export function historyHandlers(
  parts: HandlerParts<Open> & { readonly history: Pick<HistorySession, 'current' | 'tell'> },
) {
  const { history, dialogs, vaultSession } = parts;
  const services = () => {
    const open = vaultSession.services();
    return open.ok ? history.current() : open;
  };
  return whileOpen(
    { services },
    {
      historyPage: (open, query) => open.page({ ...query, limit: HISTORY_PAGE }),
      async historyVerify(open) {
        const verdict = await open.verify();
        return verdict.ok ? ok({ ...verdict.value, atMs: parts.nowMs() }) : verdict;
      },
      historyHead(open) {
        const head = open.anchor()?.head;
        return head === undefined ? fail({ code: 'history_closed' }) : ok({ head });
      },
      async historyExport(open, { format }) {
        const atMs = parts.nowMs();
        const path = await dialogs.chooseSave('Export the history', exportName(format, atMs));
        if (path === null) return ok('cancelled');
        const made = await exportText(open, format, atMs);
        if (!made.ok) return made;
        const { text, events } = made.value;
        const still = vaultSession.services();
        if (!still.ok) return still;
        // A label may have held a secret once; what was written down of it stays as it is.
        const clean = await checkExport(still.value.session, [text]);
        if (!clean.ok) return clean;
        const saved = await saveExport(path, Buffer.from(text));
        if (!saved.ok) return saved;
        parts.saved.note(path);
        history.tell('history_exported', format);
        return ok({ events });
      },
    },
  );
}
