// How the app view reaches the window: whole once, afterwards only what changed. Every update has a number;
// a patch names the one it is for, so that a page that missed one notices and asks for the whole anew.
import * as v from 'valibot';
import type { CredentialView } from './credentials/credential-view.ts';
import { count, done, nothing } from './view-parts.ts';
import type { AppView } from './views.ts';

/** What brings the page up to date. */
export const viewUpdate = v.strictObject({
  /** The number of the view that the page then holds. */
  version: count,
  /** The number of the view that the patch is for; null: the text is a whole view. */
  after: v.nullable(count),
  /**
   * JSON of a `ViewPatch`, made of checked views. As text, since the bridge between preload and page
   * copies one string at once and thousands of objects one by one.
   */
  text: v.string(),
});
export type ViewUpdate = v.InferOutput<typeof viewUpdate>;

/** The rows of the contract about the view. */
export const viewCalls = {
  /** From now on the page is told what changes. `held` is the number of the view it has. */
  viewCurrent: {
    input: v.strictObject({ held: v.nullable(count) }),
    output: viewUpdate,
    effect: 'none',
  },
  /** Nobody sees the page: it is told nothing until it asks again. */
  viewPause: { input: nothing, output: done, effect: 'none' },
  /** The page heard that the network is up again: main looks at the clock anew. */
  networkBack: { input: nothing, output: done, effect: 'none' },
  /** The page saw that this machine's clock was set: main looks at the clock anew. */
  clockSet: { input: nothing, output: done, effect: 'none' },
} as const;

/** What changed of the view; of a whole view, all of it. */
export interface ViewPatch {
  /** The parts that differ, but for the list of credentials. */
  readonly rest: Partial<Omit<AppView, 'version' | 'credentials'>>;
  /** Ids of all credentials in their order; null: as before. */
  readonly order: readonly string[] | null;
  /** Credentials that are new or differ. */
  readonly rows: readonly CredentialView[];
}
