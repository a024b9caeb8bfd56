// How the words of a failure are written: as sentences, or as what they come of.
import type * as v from 'valibot';
import type { failureFacts } from '../view-parts.ts';

export type FailureFacts = Readonly<v.InferOutput<typeof failureFacts>>;

/** What happened, what it means where that is not plain, what to do. */
export type Words =
  | readonly [what: string, todo: string]
  | readonly [what: string, means: string, todo: string];
/** Words, or how they come of the facts. */
export type Say = Words | ((facts: FailureFacts) => Words);
/** The words of each code, and under `code: about` those of a code about one thing. */
export type SayTable = Readonly<Record<string, Say>>;
