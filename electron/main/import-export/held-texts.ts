// Whether a text holds one of many others, in about one pass: its places are looked up among the others
// in their order, not compared with each of them. Pure; keeps the bytes it is given, as they are.

/** What is shorter is not looked for. */
const SHORTEST_BYTES = 6;
const SLOTS = 2 ** 12;

/** @param texts of at least six bytes each. */
export function createHeldTexts(texts: readonly Buffer[]): (text: Buffer) => boolean {
  const sought = withoutPrefixes(texts.filter(({ length }) => length >= SHORTEST_BYTES));
  const begins = new Uint8Array(SLOTS);
  for (const each of sought) begins[slotAt(each, 0)] = 1;

  return (text) => {
    for (let at = 0; at + SHORTEST_BYTES <= text.length; at += 1) {
      if (begins[slotAt(text, at)] === 1 && beginsAt(text, at, sought)) return true;
    }
    return false;
  };
}

/** In order, without those that begin with another one: where they stand, that one stands too. */
function withoutPrefixes(texts: readonly Buffer[]): readonly Buffer[] {
  const kept: Buffer[] = [];
  for (const each of texts.toSorted((one, other) => Buffer.compare(one, other))) {
    const last = kept.at(-1);
    if (last?.equals(each.subarray(0, last.length)) !== true) kept.push(each);
  }
  return kept;
}

/** None begins with another: of all that stand before the text in their order, the last alone may. */
function beginsAt(text: Buffer, at: number, sought: readonly Buffer[]): boolean {
  let [low, high] = [0, sought.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const each = sought[middle] as Buffer;
    const order = each.compare(text, at, Math.min(text.length, at + each.length));
    if (order === 0) return true;
    if (order > 0) high = middle;
    else low = middle + 1;
  }
  return false;
}

const slotAt = (bytes: Buffer, at: number): number =>
  Math.imul(
    ((bytes[at] as number) << 16) ^ ((bytes[at + 2] as number) << 8) ^ (bytes[at + 5] as number),
    0x9e_37_79_b1,
  ) >>> 20;
