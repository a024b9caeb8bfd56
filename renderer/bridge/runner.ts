// How the commands make a call: once at a time, keeping what failed, saying what was achieved.
import type { Answer } from '../../electron/shared/ipc-contract.ts';

/** A call under way is not begun again, but for another part of the same subject. */
export type Run = <T>(
  call: string,
  subject: string,
  start: () => Promise<Answer<T>>,
  part?: string,
) => Promise<T | null>;

export interface Runner {
  /** Null means it failed, was already running, or the person cancelled it. */
  readonly run: Run;
  /** As `run`, after what was begun in turn before: no choice is lost while another is on its way. */
  readonly runInTurn: Run;
  /** As `run`, or the way given, then says `words` unless cancelled. Answers whether it was done. */
  readonly runAndSay: <T>(
    call: string,
    subject: string,
    start: () => Promise<Answer<T>>,
    words: string,
    way?: Run,
  ) => Promise<boolean>;
}
