// The shape of one failure's words, and the few phrases that several of them share. Pure.
import { counted } from '../counts.ts';
import type { FailureFacts } from './failure.ts';

/** What happened, what it means, what to do. */
export type Words = readonly [what: string, means: string, todo: string];
/** Words, or how they come of the facts. */
export type Say = Words | ((facts: FailureFacts) => Words);

/** The host that the failure names. */
export const hostOf = (facts: FailureFacts): string => facts.host ?? 'the server';

/** The status behind a sentence, in brackets; empty where there is none. */
export const statusOf = (facts: FailureFacts): string =>
  facts.status === undefined ? '' : ` (status ${facts.status})`;

/** A wait in whole seconds or minutes, rounded up so that it is never too short. */
export function wait(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 120 ? counted(whole, 'second') : counted(Math.ceil(whole / 60), 'minute');
}
