// Covers what a server repeats of a secret or token in its HTTP/1.1 head, trailers and chunk lines, as
// bytes, before the parser makes strings of them, which could not be wiped (R12). No byte moves: framing
// and verdicts stay those of the answer as it came. Bodies are left as they are (redaction.ts).
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { grownFor, wipeableBuffer, wipeableCopy } from '../../domain/wipeable-buffer.ts';
import {
  createAnswerCounter,
  type AnswerBounds,
  type ResponseFraming,
} from '../responses/response-framing.ts';
import { holdsCode, keepCodes } from '../responses/bearer-challenge.ts';
import { redactRepeats, shortestEcho } from './redaction.ts';

interface AnswerFilter {
  /**
   * Takes the bytes over as they came. Hands on what the parser may see, the receiver's to wipe; what is
   * held back for a later call is zeroed in them.
   */
  readonly feed: (bytes: Buffer, handOn: (part: Buffer) => void) => ResponseFraming;
  /** What was held back for the end of its line. Also to be called when nobody reads any more. */
  readonly flush: (handOn: (part: Buffer) => void) => void;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** What is longer makes the buffer grow. */
const USUAL_HEAD_BYTES = 1_024;
/** Anything else is no head, and the parser may say so at once. */
const HEAD_BEGINS = Buffer.from('HTTP/1.', 'latin1');

/** For one answer. */
export function createAnswerFilter(
  bounds: AnswerBounds,
  secrets: readonly SecretBytes[],
): AnswerFilter {
  const counter = createAnswerCounter(bounds);
  const most = bounds.headBytes;
  let lines = wipeableBuffer(Math.min(USUAL_HEAD_BYTES, most));
  let held = 0;
  /** Where the line that is not whole yet begins. */
  let lineFrom = 0;

  /** What may be repeated; one that is wiped already has nobody left who would read an answer about it. */
  let live: readonly SecretBytes[] = secrets;
  let shortest = 0;

  function lookAround(): void {
    live = secrets.filter(({ wiped }) => !wiped);
    shortest = shortestEcho(live);
  }

  function cover(bytes: Buffer): void {
    // Lines between chunks are a few bytes each, and an answer may have thousands of them.
    if (bytes.length < shortest) return;
    const came = holdsCode(bytes) ? wipeableCopy(bytes) : null;
    if (redactRepeats(bytes, live) && came !== null) keepCodes(came, bytes);
    came?.fill(0);
  }

  function flush(handOn: (part: Buffer) => void): void {
    if (held === 0) return;
    const part = wipeableCopy(lines.subarray(0, held));
    lines.fill(0, 0, held);
    [held, lineFrom] = [0, 0];
    cover(part);
    counter.feed(part);
    handOn(part);
  }

  /**
   * A line may come in pieces, an echo in two of them: held until it is whole, or as long as a head. The
   * lines of a head are held until its end, and looked at together.
   */
  function hold(bytes: Buffer, handOn: (part: Buffer) => void): number {
    const isHead = counter.where() === 'head';
    const end = bytes.indexOf(LINE_FEED) + 1;
    const wanted = end === 0 ? bytes.length : end;
    lines = grownFor(lines, held, held + wanted, most);
    const used = bytes.copy(lines, held, 0, Math.min(wanted, most - held));
    held += used;
    const isWhole = used === end;
    if (held === most || (isWhole && !(isHead && goesOn()))) flush(handOn);
    else if (isWhole) lineFrom = held;
    bytes.fill(0, 0, used);
    return used;
  }

  /** More lines of the head are to come behind the one that is whole now. */
  function goesOn(): boolean {
    const length = held - lineFrom;
    const isEmpty = length === 1 || (length === 2 && lines[lineFrom] === CARRIAGE_RETURN);
    return !isEmpty && beginsHead(lines);
  }

  /** How many of the bytes belong together and are whole, covered where they are; 0: none. */
  function whole(bytes: Buffer): number {
    const where = counter.where();
    if (where === 'content') return counter.step(bytes);
    const length = where === 'unsure' ? bytes.length : wholeLines(bytes, where === 'head');
    const part = bytes.subarray(0, length);
    cover(part);
    counter.feed(part);
    return length;
  }

  return {
    feed(bytes, handOn) {
      lookAround();
      // What is whole leaves together: a part for each piece of an answer would cost more than the answer.
      let from = 0;
      const handOnTo = (end: number): void => {
        if (from < end) handOn(bytes.subarray(from, end));
      };
      for (let at = 0; at < bytes.length;) {
        const ready = held === 0 ? whole(bytes.subarray(at)) : 0;
        if (ready === 0) {
          handOnTo(at);
          from = at + hold(bytes.subarray(at), handOn);
        }
        at = ready === 0 ? from : at + ready;
      }
      handOnTo(bytes.length);
      return counter.end();
    },
    flush(handOn) {
      lookAround();
      flush(handOn);
    },
  };
}

const beginsHead = (bytes: Buffer): boolean =>
  bytes.subarray(0, HEAD_BEGINS.length).equals(HEAD_BEGINS);

/** Bytes up to the end of one line; of a head up to its empty line, and up to the last line of what is none. */
function wholeLines(bytes: Buffer, isHead: boolean): number {
  if (!isHead) return bytes.indexOf(LINE_FEED) + 1;
  if (!beginsHead(bytes)) return bytes.lastIndexOf(LINE_FEED) + 1;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    // A lone LF ends a line too (RFC 9112 section 2.2).
    if (bytes[at + 1] === LINE_FEED) return at + 2;
    if (bytes[at + 1] === CARRIAGE_RETURN && bytes[at + 2] === LINE_FEED) return at + 3;
  }
  return 0;
}
