// A revocation run as a drawing: a line for each token from the press over its acceptance to its confirmation.
// Yields where everything stands; the run sheet and the page of the incident report draw it. Pure.

/** One token of a run as it is drawn. */
export interface RunToken {
  readonly fingerprint: string;
  /** Of its credential. */
  readonly name: string;
  /** Milliseconds after the press; null where it did not happen. */
  readonly acceptedAfterMs: number | null;
  readonly deadAfterMs: number | null;
  readonly standing: RunTokenStanding;
}

/** Where a token of a run stands. */
export type RunTokenStanding =
  | 'dead'
  | 'open' // it waits for an answer or for its proof
  | 'person' // Partner: it waits for steps in the web app
  | 'unproven' // accepted; no answer can show it dead
  | 'expired'
  | 'failed' // not accepted for good, or it still works: it may be live
  | 'unsent';

/** A run as it is drawn; times in milliseconds after the press. */
export interface DrawnRun {
  readonly firstByteAfterMs: number | null;
  /** When it is looked at: lines that are not at their end go so far. */
  readonly nowAfterMs: number;
  readonly tokens: readonly RunToken[];
}

/** What a line is drawn as. */
export const runMarks = ['accepted', 'late', 'dead', 'open', 'failed', 'unsent'] as const;
/** One of them. */
export type RunMark = (typeof runMarks)[number];

/** What a line stands out by. */
type Tone = 'plain' | 'late' | 'failed' | 'unsent';

/** Where everything of the drawing stands; lengths in pixels, places along the axis in percent. */
export type RunDrawing = ReturnType<typeof runDrawing>;
/** From the press to `toX`, both in percent; `y` in pixels. */
export type RunLine = RunDrawing['lines'][number];

/** The shape of each mark around its own place: shape tells them apart before colour does. */
export const runMarkPaths: Readonly<Record<RunMark, string>> = {
  accepted: 'M3.5 0A3.5 3.5 0 1 1-3.5 0A3.5 3.5 0 1 1 3.5 0Z',
  late: 'M0-5.5L5.5 4.5H-5.5Z',
  dead: 'M4.5 0A4.5 4.5 0 1 1-4.5 0A4.5 4.5 0 1 1 4.5 0Z',
  open: 'M-4-4.5L1 0L-4 4.5',
  failed: 'M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5',
  unsent: 'M-3.5-3.5H3.5V3.5H-3.5Z',
};

/** Marks of the time axis, milliseconds after the press. */
const AXIS_MS = [
  0, 1_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000, 43_200_000, 172_800_000, 1_209_600_000,
];
/** Room for a fingerprint at the start of each line, percent. */
const PRESS_X = 27;
const END_X = 97;
const LINE_PX = 18;
const DENSE_LINE_PX = 5;
const NAMED_LINES = 24;
const MOST_LINES = 120;
const AXIS_PX = 20;
/** From here on time is drawn as its logarithm: seconds matter at the press, minutes at the proof. */
const EVEN_UNTIL_MS = 1_000;
const MARKS_APART = 12;
/** From here on a name ends at its mark: its half would reach beyond the width of a narrow window. */
const NAMES_END_X = 90;
const ENDS_NOW: ReadonlySet<RunTokenStanding> = new Set(['open', 'person']);
/** Late: over twice the usual time, and this much longer at least. */
const LATE_BY_MS = 1_000;

/** The drawing of a run. The same run is always drawn alike. */
export function runDrawing(run: DrawnRun) {
  const { tokens, firstByteAfterMs } = run;
  const acceptedTimes = times(tokens.map(({ acceptedAfterMs }) => acceptedAfterMs));
  const deadTimes = times(tokens.map(({ deadAfterMs }) => deadAfterMs));
  const endMs = Math.max(
    EVEN_UNTIL_MS,
    firstByteAfterMs ?? 0,
    acceptedTimes.at(-1) ?? 0,
    deadTimes.at(-1) ?? 0,
    tokens.some(({ standing }) => ENDS_NOW.has(standing)) ? run.nowAfterMs : 0,
  );
  const xOf = (ms: number): number => PRESS_X + (END_X - PRESS_X) * along(ms, endMs);
  const usualMs = acceptedTimes[Math.floor((acceptedTimes.length - 1) / 2)] ?? 0;
  const isLate = ({ acceptedAfterMs, standing }: RunToken): boolean => {
    const answeredAfterMs = acceptedAfterMs ?? (standing === 'open' ? run.nowAfterMs : 0);
    return answeredAfterMs > Math.max(2 * usualMs, usualMs + LATE_BY_MS);
  };
  const toneOf = (token: RunToken): Tone => {
    if (token.standing === 'failed' || token.standing === 'unsent') return token.standing;
    return isLate(token) ? 'late' : 'plain';
  };
  const toned = tokens.map((token) => ({ token, tone: toneOf(token) }));
  const inOrder = (['failed', 'late', 'unsent', 'plain'] as const).flatMap((tone) =>
    toned.filter((each) => each.tone === tone),
  );
  const isDense = tokens.length > NAMED_LINES;
  const linePx = isDense ? DENSE_LINE_PX : LINE_PX;
  const lines = inOrder.slice(0, MOST_LINES).map(({ token, tone }, index) => {
    const marks = marksOf(token, tone, endMs).map(({ kind, ms }) => ({ kind, x: xOf(ms) }));
    return { token, tone, y: (index + 0.5) * linePx, toX: marks.at(-1)?.x ?? PRESS_X, marks };
  });
  const footPx = lines.length * linePx + 4;
  const named = (tone: Tone): string[] =>
    toned.filter((each) => each.tone === tone).map(({ token }) => token.fingerprint);
  return {
    heightPx: footPx + AXIS_PX,
    /** Foot of the lines; the names of the time marks stand below. */
    footPx,
    pressX: PRESS_X,
    firstByteX: firstByteAfterMs === null ? null : xOf(firstByteAfterMs),
    firstByteAfterMs,
    axis: axisOf(endMs, xOf),
    lines,
    /** With more lines than have room for their names, none has its name beside it. */
    isDense,
    /** Which marks the legend explains. */
    kinds: new Set(lines.flatMap(({ marks }) => marks.map(({ kind }) => kind))),
    tokens: tokens.length,
    notDrawn: tokens.length - lines.length,
    /** The first and the last of them, milliseconds after the press; null where there is none. */
    accepted: spanOf(acceptedTimes),
    dead: spanOf(deadTimes),
    /** Fingerprints of those that stand out. */
    late: named('late'),
    failed: named('failed'),
  };
}

function marksOf(
  { acceptedAfterMs, deadAfterMs, standing }: RunToken,
  tone: Tone,
  endMs: number,
): { kind: RunMark; ms: number }[] {
  const marks: { kind: RunMark; ms: number }[] = [];
  if (acceptedAfterMs !== null)
    marks.push({ kind: tone === 'late' ? 'late' : 'accepted', ms: acceptedAfterMs });
  switch (standing) {
    case 'dead':
      if (deadAfterMs !== null) marks.push({ kind: 'dead', ms: deadAfterMs });
      return marks;
    case 'open':
    case 'person':
      return [...marks, { kind: 'open', ms: endMs }];
    case 'failed':
      return [...marks, { kind: 'failed', ms: endMs }];
    case 'unsent':
      return [{ kind: 'unsent', ms: 0 }];
    case 'unproven':
    case 'expired':
      return marks;
  }
}

/** 0 at the press, 1 at the end. */
const along = (ms: number, endMs: number): number =>
  Math.log1p(Math.max(0, ms) / EVEN_UNTIL_MS) / Math.log1p(endMs / EVEN_UNTIL_MS);

/** Where names would meet, the later mark is kept: the end is what the run took. */
function axisOf(endMs: number, xOf: (ms: number) => number) {
  const all = AXIS_MS.filter((ms) => ms <= endMs).map((ms) => ({ x: xOf(ms), ms }));
  return all
    .filter(({ x, ms }, index) => {
      const next = all[index + 1];
      const isFree = next === undefined || next.x - x >= MARKS_APART;
      return ms === 0 || (isFree && x - PRESS_X >= MARKS_APART);
    })
    .map((mark) => ({ ...mark, anchor: anchorOf(mark.x, mark.ms) }));
}

/** Which part of its name stands at the mark, so that the name stays within the width. */
function anchorOf(x: number, ms: number): 'start' | 'middle' | 'end' {
  if (ms === 0) return 'start';
  return x > NAMES_END_X ? 'end' : 'middle';
}

const times = (all: readonly (number | null)[]): number[] =>
  all.filter((each) => each !== null).toSorted((a, b) => a - b);

function spanOf(sorted: readonly number[]): readonly [number, number] | null {
  const [first] = sorted;
  const last = sorted.at(-1);
  return first === undefined || last === undefined ? null : [first, last];
}
