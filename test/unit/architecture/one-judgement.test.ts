// S33: One judgement about a token's life: whoever revokes, counts, keeps or drops tokens asks it, and decides nothing
// from the facts by itself.
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../support/source-files.ts';

const judgement = [
  'electron/main/domain/answer-evidence.ts',
  'electron/main/domain/death-proof.ts',
  'electron/main/domain/token-evidence.ts',
];

/** A read of each fact, and the only files beside the judgement that may hold it. */
const facts: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['that it was refused', /(?:\.|\{[^}]*\b)refusedAtMs\b(?!:)/, []],
  ['when it was proven dead', /\.verifiedAtMs\b/, []],
  ['how often it was refused', /(?:revocation|partnerPlan|plan|run)\??\.refusals\b/, []],
  [
    'what a refusal of the trading host means',
    /status === 401(?! \|\|)/,
    // Of the token endpoint, about a secret.
    ['electron/main/incident/old-secret.ts'],
  ],
];

/** Shows the facts to the window, word for word. */
const SHOWS = 'electron/main/tokens/token-projection.ts';

describe('a decision about a token', () => {
  it.each(facts)('is not made from the fact %s', (_name, read, others) => {
    const allowed = new Set([...judgement, ...others, SHOWS]);
    const found = sourceFiles('electron/main')
      .filter(({ name }) => !name.includes('/practice/') && !allowed.has(name))
      .filter(({ text }) => text.split('\n').some((line) => read.test(line)));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
