// R22: the same answers judged by our client over TLS and by oauth4webapi. Where they differ, the
// difference is on the reviewed list with its reason, or the test fails.
import { describe, expect, it } from 'vitest';
import { answer, labGateway } from '../support/gateway-lab.ts';
import { openServerLab } from '../support/server-lab.ts';
import { randomFrom, figureHolds, seed, sized } from './support/figures.ts';
import {
  oddAnswers,
  veryOddAnswer,
  type Judged,
  type JudgedAnswer,
} from './support/judged-answers.ts';
import { reviewedDifferences } from './support/reviewed-differences.ts';
import { differencesOf, ourVerdict, theirVerdict, type Difference } from './support/two-judges.ts';

const drawn = sized(100, 4_000);
const gateway = labGateway();
const { server, target } = await openServerLab();
const needed = new Set<string>();

async function differences(kind: Judged, each: JudgedAnswer): Promise<readonly Difference[]> {
  server.answerWith(answer(each.status, each.body, each.fields));
  return differencesOf(await ourVerdict(gateway, target, kind), await theirVerdict(kind, each));
}

/** Notes which entries explain the difference; answers whether any does. */
function isReviewed({ odd }: JudgedAnswer, found: Difference): boolean {
  const entries = reviewedDifferences.filter(
    (entry) =>
      entry.in === found.in &&
      entry.ours.test(found.ours) &&
      entry.theirs.test(found.theirs) &&
      entry.when(odd),
  );
  for (const { about } of entries) needed.add(about);
  return entries.length > 0;
}

const shown = (each: JudgedAnswer, found: Difference): string =>
  `${JSON.stringify(each.odd).slice(0, 200)}: ${found.in} ours ${found.ours}, theirs ${found.theirs}`;

describe('an answer judged by our client and by oauth4webapi', () => {
  it.each(['token answer', 'token error', 'revocation'] as const)(
    '%s: every difference is on the reviewed list',
    async (kind) => {
      const random = randomFrom(seed);
      const answers = [
        ...oddAnswers(kind),
        ...Array.from({ length: drawn }, () => veryOddAnswer(kind, random)),
      ];
      const unexplained: string[] = [];
      for (const each of answers) {
        for (const found of await differences(kind, each)) {
          if (!isReviewed(each, found)) unexplained.push(shown(each, found));
        }
      }
      expect(unexplained).toEqual([]);
      figureHolds('R22', `verdicts on a ${kind} compared with oauth4webapi`, answers.length);
    },
  );

  it('nothing is on the list that no answer needs', () => {
    const idle = reviewedDifferences.filter(
      ({ about, isRare }) => isRare !== true && !needed.has(about),
    );
    expect(idle.map(({ about }) => about)).toEqual([]);
  });
});
