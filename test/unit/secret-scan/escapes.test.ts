// What undoing escapes costs, counted in bytes that are written: a mark that undoes nothing costs its own
// place, not what stands around it.
import { describe, expect, it } from 'vitest';
import {
  createLayer,
  undoBackslash,
  undoInRuns,
  undoPercent,
  type Undoing,
} from '../../../electron/main/secret-scan/escapes.ts';

const REACH = 200;

function written(how: Undoing, piece: string, sizeBytes: number): number {
  const source = Buffer.alloc(sizeBytes, piece);
  let writes = 0;
  const layer = createLayer(sizeBytes);
  const bytes = new Proxy(layer.bytes, {
    set(into, at, value: number) {
      writes += 1;
      return Reflect.set(into, at, value);
    },
  });
  undoInRuns(how, source, sizeBytes, REACH, { ...layer, bytes }, () => undefined);
  return writes;
}

describe('escapes that undo nothing', () => {
  it.each([
    ['backslashes before letters', undoBackslash, '\\q'],
    ['backslashes and broken digits', undoBackslash, '\\u00g'],
    ['per cent signs', undoPercent(true), '%'],
    ['per cent signs with one digit', undoPercent(true), '%4'],
  ])('cost nothing to write: %s', (_, how, piece) => {
    expect(written(how, piece, 4096)).toBe(0);
  });

  it('cost no more than their place beside some that undo something', () => {
    const piece = `\\n${'\\q'.repeat(300)}`;
    expect(written(undoBackslash, piece, 8192)).toBeLessThan(3 * 8192);
  });

  it('are looked for once, where another sign is everywhere', () => {
    let looked = 0;
    const source = new Proxy(Buffer.alloc(2048, '+'), {
      get(from, at) {
        looked += 1;
        const value: unknown = Reflect.get(from, at);
        return typeof value === 'function' ? (value.bind(from) as unknown) : value;
      },
    });
    const how = undoPercent(true);
    for (let at = 0; at >= 0;) at = how.next(source, at) + 1 || -1;
    expect(looked).toBeLessThan(10 * 2048);
  });
});
