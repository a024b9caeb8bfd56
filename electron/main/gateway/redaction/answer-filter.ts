// Covers what a server repeats of a secret or token in its HTTP/1.1 head, trailers and chunk lines, as
// bytes, before the parser makes strings of them, which could not be wiped (R12). No byte moves: framing
// and verdicts stay those of the answer as it came. Bodies are left as they are (redaction.ts).
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { roomIn, wipeableBuffer, wipeableCopy } from '../../domain/wipeable-buffer.ts';
import {
  createAnswerCounter,
  type AnswerBounds,
  type AnswerEnd,
} from '../responses/response-framing.ts';
import { coverEchoes } from './redaction.ts';

export interface AnswerFilter {
  /**
   * Takes the bytes over as they came. Hands on what the parser may see, the receiver's to wipe: content as
   * it is, since a body may be large, and of all else a copy; then that is zeroed.
   */
  readonly feed: (bytes: Buffer, handOn: (part: Buffer) => void) => AnswerEnd;
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

  function covered(bytes: Buffer): Buffer {
    const copy = wipeableCopy(bytes);
    // One that is wiped already has nobody left who would read an answer about it.
    coverEchoes(
      copy,
      secrets.filter(({ wiped }) => !wiped),
    );
    return copy;
  }

  function flush(handOn: (part: Buffer) => void): void {
    if (held === 0) return;
    const part = covered(lines.subarray(0, held));
    lines.fill(0, 0, held);
    [held, lineFrom] = [0, 0];
    counter.feed(part);
    handOn(part);
  }

  /**
   * A line may come in pieces, an echo in two of them: held until it is whole, or as long as a head. The
   * lines of a head are held until its end, and looked at together.
   */
  function takeLine(bytes: Buffer, isHead: boolean, handOn: (part: Buffer) => void): number {
    const end = bytes.indexOf(LINE_FEED) + 1;
    const wanted = end === 0 ? bytes.length : end;
    lines = roomIn(lines, held, held + wanted, most);
    const used = bytes.copy(lines, held, 0, Math.min(wanted, most - held));
    held += used;
    const isWhole = used === end;
    if (held === most || (isWhole && !(isHead && goesOn()))) flush(handOn);
    else if (isWhole) lineFrom = held;
    return used;
  }

  /** More lines of the head are to come behind the one that is whole now. */
  function goesOn(): boolean {
    const length = held - lineFrom;
    const isEmpty = length === 1 || (length === 2 && lines[lineFrom] === CARRIAGE_RETURN);
    return !isEmpty && lines.subarray(0, HEAD_BEGINS.length).equals(HEAD_BEGINS);
  }

  function take(bytes: Buffer, handOn: (part: Buffer) => void): number {
    const where = counter.where();
    if (where === 'content') {
      const used = counter.step(bytes);
      handOn(bytes.subarray(0, used));
      return used;
    }
    const used =
      where === 'unsure' ? takeAll(bytes, handOn) : takeLine(bytes, where === 'head', handOn);
    bytes.fill(0, 0, used);
    return used;
  }

  /** Beyond the end, or no telling where it is. */
  function takeAll(bytes: Buffer, handOn: (part: Buffer) => void): number {
    counter.step(bytes);
    handOn(covered(bytes));
    return bytes.length;
  }

  return {
    feed(bytes, handOn) {
      for (let at = 0; at < bytes.length;) at += take(bytes.subarray(at), handOn);
      return counter.end();
    },
    flush,
  };
}
