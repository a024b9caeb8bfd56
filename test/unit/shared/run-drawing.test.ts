// Where everything of a drawn run stands, and what is said of it to who does not see it.
import { describe, expect, it } from 'vitest';
import {
  runDrawing,
  type DrawnRun,
  type RunToken,
} from '../../../electron/shared/revoke-all/run-drawing.ts';
import { drawingWords } from '../../../electron/shared/revoke-all/run-drawing-words.ts';

const MINUTE = 60_000;

function dead(index: number, acceptedAfterMs: number, deadAfterMs = 5 * MINUTE): RunToken {
  const fingerprint = `aaaa·${String(index).padStart(4, '0')}`;
  return { fingerprint, name: 'Desk A', acceptedAfterMs, deadAfterMs, standing: 'dead' };
}
const failed = (index: number): RunToken => ({
  ...dead(index, 0),
  acceptedAfterMs: null,
  deadAfterMs: null,
  standing: 'failed',
});
const drawing = (tokens: readonly RunToken[], part: Partial<DrawnRun> = {}) =>
  runDrawing({ firstByteAfterMs: 40, nowAfterMs: 6 * MINUTE, tokens, ...part });

describe('a drawn run', () => {
  it('has a line for each token from the press over its acceptance to its confirmation', () => {
    const { lines, pressX } = drawing([dead(1, 400), dead(2, 500)]);
    expect(lines.map(({ marks }) => marks.map(({ kind }) => kind))).toEqual([
      ['accepted', 'dead'],
      ['accepted', 'dead'],
    ]);
    for (const { marks, toX } of lines) {
      const [accepted, end] = marks.map(({ x }) => x);
      expect(accepted).toBeGreaterThan(pressX);
      expect(end).toBeGreaterThan(accepted ?? 0);
      expect(end).toBe(toX);
    }
  });

  it('keeps the order of time and stays within its width', () => {
    const { firstByteX, pressX, axis, lines } = drawing([dead(1, 400), dead(2, 90_000)]);
    expect(firstByteX).toBeGreaterThan(pressX);
    const marks = axis.map(({ x }) => x);
    expect(marks).toEqual(marks.toSorted((a, b) => a - b));
    expect(axis[0]).toEqual({ x: pressX, ms: 0, anchor: 'start' });
    expect(Math.max(...lines.map(({ toX }) => toX))).toBeLessThan(100);
  });

  it('keeps the names of its time marks apart and inside a width of 240 px', () => {
    for (const endMs of [
      1_000,
      10_000,
      13_000,
      60_000,
      5 * MINUTE,
      20 * MINUTE,
      13 * 60 * MINUTE,
    ]) {
      const { axis } = drawing([dead(1, 400, endMs)]);
      let free = 0;
      for (const { x, ms, anchor } of axis) {
        const widthPx = 6 * drawingWords.mark(ms).length;
        const before = { start: 0, middle: widthPx / 2, end: widthPx }[anchor];
        const fromPx = (x / 100) * 240 - before;
        expect(fromPx, `${ms} of ${endMs}`).toBeGreaterThanOrEqual(free);
        free = fromPx + widthPx;
      }
      expect(free, `the last of ${endMs}`).toBeLessThanOrEqual(240);
    }
  });

  it('puts what failed first and what was late after it, each with a mark of its own', () => {
    const usual = [dead(1, 300), dead(2, 310), dead(3, 320)];
    const { lines, late, failed: out } = drawing([...usual, dead(4, 9_000), failed(5)]);
    expect(lines.slice(0, 3).map(({ tone }) => tone)).toEqual(['failed', 'late', 'plain']);
    expect(lines[0]?.marks.map(({ kind }) => kind)).toEqual(['failed']);
    expect(lines[1]?.marks.map(({ kind }) => kind)).toEqual(['late', 'dead']);
    expect([late, out]).toEqual([['aaaa·0004'], ['aaaa·0005']]);
  });

  it('calls nothing late for some milliseconds more than the others', () => {
    expect(drawing([dead(1, 20), dead(2, 22), dead(3, 700)]).late).toEqual([]);
  });

  it('lets a line that is not at its end go to the present moment', () => {
    const open: RunToken = { ...dead(1, 300), deadAfterMs: null, standing: 'open' };
    const { lines } = drawing([open, dead(2, 300, MINUTE)]);
    const [first, second] = lines;
    expect(first?.marks.map(({ kind }) => kind)).toEqual(['accepted', 'open']);
    expect(first?.toX).toBeGreaterThan(second?.toX ?? 100);
  });

  it('ends with the last thing that happened once nothing is open', () => {
    const { axis } = drawing([dead(1, 300, 4_000)], { nowAfterMs: 60 * MINUTE });
    expect(axis.map(({ ms }) => ms)).toEqual([0, 1_000]);
  });

  it('of many tokens is dense, draws a part, and counts the rest', () => {
    const many = Array.from({ length: 500 }, (_, index) => dead(index, 300 + (index % 7)));
    const { lines, isDense, notDrawn, heightPx } = drawing([...many, failed(999)]);
    expect([lines.length, isDense, notDrawn]).toEqual([120, true, 381]);
    expect(lines[0]?.token.fingerprint).toBe('aaaa·0999');
    expect(heightPx).toBeLessThan(700);
  });

  it('of no token has no line and no figure', () => {
    expect(drawing([])).toMatchObject({ lines: [], accepted: null, dead: null, tokens: 0 });
  });
});

describe('its words', () => {
  it('say the whole drawing in a sentence each', () => {
    const run = drawing([dead(1, 300), dead(2, 310), dead(3, 9_000), failed(4)]);
    expect(drawingWords.alternative(run)).toBe(
      '4 tokens on a time axis. First byte after 0.1 s. Accepted between 0.3 s and 9.0 s after you confirmed. ' +
        'Confirmed dead after 5 min 00 s. Late: aaaa·0003. Failed, may be live: aaaa·0004.',
    );
  });

  it('name ten at most and count the others', () => {
    const run = drawing(Array.from({ length: 12 }, (_, index) => failed(index)));
    expect(drawingWords.alternative(run)).toMatch(/aaaa·0009 and 2 more\.$/);
  });

  it('say one line', () => {
    expect(drawingWords.token(dead(1, 300))).toBe(
      'Desk A, aaaa·0001: accepted after 0.3 s, confirmed dead after 5 min 00 s',
    );
  });

  it.each([
    [0, '0'],
    [1_000, '1 s'],
    [10_000, '10 s'],
    [1_800_000, '30 min'],
    [7_200_000, '2 h'],
    [172_800_000, '2 days'],
  ])('call the mark at %d ms %s', (ms, name) => {
    expect(drawingWords.mark(ms)).toBe(name);
  });
});
