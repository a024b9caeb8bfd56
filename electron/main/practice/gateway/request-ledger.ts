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
  readonly status: number | null;
  readonly note: string;
}

type Asked = Pick<PracticeRequest, 'method' | 'path' | 'query'>;

export class PracticeLedger {
  #entries: LedgerEntry[] = [];

  /** Oldest first; the last 500. */
  readonly entries = (): readonly LedgerEntry[] => [...this.#entries];

  readonly clear = (): void => {
    this.#entries = [];
  };

  /** Answers how to add the answer later. */
  arrived(request: Asked, atMs: number): (status: number | null, note: string) => void {
    const entry = maskedEntry(request, atMs);
    this.#entries = [...this.#entries, entry].slice(-KEEP_ENTRIES);
    return (status, note) => {
      const answered = { ...entry, status, note };
      this.#entries = this.#entries.map((each) => (each === entry ? answered : each));
    };
  }
}

function maskedEntry({ method, path, query }: Asked, atMs: number): LedgerEntry {
  const shown = path.replaceAll(/[^/]{33,}/g, MASK).slice(0, 200);
  return {
    atMs,
    method: method.slice(0, 10),
    path: query === '' ? shown : `${shown}?${MASK}`,
    status: null,
    note: '',
  };
}
