// How much work runs at the same time.
import { describe, expect, it } from 'vitest';
import { limit, limitOfEach, serial, type Limit } from '../../../electron/main/domain/limit.ts';
import { settle } from '../../support/fake-clock.ts';

/** Work that ends when it is told to, and what began of it. */
function works(inTurn: (of: string) => Limit) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    add: (name: string, of = ''): Promise<string> => {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return inTurn(of)(() => {
        begun.push(name);
        return end.promise;
      });
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    break: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

describe('a limit of two', () => {
  it('begins two at once, and the others in the order asked as places come free', async () => {
    const two = limit(2);
    const { begun, add, end } = works(() => two);
    const all = ['a', 'b', 'c', 'd'].map((name) => add(name));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) end(name);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
    void add('later');
    await settle();
    expect(begun.at(-1)).toBe('later');
  });

  it('gives a place to who waited, not to who asks as it comes free', async () => {
    const one = serial();
    const { begun, add, end } = works(() => one);
    void add('a').then(() => add('late'));
    void add('b');
    await settle();
    end('a');
    await settle();
    end('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'late']);
  });

  it('gives the place of work that failed to the next, and rejects for its own caller alone', async () => {
    const one = serial();
    const { add, end, break: fails } = works(() => one);
    const [first, second] = [add('a'), add('b')];
    fails('a');
    end('b');
    await expect(first).rejects.toThrow('a');
    expect(await second).toBe('b');
  });
});

it('a limit of each key keeps no other key waiting', async () => {
  const { begun, add } = works(limitOfEach(1));
  void add('a', 'slow.example');
  void add('b', 'slow.example');
  void add('c', 'quick.example');
  await settle();
  expect(begun).toEqual(['a', 'c']);
});
