// The contract's calls about the history. Exports go where main's own save dialog says: the path never
// reaches the page.
import { HISTORY_PAGE } from '../../shared/history/history-view.ts';
import { fail, ok } from '../domain/result.ts';
import { exportName, exportText } from './export-text.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import { saveExport } from '../vault/exported-file.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

type HistoryCalls = 'historyPage' | 'historyVerify' | 'historyHead' | 'historyExport';

export function createHistoryHandlers(ports: HandlerPorts): Pick<Handlers, HistoryCalls> {
  const { history, dialogs, vaultSession } = ports;
  return {
    async historyPage(query) {
      const open = history.current();
      return open.ok ? await open.value.page({ ...query, limit: HISTORY_PAGE }) : open;
    },
    async historyVerify() {
      const open = history.current();
      if (!open.ok) return open;
      const verdict = await open.value.verify();
      return verdict.ok ? ok({ ...verdict.value, atMs: ports.nowMs() }) : verdict;
    },
    historyHead() {
      const open = history.current();
      if (!open.ok) return open;
      const newest = open.value.newest();
      return newest === null ? fail({ code: 'history_closed' }) : ok({ head: newest.chain });
    },
    async historyExport({ format }) {
      const open = history.current();
      if (!open.ok) return open;
      const atMs = ports.nowMs();
      const path = await dialogs.chooseSave('Export the history', exportName(format, atMs));
      if (path === null) return ok('cancelled');
      const text = await exportText(open.value, format, atMs);
      if (!text.ok) return text;
      const { bytes, pages, events } = text.value;
      const session = vaultSession.services();
      if (!session.ok) return session;
      // A label may have held a secret once; what was written down of it stays as it is.
      const clean = await checkExport(session.value.session, session.value.texts, pages);
      if (!clean.ok) return clean;
      const saved = await saveExport(path, bytes);
      if (!saved.ok) return saved;
      ports.saved.note(path);
      history.tell('history_exported', format);
      return ok({ events });
    },
  };
}
