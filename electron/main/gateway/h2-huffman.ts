// The Huffman code of HTTP/2 header fields, decoding only (RFC 7541 section 5.2). The code is canonical, so
// that the lengths of appendix B say everything.

/** Bits of the codes of 0 to 255 and of the end of string, a digit of base 36 each. */
const LENGTHS =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca' +
  'd67777777777777777777777878djde6f56565666577666567655677777fbeds' +
  'kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn' +
  'qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq' +
  'u';
const LONGEST = 30;
const END_OF_STRING = 256;
/** More would hide a symbol. */
const MOST_PADDING_BITS = 7;

const lengths = Array.from(LENGTHS, (digit) => Number.parseInt(digit, 36));
/** Symbols, those with the shortest codes first. */
const symbols = Uint16Array.from(
  lengths
    .map((_, symbol) => symbol)
    .toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b),
);
/** For each length: the first code, how many there are, and where their symbols begin. */
const first = new Uint32Array(LONGEST + 1);
const count = new Uint16Array(LONGEST + 1);
const start = new Uint16Array(LONGEST + 1);
for (const length of lengths) count[length] = (count[length] ?? 0) + 1;
for (let length = 1; length <= LONGEST; length += 1) {
  const before = length - 1;
  first[length] = ((first[before] ?? 0) + (count[before] ?? 0)) * 2;
  start[length] = (start[before] ?? 0) + (count[before] ?? 0);
}

/** A byte for each code, and none is shorter than five bits. */
export const decodedAtMost = (bytes: number): number => Math.ceil((bytes * 8) / 5);

/**
 * Writes what `bytes` stand for into `into`, from `at`; answers where it ends. Null where they stand for
 * nothing. There must be room for `decodedAtMost`.
 */
export function decodeHuffman(bytes: Buffer, into: Buffer, at: number): number | null {
  let end = at;
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      code = (code << 1) | ((byte >> bit) & 1);
      length += 1;
      const place = code - (first[length] ?? 0);
      if (place >= (count[length] ?? 0)) {
        if (length === LONGEST) return null;
        continue;
      }
      const symbol = symbols[(start[length] ?? 0) + place] ?? END_OF_STRING;
      if (symbol === END_OF_STRING) return null;
      into[end] = symbol;
      end += 1;
      [code, length] = [0, 0];
    }
  }
  // What is left is the beginning of the code of the end of string: ones.
  const isPadding = length <= MOST_PADDING_BITS && code === 2 ** length - 1;
  return isPadding ? end : null;
}
