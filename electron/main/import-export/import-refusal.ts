// Why a file is not imported. Thrown out of the nested parsers and caught once, in read-import.ts: the
// one place in this folder that throws, because a refusal ends the reading wherever it is met. Carries a
// place and closed words, never what stands there.
import type { Failure, FailureFacts, RequestFailureCode } from '../../shared/failures/failure.ts';

/** Both count from 1. */
export interface TextPlace {
  readonly line: number;
  /** In bytes of UTF-8. */
  readonly column: number;
}

export class ImportRefusal extends Error {
  readonly failure: Failure;

  constructor(
    code: RequestFailureCode,
    place: TextPlace | null,
    facts: Pick<FailureFacts, 'about' | 'count'> = {},
  ) {
    super(code);
    this.failure = { code, facts: { ...facts, ...place } };
  }
}
