// How the app view reaches the window: whole once, afterwards only what changed. Every view has a number;
// a patch names the one it is for, so that a page that missed one notices and asks for the whole anew.
import * as v from 'valibot';
import type { CredentialView, TokenView } from './credentials/credential-view.ts';
import type { Packed } from './packed-rows.ts';
import { count } from './view-parts.ts';
import type { AppView } from './views.ts';

/** What brings the page up to date. */
export const viewUpdate = v.strictObject({
  /** The number of the view that the page then holds. */
  version: count,
  /** The number of the view that the patch is for; null: the text is a whole view. */
  after: v.nullable(count),
  /**
   * JSON of a `WholeView` or a `ViewPatch`, made of a checked view. As text, since the bridge between
   * preload and page copies one string at once and thousands of objects one by one.
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
  viewPause: { input: v.undefined(), output: v.literal('done'), effect: 'none' },
  /** The page heard that the network is up again: main looks at the clock anew. */
  networkBack: { input: v.undefined(), output: v.literal('done'), effect: 'none' },
  /** The page saw that this machine's clock was set: main looks at the clock anew. */
  clockSet: { input: v.undefined(), output: v.literal('done'), effect: 'none' },
} as const;

/** Everything but the long list, and the number, which the update carries. */
export type ViewRest = Omit<AppView, 'version' | 'credentials'>;
/** A credential without its tokens. */
export type CredentialHead = Omit<CredentialView, 'tokens'>;

/** The whole view, packed. */
export interface WholeView {
  readonly rest: ViewRest;
  readonly count: number;
  /** Without their tokens. */
  readonly credentials: Packed;
  /** How many tokens each credential has; the tokens of all of them follow one another. */
  readonly held: Packed;
  readonly tokenCount: number;
  /** Without the id of their credential. */
  readonly tokens: Packed;
}

/** How a list with ids became another. */
export interface ListPatch<Row> {
  /** So many ids from there on are replaced by these; null: the same ids in the same order. */
  readonly order: {
    readonly from: number;
    readonly removed: number;
    readonly ids: readonly string[];
  } | null;
  /** What is new or differs, each with its id. */
  readonly rows: readonly Row[];
}

/** What changed of one credential. */
export interface CredentialPatch {
  readonly id: string;
  /** Null: as before. */
  readonly head: CredentialHead | null;
  /** Null: as before. */
  readonly tokens: ListPatch<TokenView> | null;
}

/** What changed of the view. */
export interface ViewPatch {
  /** The parts that differ, each as a whole. */
  readonly rest: Partial<ViewRest>;
  /** Null: as before. */
  readonly credentials: ListPatch<CredentialPatch> | null;
}
