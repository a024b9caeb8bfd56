import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createHistoryKeys } from '../../../electron/main/history/history-keys.ts';

const keysOf = (byte: number) => createHistoryKeys(SecretBytes.take(Buffer.alloc(32, byte)));
const previous = Buffer.alloc(32, 9);
const plain = Buffer.from('what happened');

describe('a sealed row', () => {
  it('is linked by everything before it, its number and its bytes', () => {
    const keys = keysOf(1);
    const link = keys.link(7, previous, plain);
    expect(keys.link(7, previous, plain)).toEqual(link);
    const others = [
      keys.link(8, previous, plain),
      keys.link(7 + 2 ** 32, previous, plain),
      keys.link(7, Buffer.alloc(32, 8), plain),
      keys.link(7, previous, Buffer.from('what happenee')),
      keysOf(2).link(7, previous, plain),
    ];
    for (const other of others) expect(other).not.toEqual(link);
  });

  it('cannot be made or opened once the keys are wiped', () => {
    const keys = keysOf(1);
    const sealed = keys.seal(7, previous, plain);
    const link = keys.link(7, previous, sealed);
    keys.wipe();
    expect(keys.open(7, previous, sealed)).toBeNull();
    expect(keys.link(7, previous, sealed)).not.toEqual(link);
  });
});
