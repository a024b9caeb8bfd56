// The question without whose answer a window shows nothing: refused, failed, unanswered, late.
import { describe, expect, it } from 'vitest';
import { askUntilAnswered, type NoAnswer } from '../../renderer/bridge/ask-until-answered.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** Main answers each question as `answers` says in turn, and the last of them for ever. */
function lab(...answers: (NoAnswer | 'rejects' | 'answered')[]) {
  const clock = createFakeClock();
  const askedAtMs: number[] = [];
  const said: (NoAnswer | null)[] = [];
  const late: ((answer?: NoAnswer) => void)[] = [];
  const beganMs = clock.monotonicMs();
  const question = askUntilAnswered({
    after: clock.after,
    lasting: (why) => said.push(why),
    ask() {
      const answer = answers[Math.min(askedAtMs.length, answers.length - 1)];
      askedAtMs.push(clock.monotonicMs() - beganMs);
      if (answer === 'rejects') return Promise.reject(new Error('gone'));
      if (answer === 'answered') return Promise.resolve(null);
      if (answer !== 'silent') return Promise.resolve(answer ?? null);
      return new Promise((resolve) => {
        late.push((reason) => resolve(reason ?? null));
      });
    },
  });
  question.askNow();
  return { question, clock, askedAtMs, said, late };
}

describe('a question that is asked until it is answered', () => {
  it('is asked once where it is answered, and leaves no timer', async () => {
    const { clock, askedAtMs, said, question } = lab('answered');
    await clock.advance(60_000);
    expect([askedAtMs, said, clock.timers(), question.isAsking()]).toEqual([[0], [], 0, false]);
  });

  it.each(['refused', 'failed', 'rejects'] as const)(
    'is asked again after 100 ms where it is answered with %s',
    async (answer) => {
      const { clock, askedAtMs, said } = lab(answer, 'answered');
      await clock.advance(60_000);
      expect([askedAtMs, said]).toEqual([[0, 100], []]);
    },
  );

  it('is asked again after a second without an answer', async () => {
    const { clock, askedAtMs } = lab('silent', 'answered');
    await clock.advance(60_000);
    expect(askedAtMs).toEqual([0, 1_100]);
  });

  it('is asked with growing pauses, the longest 3.2 s', async () => {
    const { clock, askedAtMs } = lab('refused');
    await clock.advance(12_000);
    expect(askedAtMs).toEqual([0, 100, 300, 700, 1_500, 3_100, 6_300, 9_500]);
  });

  it('says why after five seconds and not before, and again where the reason changes', async () => {
    const { clock, said } = lab('silent', 'silent', 'silent', 'silent', 'refused');
    await clock.advance(4_999);
    expect(said).toEqual([]);
    await clock.advance(1);
    expect(said).toEqual(['silent']);
    await clock.advance(10_000);
    expect(said.at(-1)).toBe('refused');
  });

  it('can be asked anew after it was answered', async () => {
    const { clock, askedAtMs, said, question } = lab('answered', 'silent');
    await clock.advance(1_000);
    question.askNow();
    await clock.advance(5_000);
    expect(askedAtMs.length).toBeGreaterThan(2);
    expect(said).toEqual(['silent']);
  });

  it('is over once answered, though an earlier question is refused after that', async () => {
    const { clock, askedAtMs, late, question } = lab('silent', 'answered');
    await clock.advance(2_000);
    late[0]?.('refused');
    await clock.advance(60_000);
    expect([askedAtMs, question.isAsking(), clock.timers()]).toEqual([[0, 1_100], false, 0]);
  });

  it('ends where it is stopped, and a late answer starts nothing', async () => {
    const { clock, askedAtMs, late, question } = lab('silent');
    question.stop();
    late[0]?.();
    await clock.advance(60_000);
    expect([askedAtMs, clock.timers()]).toEqual([[0], 0]);
  });
});
