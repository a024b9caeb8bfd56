// The part of the contract about bringing credentials in from files and taking copies and lists out.
// Spread into ipc-contract.ts; the same rules hold. No path crosses, and no text of a file.
import * as v from 'valibot';
import {
  importChoice,
  importDone,
  importDraftView,
  importLimits,
  importSources,
} from './import-view.ts';
import { count, list } from '../view-parts.ts';

const nothing = v.undefined();
const cancelled = v.literal('cancelled');

/** What the inventory may be saved as. Its columns are in the README. */
const inventoryFormats = ['csv', 'json'] as const;
export type InventoryFormat = (typeof inventoryFormats)[number];

/** The rows of the contract about imports and exports. */
export const transferCalls = {
  /** Not confirmed by a dialog: main's own file dialog, or its question about the clipboard, is more. */
  importTake: {
    input: v.strictObject({ source: v.picklist(importSources) }),
    output: v.union([importDraftView, cancelled]),
    effect: 'none',
  },
  importApply: {
    input: v.strictObject({
      choices: list(importChoice, importLimits.rows, 1),
    }),
    output: v.union([importDone, cancelled]),
    effect: 'places_secret',
    confirm: true,
  },
  /** Takes the import out of memory. */
  importEnd: { input: nothing, output: v.literal('done'), effect: 'none' },
  /** Saves an encrypted copy of the vault where the person says in main's dialog. It never replaces a file. */
  vaultCopySave: {
    input: nothing,
    output: v.union([v.strictObject({ bytes: count }), cancelled]),
    effect: 'discloses',
    confirm: 'by_handler',
  },
  inventoryExport: {
    input: v.strictObject({ format: v.picklist(inventoryFormats) }),
    output: v.union([v.strictObject({ credentials: count }), cancelled]),
    effect: 'discloses',
    confirm: 'by_handler',
  },
} as const;
