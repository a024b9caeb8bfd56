// "Is this one of ours?": looks in a text, files or folders for every secret and token of the open vault.
// One search at a time, in slices between which the event loop turns; ended by the person, by lock, or by
// its limits, and then it says how far it came. What it looks for is in memory as keyed hashes alone.
import {
  sightingLimits,
  type SightingEnd,
  type SightingsProgress,
  type SightingsView,
} from '../../shared/secret-scan/secret-scan-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { Room } from '../tokens/session-context.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { createPace } from '../vault/keys/yield-to-loop.ts';
import { readPieces } from './file-pieces.ts';
import { chosenPlace, walkFolder, type WalkedFile } from './folder-walk.ts';
import { gatherNeedles, type Needles } from './patterns.ts';
import { noteSearch } from './search-note.ts';
import { shownName } from './shown-name.ts';
import { createTally, type Tally } from './scan-results.ts';
import { createTextScan, STEP_BYTES, type TextScan } from './text-scan.ts';
import { wholeToken } from './exact-match.ts';

export type SoughtIn =
  /** The text is taken over and wiped. */
  | { readonly source: 'clipboard' | 'entry'; readonly text: SecretBytes }
  | { readonly source: 'file' | 'folder' | 'dropped'; readonly paths: readonly string[] };

export interface Sightings {
  /** `already_running`, `file_unreadable`. */
  readonly search: (where: SoughtIn) => Promise<Result<SightingsView, Failure>>;
  /** Null while none runs. */
  readonly progress: () => SightingsProgress | null;
  /** Ends the search at once; what it found till then is answered. */
  readonly cancel: () => void;
  /** Ends the search with nobody left to answer: the window is gone, or the vault is locked. */
  readonly end: () => void;
  /** How often it was ended: what is chosen too late for its sheet is not searched. */
  readonly endings: () => number;
}

interface Running {
  readonly ending: AbortController;
  readonly startedAtMs: number;
  tally: Tally | null;
}

export function createSightings(
  room: Room,
  texts: UnsavedTokens,
  limits: typeof sightingLimits = sightingLimits,
): Sightings {
  let running: Running | null = null;
  let endings = 0;
  const elapsedMs = ({ startedAtMs }: Running): number =>
    Math.round(room.clock.monotonicMs() - startedAtMs);

  async function search(where: SoughtIn): Promise<Result<SightingsView, Failure>> {
    if (running !== null) {
      if ('text' in where) where.text.wipe();
      return fail({ code: 'already_running' });
    }
    const mine: Running = {
      ending: new AbortController(),
      startedAtMs: room.clock.monotonicMs(),
      tally: null,
    };
    running = mine;
    const { signal } = mine.ending;
    let needles: Needles | null = null;
    let scan: TextScan | null = null;
    const wipe = (): void => {
      needles?.net.wipe();
      scan?.wipe();
      if ('text' in where) where.text.wipe();
    };
    // At once, whatever a slow disk still owes an answer to.
    signal.addEventListener('abort', wipe);
    const cancelled = new Promise<'cancelled'>((resolve) => {
      signal.addEventListener('abort', () => resolve('cancelled'));
    });
    try {
      needles = await gatherNeedles(room, texts, signal);
      scan = createTextScan(needles.net, needles.hasSpaces);
      const about = 'text' in where ? '' : aboutOf(scan, where.paths);
      const tally = createTally(room, needles, where.source, about);
      mine.tally = tally;
      const look = createLook(mine, scan, tally);
      const work = (): Promise<SightingEnd | 'unreadable'> =>
        'text' in where ? lookAtText(look, where.text) : lookAtPaths(look, where.paths);
      const end = signal.aborted ? 'cancelled' : await Promise.race([work(), cancelled]);
      if (end === 'unreadable') return fail({ code: 'file_unreadable' });
      const view = tally.view(end, elapsedMs(mine));
      noteSearch(room, view, tally.found());
      return ok(view);
    } finally {
      wipe();
      if (running === mine) running = null;
    }
  }

  interface Look {
    readonly scan: TextScan;
    readonly tally: Tally;
    /** Between two pieces; false: it is over. */
    readonly goOn: () => Promise<boolean>;
    readonly take: (piece: Buffer, file: string) => void;
    /** Why it is over, null while it is not. */
    ended: SightingEnd | null;
  }

  function createLook(mine: Running, scan: TextScan, tally: Tally): Look {
    const pace = createPace();
    const { signal } = mine.ending;
    const look: Look = {
      scan,
      tally,
      ended: null,
      async goOn() {
        await pace.breathe();
        if (look.ended === null) {
          if (signal.aborted) look.ended = 'cancelled';
          else if (elapsedMs(mine) > limits.seconds * 1000) look.ended = 'time';
          else if (tally.bytes >= limits.totalBytes) look.ended = 'bytes';
        }
        return look.ended === null;
      },
      take(piece, file) {
        tally.bytes += piece.length;
        for (const each of scan.push(piece)) tally.saw(each, file, scan.kind());
      },
    };
    return look;
  }

  async function lookAtText(look: Look, text: SecretBytes): Promise<SightingEnd> {
    look.scan.begin();
    await text.use(async (bytes) => {
      for (let at = 0; at < bytes.length && (await look.goOn()); at += STEP_BYTES) {
        look.take(bytes.subarray(at, at + STEP_BYTES), '');
      }
    });
    const whole = look.ended === null ? wholeToken(room, texts, text) : null;
    if (whole !== null && look.tally.count() === 0) look.tally.recognised(whole);
    return look.ended ?? 'complete';
  }

  async function lookAtPaths(
    look: Look,
    paths: readonly string[],
  ): Promise<SightingEnd | 'unreadable'> {
    for (const chosen of paths) {
      const place = await chosenPlace(chosen);
      if (place === null && paths.length === 1) return 'unreadable';
      const leftOut: Parameters<typeof walkFolder>[2] = (reason, name) => {
        // A search that was called off tells no more: what it was compared with is wiped.
        if (look.ended === null) look.tally.leftOut(reason, nameOf(look.scan, name).shown);
      };
      if (place === null) leftOut('unreadable', Buffer.from(lastPart(chosen)));
      else if (place.facts.isFile()) await lookAtFile(look, place);
      else if (!place.facts.isDirectory()) leftOut('special', place.name);
      else {
        const walk = walkFolder(place, limits, leftOut);
        let next = await walk.next();
        for (; next.done !== true; next = await walk.next()) {
          await lookAtFile(look, next.value);
          if (look.ended !== null) break;
        }
        if (next.done === true && next.value !== null) look.ended ??= next.value;
        await walk.return(null);
      }
      if (look.ended !== null) return look.ended;
    }
    return (await look.goOn()) ? 'complete' : (look.ended ?? 'complete');
  }

  async function lookAtFile(look: Look, { path, name }: WalkedFile): Promise<void> {
    const { tally, scan } = look;
    if (!(await look.goOn())) return;
    if (tally.files >= limits.files) {
      look.ended = 'files';
      return;
    }
    const { shown, inside } = nameOf(scan, name);
    for (const each of inside) tally.saw(each, shown, null);
    scan.begin();
    const left = await readPieces(path, limits, {
      goOn: look.goOn,
      take: (piece) => look.take(piece, shown),
    });
    if (look.ended === 'cancelled') return;
    if (left !== 'unreadable' && left !== 'special') tally.files += 1;
    if (left !== null) tally.leftOut(left, shown);
  }

  return {
    search,
    progress() {
      if (running === null) return null;
      const { tally } = running;
      return {
        files: tally?.files ?? 0,
        bytes: tally?.bytes ?? 0,
        found: tally?.count() ?? 0,
        elapsedMs: elapsedMs(running),
      };
    },
    cancel: () => running?.ending.abort(),
    end() {
      endings += 1;
      running?.ending.abort();
    },
    endings: () => endings,
  };
}

/** A name as it may be shown, and what of ours stands in its last part. */
function nameOf(scan: TextScan, name: Buffer) {
  scan.begin();
  const covered = [...scan.push(name.subarray(0, STEP_BYTES))];
  const lastPartAt = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
  const inside = covered.filter((each) => each.atByte + each.lengthBytes > lastPartAt);
  return { shown: shownName(name, covered), inside };
}

function aboutOf(scan: TextScan, paths: readonly string[]): string {
  const [first = ''] = paths;
  return paths.length === 1 ? nameOf(scan, Buffer.from(lastPart(first))).shown : '';
}

const lastPart = (chosen: string): string =>
  chosen.split(/[/\\]/).findLast((part) => part !== '') ?? chosen;
