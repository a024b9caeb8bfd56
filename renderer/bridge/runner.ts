// How the commands make a call: once at a time, keeping what failed, saying what was achieved.
import type { Answer } from '../../electron/shared/ipc-contract.ts';

export interface Runner {
  /** Null means it failed, was already running, or the person cancelled it. */
  readonly run: <T>(
    call: string,
    subject: string,
    start: () => Promise<Answer<T>>,
  ) => Promise<T | null>;
  /** As `run`, then says `words` unless cancelled. Answers whether it was done. */
  readonly runAndSay: <T>(
    call: string,
    subject: string,
    start: () => Promise<Answer<T>>,
    words: string,
  ) => Promise<boolean>;
}
