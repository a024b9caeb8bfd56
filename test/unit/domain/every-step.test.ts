// Steps of which none may keep another from running.
import { describe, expect, it } from 'vitest';
import { runEvery } from '../../../electron/main/domain/every-step.ts';

describe('steps that must all run', () => {
  it('run after one that throws, and the first that was thrown is told', () => {
    const ran: number[] = [];
    const failing = (step: number) => (): void => {
      ran.push(step);
      throw new Error(`step ${step}`);
    };
    expect(() => runEvery(failing(1), failing(2), () => ran.push(3))).toThrow('step 1');
    expect(ran).toEqual([1, 2, 3]);
  });
});
