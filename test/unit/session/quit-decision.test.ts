// Quitting an unfinished stop run asks; everything else quits without a word.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { createLeaving } from '../../../electron/main/session/exit-guard.ts';
import { addTokens } from '../../support/many-tokens.ts';
import { createTestRoom } from '../../support/test-room.ts';

async function guarded(choice: number | null, tokens = 3) {
  const room = await createTestRoom();
  await addTokens(
    room,
    Array.from({ length: tokens }, (_, index) => ({ id: `t${index}` })),
  );
  const asked: Question[] = [];
  const { mayQuit } = createLeaving(
    { services: () => ok(room), lock: () => Promise.resolve() },
    {
      ask(question) {
        asked.push(question);
        return Promise.resolve(choice);
      },
    },
  );
  return { room, asked, mayQuit };
}

describe('quitting', () => {
  it('asks while tokens of a run are not proven dead, in numbers', async () => {
    const { room, asked, mayQuit } = await guarded(null);
    await room.stops.start({ kind: 'all' });
    expect(await mayQuit()).toBe(false);
    expect(asked[0]?.message).toBe('3 tokens are not proven dead yet. Quit anyway?');
  });

  it('goes on when the person says so', async () => {
    const { room, mayQuit } = await guarded(0);
    await room.stops.start({ kind: 'all' });
    expect(await mayQuit()).toBe(true);
  });

  it('asks nothing once every token has its end', async () => {
    const { room, asked, mayQuit } = await guarded(null);
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.stops.start({ kind: 'all' });
    await room.clock.advance(6 * 60_000);
    expect(await mayQuit()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks nothing while the vault is locked', async () => {
    const services = () => fail({ code: 'vault_locked' as const });
    const lock = () => Promise.resolve();
    const { mayQuit } = createLeaving({ services, lock }, { ask: () => Promise.resolve(null) });
    expect(await mayQuit()).toBe(true);
  });

  it('asks once at a time', async () => {
    const { room, asked, mayQuit } = await guarded(0);
    await room.stops.start({ kind: 'all' });
    expect(await Promise.all([mayQuit(), mayQuit()])).toEqual([true, false]);
    expect(asked).toHaveLength(1);
  });
});
