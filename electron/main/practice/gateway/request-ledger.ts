// What the practice gateway was asked, newest last: method, path and answer. Of what was sent nothing else is kept.
import type { PracticeRequest } from './read-request.ts';

const KEEP_ENTRIES = 500;
const MASK = '[masked]';

interface LedgerEntry {
  readonly atMs: number;
  readonly method: string;
  /** Query and long segments masked: a lost token could be in them. */
  readonly path: string;
  /** Null while unanswered, and for ever where no answer was sent. */
  status: number | null;
  note: string;
}

export function createPracticeLedger() {
  let kept: readonly LedgerEntry[] = [];
  return {
    /** Oldest first; the last 500. */
    entries: (): readonly Readonly<LedgerEntry>[] => kept.map((entry) => ({ ...entry })),
    clear: (): void => {
      kept = [];
    },
    /** Answers how to add the answer later. */
    arrived(
      { method, path, query }: Pick<PracticeRequest, 'method' | 'path' | 'query'>,
      atMs: number,
    ): (status: number | null, note: string) => void {
      const shown = path.replaceAll(/[^/]{33,}/g, MASK).slice(0, 200);
      const entry: LedgerEntry = {
        atMs,
        method: method.slice(0, 10),
        path: query === '' ? shown : `${shown}?${MASK}`,
        status: null,
        note: '',
      };
      kept = [...kept, entry].slice(-KEEP_ENTRIES);
      return (status, note) => void Object.assign(entry, { status, note });
    },
  };
}
