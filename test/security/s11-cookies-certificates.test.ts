// S11: no certificate is offered to a server. That nothing is remembered for one: case 10 in
// test/gateway/request-shape.test.ts.
import { describe, expect, it } from 'vitest';
import { lockedDown } from '../support/fake-contents.ts';

describe('a certificate question', () => {
  it('is answered with none', () => {
    const answers: unknown[][] = [];
    const choose = (...args: unknown[]): number => answers.push(args);
    const prevented = lockedDown().emit(
      'app',
      'select-client-certificate',
      {},
      'https://x',
      [{}],
      choose,
    );
    expect([prevented, answers]).toEqual([true, [[]]]);
  });

  it('about a bad one is answered with no', () => {
    const answers: unknown[] = [];
    const decide = (answer: unknown): number => answers.push(answer);
    const prevented = lockedDown().emit(
      'app',
      'certificate-error',
      {},
      'https://x',
      'bad',
      {},
      decide,
    );
    expect([prevented, answers]).toEqual([true, [false]]);
  });
});
