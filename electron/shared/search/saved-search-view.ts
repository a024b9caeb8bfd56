// Searches kept under a name, and favourites: the view and the calls.
import * as v from 'valibot';
import { credentialId, done, id, line, savedViewId, text } from '../view-parts.ts';

/** One search that is kept. */
export const savedViewView = v.strictObject({ id, name: text(60), query: text(500) });
export type SavedViewView = v.InferOutput<typeof savedViewView>;

/** The rows of the contract about kept searches and favourites. */
export const savedViewCalls = {
  viewSave: {
    /** Null: a new one; otherwise its name and search are replaced. */
    input: v.strictObject({
      viewId: v.nullable(savedViewId),
      name: line(1, 60),
      query: line(1, 500),
    }),
    output: done,
    effect: 'none',
  },
  viewRemove: { input: v.strictObject({ viewId: savedViewId }), output: done, effect: 'none' },
  favouriteSet: {
    input: v.strictObject({ credentialId, favourite: v.boolean() }),
    output: done,
    effect: 'none',
  },
} as const;
