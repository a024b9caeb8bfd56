// A conservative estimate of how many guesses a passphrase withstands, in bits (docs/threat-model.md V1).
// Works on UTF-8 bytes and numbers only, so that main never holds a passphrase as a string; its
// working copies are overwritten. Never stores, sends or logs anything.
//
// Limits: it knows only the short English lists of passphrase-words.ts, so a line of a song or a
// sentence in another language is overestimated; it cannot know names and dates of the person; it
// looks at the first 128 characters and counts the rest as nothing.
import { dateBits, isDigit, keyboardBits, sequenceBits } from './passphrase-patterns.ts';
import { madeOnce } from '../made-once.ts';
import { commonChoices, commonWords } from './passphrase-words.ts';

const MAX_POINTS = 128;
const MAX_WORD = 16;
const CAPITAL_BITS = 1;

/** FNV-1a over code points: the lists are compared by hash, never by building strings. */
const HASH_START = 0x811c9dc5;
const hashStep = (hash: number, point: number): number => Math.imul(hash ^ point, 0x01000193) >>> 0;

function hashes(list: string, first: number): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  for (const [index, word] of list.split(' ').entries()) {
    let hash = HASH_START;
    for (const letter of word) hash = hashStep(hash, letter.codePointAt(0) ?? 0);
    if (!ranks.has(hash)) ranks.set(hash, Math.log2(first + index));
  }
  return ranks;
}

/** Whole choices cost their rank; a plain word at least what a list of 2,048 words costs. */
const choiceBits = madeOnce(() => hashes(commonChoices, 2));
const WORD_BITS = 11;
const wordBits = madeOnce(() => hashes(commonWords, 2));

/** Pairs that make up most of English text: a letter after its usual neighbour is cheap to guess. */
const usualPairs = new Set(
  'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok nl my gl aw ju oa eq sy sl ps jo lf nv je nk kn gs dy hy ze ks xt bs ik dd pt aj sk dl rp'
    .split(' ')
    .map((pair) => (pair.codePointAt(0) ?? 0) * 128 + (pair.codePointAt(1) ?? 0)),
);
const USUAL_PAIR_BITS = 2.6;
/** Three to sixteen letters in usual pairs read as a word: as cheap as one of 16,384. */
const WORD_LIKE_BITS = 14;
const SEPARATOR_AGAIN_BITS = 1;

/** Usual stand-ins for letters: @ and 4 for a, 3 for e, and so on. */
const leet = new Map<number, number>([
  [64, 97],
  [52, 97],
  [51, 101],
  [49, 105],
  [33, 105],
  [48, 111],
  [53, 115],
  [36, 115],
  [55, 116],
]);

const isUpper = (point: number): boolean => point >= 65 && point <= 90;
const isLetter = (point: number): boolean => point >= 97 && point <= 122;
const isSign = (point: number): boolean =>
  point >= 32 && point < 127 && !isUpper(point) && !isLetter(point) && !isDigit(point);
const lowerOf = (point: number): number => (isUpper(point) ? point + 32 : point);

/** Size of the character pool the passphrase draws on, in bits for one character. */
function poolBits(points: Uint32Array): number {
  let size = 0;
  const has = (test: (point: number) => boolean): boolean => points.some(test);
  if (has(isLetter)) size += 26;
  if (has(isUpper)) size += 26;
  if (has(isDigit)) size += 10;
  if (has((point) => point === 32)) size += 1;
  if (has((point) => point !== 32 && isSign(point))) size += 32;
  if (has((point) => point >= 128)) size += 64;
  return Math.log2(Math.max(size, 2));
}

/** UTF-8 to code points; ill-formed bytes count as themselves. */
function decode(bytes: Uint8Array): Uint32Array {
  const points = new Uint32Array(Math.min(bytes.length, MAX_POINTS));
  let length = 0;
  for (let at = 0; at < bytes.length && length < points.length;) {
    const lead = bytes[at] ?? 0;
    const width = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let point = width === 1 ? lead : lead & (0xff >> (width + 1));
    for (let next = 1; next < width; next += 1)
      point = (point << 6) | ((bytes[at + next] ?? 0) & 63);
    points[length] = point >>> 0;
    length += 1;
    at += width;
  }
  const decoded = points.slice(0, length);
  points.fill(0);
  return decoded;
}

type Offer = (end: number, bits: number) => void;

/** Listed and word-like pieces from `start` on. */
function offerWords(points: Uint32Array, lower: Uint32Array, start: number, offer: Offer): void {
  let hash = HASH_START;
  let dressing = 0;
  let before = 0;
  let wordLike = true;
  for (let end = start; end < Math.min(lower.length, start + MAX_WORD); end += 1) {
    const point = lower[end] ?? 0;
    const plain = leet.get(point) ?? point;
    hash = hashStep(hash, plain);
    if (isUpper(points[end] ?? 0) || plain !== point) dressing += CAPITAL_BITS;
    wordLike &&= isLetter(plain) && (end === start || usualPairs.has(before * 128 + plain));
    const choice = choiceBits().get(hash);
    if (choice !== undefined) offer(end + 1, choice + dressing + 1);
    if (wordBits().has(hash)) offer(end + 1, WORD_BITS + dressing);
    if (wordLike && end - start >= 2) offer(end + 1, WORD_LIKE_BITS + dressing);
    before = plain;
  }
}

/** The same piece again costs saying "again" and where from. */
function offerRepeats(lower: Uint32Array, start: number, offer: Offer): void {
  for (let from = 0; from < start; from += 1) {
    let length = 0;
    while (
      start + length < lower.length &&
      from + length < start &&
      lower[from + length] === lower[start + length]
    ) {
      length += 1;
    }
    if (length >= 3) offer(start + length, Math.log2(start + 1) + 2);
  }
}

/** Bits of one character alone, given what stands before it. */
function singleBits(lower: Uint32Array, at: number, perCharacter: number): number {
  const point = lower[at] ?? 0;
  const previous = at > 0 ? (lower[at - 1] ?? 0) : 0;
  if (at > 0 && previous === point) return 1;
  if (isSign(point) && lower.subarray(0, at).includes(point)) return SEPARATOR_AGAIN_BITS;
  const usual = isLetter(point) && isLetter(previous) && usualPairs.has(previous * 128 + point);
  return usual ? Math.min(USUAL_PAIR_BITS, perCharacter) : perCharacter;
}

/** Bits of the cheapest way to put the passphrase together from all of these. */
function cheapest(points: Uint32Array, lower: Uint32Array, perCharacter: number): number {
  const best = new Float64Array(lower.length + 1).fill(Number.POSITIVE_INFINITY);
  best[0] = 0;
  for (let start = 0; start < lower.length; start += 1) {
    const before = best[start] ?? 0;
    const offer: Offer = (end, bits) => {
      if (before + bits < (best[end] ?? 0)) best[end] = before + bits;
    };
    const capital = isUpper(points[start] ?? 0) ? CAPITAL_BITS : 0;
    offer(start + 1, Math.min(perCharacter, singleBits(lower, start, perCharacter) + capital));
    offerWords(points, lower, start, offer);
    offerRepeats(lower, start, offer);
    for (const pattern of [sequenceBits, keyboardBits, dateBits]) {
      const found = pattern(lower, start);
      if (found !== null) offer(found.end, found.bits);
    }
  }
  return best[lower.length] ?? 0;
}

/** Estimated bits, rounded down to one decimal. Empty input is 0. */
export function passphraseBits(utf8: Uint8Array): number {
  const points = decode(utf8);
  const lower = points.map(lowerOf);
  const bits = points.length === 0 ? 0 : cheapest(points, lower, poolBits(points));
  points.fill(0);
  lower.fill(0);
  return Math.floor(bits * 10) / 10;
}
