// The words of a drawn run, in the run sheet and on the page of the incident report.
import { counted, whole } from '../counts.ts';
import { duration } from '../duration.ts';
import type { RunDrawing, RunMark, RunToken, RunTokenStanding } from './run-drawing.ts';

/** So many fingerprints are named in a sentence. */
const NAMED = 10;

const standingWords: Readonly<Record<RunTokenStanding, string>> = {
  dead: 'confirmed dead',
  open: 'not confirmed yet',
  person: 'waits for steps in the web app',
  unproven: 'cannot be confirmed',
  expired: 'expired',
  failed: 'failed, may be live',
  unsent: 'not sent',
};

/** The words of the drawing. */
export const drawingWords = {
  title: 'The run, token by token',
  axis: 'Time since you confirmed. The first seconds get more room than the minutes after them.',
  firstByte: (afterMs: number) => `first byte after ${duration(afterMs)}`,
  legend: {
    accepted: 'accepted',
    late: 'accepted late',
    dead: 'confirmed dead',
    open: 'not confirmed yet',
    failed: 'failed, may be live',
    unsent: 'not sent',
  } satisfies Record<RunMark, string>,
  /** A mark of the time axis. */
  mark(ms: number): string {
    if (ms === 0) return '0';
    if (ms < 60_000) return `${ms / 1_000} s`;
    if (ms < 3_600_000) return `${ms / 60_000} min`;
    return ms < 172_800_000 ? `${ms / 3_600_000} h` : `${ms / 86_400_000} days`;
  },
  notDrawn: (count: number) => `${counted(count, 'more token')} not drawn.`,
  /** Of one line. */
  token({ fingerprint, name, acceptedAfterMs, deadAfterMs, standing }: RunToken): string {
    const accepted =
      acceptedAfterMs === null ? [] : [`accepted after ${duration(acceptedAfterMs)}`];
    const end =
      standing === 'dead' && deadAfterMs !== null
        ? `confirmed dead after ${duration(deadAfterMs)}`
        : standingWords[standing];
    return `${name}, ${fingerprint}: ${[...accepted, end].join(', ')}`;
  },
  /** The whole drawing for somebody who does not see it. */
  alternative({ tokens, firstByteAfterMs, accepted, dead, late, failed }: RunDrawing): string {
    const parts = [
      `${counted(tokens, 'token')} on a time axis.`,
      firstByteAfterMs === null ? '' : `First byte after ${duration(firstByteAfterMs)}.`,
      accepted === null ? '' : `Accepted ${span(accepted)}.`,
      dead === null ? '' : `Confirmed dead ${span(dead)}.`,
      late.length === 0 ? '' : `Late: ${named(late)}.`,
      failed.length === 0 ? '' : `Failed, may be live: ${named(failed)}.`,
    ];
    return parts.filter((each) => each !== '').join(' ');
  },
} as const;

const span = ([from, to]: readonly [number, number]): string =>
  from === to
    ? `after ${duration(from)}`
    : `between ${duration(from)} and ${duration(to)} after you confirmed`;

const named = (fingerprints: readonly string[]): string => {
  const shown = fingerprints.slice(0, NAMED).join(', ');
  const more = fingerprints.length - NAMED;
  return more > 0 ? `${shown} and ${whole(more)} more` : shown;
};
