// Counts the bytes of one HTTP/1.1 answer to find where it ends (RFC 9112 section 6), beside the parser
// that reads it. A connection is kept only where this second count ends exactly with the bytes that
// came: anything after the end may be meant for the next request (case 63).
import { grownFor, wipeableBuffer } from '../../domain/wipeable-buffer.ts';

/** `open`: more is to come. `kept`: ended exactly, usable again. `spoilt`: never to be used again. */
export type ResponseFraming = 'open' | 'kept' | 'spoilt';

interface AnswerCounter {
  /** The bytes as they came; only read. */
  readonly feed: (bytes: Buffer) => ResponseFraming;
  /** Like `feed`, up to where something else begins: how many of the bytes it used. */
  readonly step: (bytes: Buffer) => number;
  /** What the next byte belongs to: a head or other lines that a parser reads, content, or nobody knows. */
  readonly where: () => 'head' | 'lines' | 'content' | 'unsure';
  readonly end: () => ResponseFraming;
}

/** The most that an answer may bring, in bytes. */
export interface AnswerBounds {
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** What is longer makes the buffer grow: hundreds of answers are read at once. */
const USUAL_HEAD_BYTES = 1_024;
const HEAD_END = Buffer.from('\r\n\r\n', 'latin1');
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: .*)?$/;
const FIELD_LINE = /^[^\s:]+:/;
/** A chunk's size in hexadecimal. Extensions are legal, and spoil the connection all the same. */
const CHUNK_LINE = /^[0-9a-f]{1,8}$/i;
const MAX_LINE = 10;
const LINE_FEED = 0x0a;

type Part =
  | 'head'
  | 'body'
  /** Until the connection closes. */
  | 'rest'
  | 'chunk size'
  | 'chunk'
  | 'chunk end'
  | 'last line'
  /** Trailers, or chunks that are none. */
  | 'odd lines'
  | 'end'
  | 'unsure';

/** For one answer. Strict: what is merely unusual spoils the connection, not the answer. */
export function createAnswerCounter({ headBytes, bodyBytes }: AnswerBounds): AnswerCounter {
  let head = wipeableBuffer(Math.min(USUAL_HEAD_BYTES, headBytes));
  let headLength = 0;
  let part: Part = 'head';
  let isSpoilt = false;
  let left = 0;
  let line = '';
  let total = 0;

  /** Each answers how many of the bytes it used. */
  function takeHead(bytes: Buffer): number {
    head = grownFor(head, headLength, headLength + bytes.length, headBytes);
    const copied = bytes.copy(head, headLength);
    const headEnd = head
      .subarray(0, headLength + copied)
      .indexOf(HEAD_END, Math.max(0, headLength - HEAD_END.length + 1));
    if (headEnd === -1) {
      headLength += copied;
      if (copied < bytes.length) part = 'unsure';
      return bytes.length;
    }
    const used = headEnd + HEAD_END.length - headLength;
    part = partAfter(head.toString('latin1', 0, headEnd));
    head.fill(0);
    headLength = 0;
    return used;
  }

  function partAfter(text: string): Part {
    const [first = '', ...fields] = text.split('\r\n');
    const [, minor = '', code = ''] = STATUS_LINE.exec(first) ?? [];
    const status = Number(code);
    if (status < 100 || status === 101 || !fields.every((field) => FIELD_LINE.test(field))) {
      return 'unsure';
    }
    if (status < 200) return 'head';
    const values = (name: string): string[] =>
      fields
        .filter((field) => field.toLowerCase().startsWith(`${name}:`))
        .map((field) =>
          field
            .slice(name.length + 1)
            .trim()
            .toLowerCase(),
        );
    const lengths = values('content-length');
    const codings = values('transfer-encoding');
    if (lengths.length + codings.length > 1) return 'unsure';
    isSpoilt = minor === '0' || values('connection').includes('close');
    if (status === 204 || status === 304) return 'end';
    if (codings[0] === 'chunked') return 'chunk size';
    if (lengths.length === 0 && codings.length === 0) return 'rest';
    if (!/^\d{1,9}$/.test(lengths[0] ?? '')) return 'unsure';
    left = Number(lengths[0]);
    return left === 0 ? 'end' : 'body';
  }

  function takeBody(bytes: Buffer): number {
    const used = Math.min(bytes.length, left);
    left -= used;
    total += used;
    if (total > bodyBytes) part = 'unsure';
    else if (left === 0) part = part === 'body' ? 'end' : 'chunk end';
    return used;
  }

  function takeLine(bytes: Buffer): number {
    const newline = bytes.indexOf(LINE_FEED);
    const used = Math.min(newline === -1 ? bytes.length : newline + 1, MAX_LINE + 1);
    line += bytes.toString('latin1', 0, used);
    if (line.endsWith('\r\n')) part = partAfterLine(line.slice(0, -2));
    else if (newline !== -1 || line.length > MAX_LINE) part = 'odd lines';
    return used;
  }

  function partAfterLine(text: string): Part {
    line = '';
    if (part !== 'chunk size') {
      if (text !== '') return 'odd lines';
      return part === 'chunk end' ? 'chunk size' : 'end';
    }
    if (!CHUNK_LINE.test(text)) return 'odd lines';
    left = Number.parseInt(text, 16);
    return left === 0 ? 'last line' : 'chunk';
  }

  function take(bytes: Buffer): number {
    switch (part) {
      case 'head':
        return takeHead(bytes);
      case 'body':
      case 'chunk':
        return takeBody(bytes);
      case 'chunk size':
      case 'chunk end':
      case 'last line':
        return takeLine(bytes);
      case 'end':
      case 'unsure':
        part = 'unsure';
        return bytes.length;
      case 'rest':
      case 'odd lines':
        return bytes.length;
    }
  }

  function end(): ResponseFraming {
    if (isSpoilt || part === 'unsure' || part === 'rest' || part === 'odd lines') return 'spoilt';
    return part === 'end' ? 'kept' : 'open';
  }

  return {
    feed(bytes) {
      for (let at = 0; at < bytes.length;) at += take(bytes.subarray(at));
      return end();
    },
    step: take,
    where() {
      if (part === 'body' || part === 'chunk' || part === 'rest') return 'content';
      if (part === 'head') return 'head';
      return part === 'end' || part === 'unsure' ? 'unsure' : 'lines';
    },
    end,
  };
}
