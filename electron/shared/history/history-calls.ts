// The part of the contract about the history: reading, verifying, exporting. Spread into
// ipc-contract.ts; the same rules hold.
import * as v from 'valibot';
import { historyPageView, historyVerdictView } from './history-view.ts';
import { count, id, nothing, text } from '../view-parts.ts';

/** What a history may be written as. */
export const exportFormats = ['json_lines', 'html'] as const;

/** The rows of the contract about the history. */
export const historyCalls = {
  historyPage: {
    input: v.strictObject({
      /** Only events before this one; null from the newest on. */
      before: v.nullable(count),
      /** Text in label, fingerprint, or the words of the event; empty for all. */
      search: v.pipe(text(80), v.trim()),
      credentialId: v.nullable(id),
    }),
    output: historyPageView,
    effect: 'none',
  },
  historyVerify: { input: nothing, output: historyVerdictView, effect: 'none' },
  /** Chain value of the newest event, hex: what exports name. */
  historyHead: {
    input: nothing,
    output: v.strictObject({ head: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
    effect: 'none',
  },
  /** Not confirmed by a question of its own: main's save dialog is one. */
  historyExport: {
    input: v.strictObject({ format: v.picklist(exportFormats) }),
    output: v.union([v.strictObject({ events: count }), v.literal('cancelled')]),
    effect: 'discloses',
    confirm: 'by_handler',
  },
} as const;
