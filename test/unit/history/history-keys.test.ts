import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { headOf, openRow, sealRow } from '../../../electron/main/history/history-keys.ts';

const keyOf = (byte: number) => SecretBytes.take(Buffer.alloc(32, byte));
const previous = headOf(6, Buffer.from('the sealed row before it'));
const plain = Buffer.from('what happened');

describe('a sealed row', () => {
  it('opens behind the row it was written behind, as its number, under its key, and nowhere else', () => {
    const sealed = sealRow(keyOf(1), previous, plain);
    expect(openRow(keyOf(1), previous, sealed)).toEqual(plain);
    const others = [
      openRow(keyOf(1), { ...previous, seq: 7 }, sealed),
      openRow(keyOf(1), { ...previous, seq: 6 + 2 ** 32 }, sealed),
      openRow(keyOf(1), headOf(6, Buffer.from('the sealed row before iu')), sealed),
      openRow(keyOf(2), previous, sealed),
    ];
    for (const other of others) expect(other).toBeNull();
  });

  it('is never the same bytes twice', () => {
    expect(sealRow(keyOf(1), previous, plain)).not.toEqual(sealRow(keyOf(1), previous, plain));
  });

  it('cannot be opened once the key is wiped', () => {
    const key = keyOf(1);
    const sealed = sealRow(key, previous, plain);
    key.wipe();
    expect(openRow(key, previous, sealed)).toBeNull();
  });
});
