// What is said of a proof of death: its own figures, and nothing that was not kept.
import { describe, expect, it } from 'vitest';
import {
  deathsSentence,
  deathSentence,
  provenBy,
  refusedInARow,
} from '../../../../electron/shared/tokens/evidence-words.ts';

const proof = (refusals: number, firstRefusedAtMs: number | null, verifiedAtMs: number) => ({
  refusals,
  firstRefusedAtMs,
  verifiedAtMs,
});

describe('the words of a proven death', () => {
  it('are its fingerprint, how often it was refused, and over how long', () => {
    expect(deathSentence('4247·f079', proof(3, 1_000, 301_000))).toBe(
      'Token 4247·f079 is dead: refused in 3 checks over 5 minutes.',
    );
  });

  it.each([
    [3_000, '3 seconds'],
    [1_400, '1 second'],
    [94_000, '94 seconds'],
    [299_500, '5 minutes'],
    [1_830_000, '31 minutes'],
  ])('tell %i ms as %s', (spanMs, words) => {
    expect(provenBy(proof(4, 7, 7 + spanMs))).toBe(`refused in 4 checks over ${words}`);
  });

  it('tell no time that was not kept', () => {
    expect(provenBy(proof(3, null, 301_000))).toBe('refused in 3 checks');
  });

  it('of several claim for each no more than for the least proven', () => {
    expect(deathsSentence([proof(5, 0, 1), proof(3, 0, 1), proof(4, 0, 1)])).toBe(
      '3 tokens are dead: each refused in at least 3 checks.',
    );
  });
});

describe('the refusals of a token', () => {
  it('are counted, and where there is none that is said in words', () => {
    expect(refusedInARow({ refusals: 0, evidence: null })).toBe('not refused yet');
    expect(refusedInARow({ refusals: 1, evidence: null })).toBe('refused 1 time in a row');
  });
});
