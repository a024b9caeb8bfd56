// What one check of a token showed, in closed words. A leaf: main judges (domain/judge-answer.ts), everybody reads.

/** Every outcome of a check. */
export const checkOutcomes = [
  'honoured',
  'lacks_scope', // the server knows the token, and says that its scope is not enough (RFC 6750 section 3.1)
  'refused',
  'forbidden', // 403 without a word about the scope: from the server, or from something before it
  'unclear',
  'no_answer',
] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** The answer shows that the token works: by its content, or by a word about what the token lacks. */
export const showsWorking = (outcome: CheckOutcome): boolean =>
  outcome === 'honoured' || outcome === 'lacks_scope';
