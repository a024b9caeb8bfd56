// Which ways into the locked vault the window may offer beside the passphrase.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { createOtherWays } from '../../../electron/main/unlock/other-ways.ts';
import type { SlotFacts } from '../../../electron/main/vault/header.ts';

const slot = (type: SlotFacts['type']): SlotFacts => ({ id: type, type });

describe('the other ways into a locked vault', () => {
  it.each([
    [['pw'], []],
    [['pw', 'os'], ['os']],
    [['pw', 'rk'], ['rk']],
    [
      ['pw', 'rk', 'os'],
      ['os', 'rk'],
    ],
  ] as const)('of %j are %j', async (types, offered) => {
    const ways = createOtherWays(
      { slots: () => Promise.resolve(ok(types.map(slot))) },
      () => undefined,
    );
    await ways.reevaluate();
    expect(ways.offered()).toEqual(offered);
  });

  it('are none where there is no header to read', async () => {
    let readable = true;
    const ways = createOtherWays(
      {
        slots: () => Promise.resolve(readable ? ok([slot('rk')]) : fail({ code: 'not_a_vault' })),
      },
      () => undefined,
    );
    await ways.reevaluate();
    readable = false;
    await ways.reevaluate();
    expect(ways.offered()).toEqual([]);
  });
});
