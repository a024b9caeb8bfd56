// "Is this one of ours?": looks in a text, files or folders for every secret and token of the open vault.
// One search at a time, in slices between which the event loop turns; ended by the person, by lock, or by
// its limits, and then it says how far it came. What it looks for is in memory as keyed hashes alone.
import {
  secretScanLimits,
  type SecretScanEnd,
  type SecretScanProgress,
  type SecretScanView,
} from '../../shared/secret-scan/secret-scan-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import { readPieces } from './file-pieces.ts';
import { chosenPlace, walkFolder, type WalkedFile } from './folder-walk.ts';
import { gatherPatterns, type Patterns } from './patterns.ts';
import { noteSearch } from './search-note.ts';
import { shownName } from './shown-name.ts';
import { createScanResults, type ScanResults } from './scan-results.ts';
import { createTextScan, STEP_BYTES, type TextScan } from './text-scan.ts';
import { exactMatch } from './exact-match.ts';

/** One step of the worst bytes takes most of a frame: no second one follows in the same turn. */
export const BETWEEN_STEPS_MS = 1;

export type SoughtIn =
  /** The text is taken over and wiped. */
  | { readonly source: 'clipboard' | 'entry'; readonly text: SecretBytes }
  | { readonly source: 'file' | 'folder' | 'dropped'; readonly paths: readonly string[] };

export interface SecretScan {
  /** `already_running`, `file_unreadable`. */
  readonly search: (where: SoughtIn) => Promise<Result<SecretScanView, Failure>>;
  /** Null while none runs. */
  readonly progress: () => SecretScanProgress | null;
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
  scanResults: ScanResults | null;
}

export function createSecretScan(
  session: OpenSession,
  texts: UnsavedTokens,
  limits: typeof secretScanLimits = secretScanLimits,
): SecretScan {
  let running: Running | null = null;
  let endings = 0;
  const elapsedMs = ({ startedAtMs }: Running): number =>
    Math.round(session.clock.monotonicMs() - startedAtMs);

  async function search(where: SoughtIn): Promise<Result<SecretScanView, Failure>> {
    if (running !== null) {
      if ('text' in where) where.text.wipe();
      return fail({ code: 'already_running' });
    }
    const mine: Running = {
      ending: new AbortController(),
      startedAtMs: session.clock.monotonicMs(),
      scanResults: null,
    };
    running = mine;
    const { signal } = mine.ending;
    let patterns: Patterns | null = null;
    let scan: TextScan | null = null;
    const wipe = (): void => {
      patterns?.net.wipe();
      scan?.wipe();
      if ('text' in where) where.text.wipe();
    };
    // At once, whatever a slow disk still owes an answer to.
    signal.addEventListener('abort', wipe);
    const cancelled = new Promise<'cancelled'>((resolve) => {
      signal.addEventListener('abort', () => resolve('cancelled'));
    });
    try {
      patterns = await gatherPatterns(session, texts, signal);
      scan = createTextScan(patterns.net, patterns.hasSpaces);
      const about = 'text' in where ? '' : aboutOf(scan, where.paths);
      const scanResults = createScanResults(session, patterns, where.source, about);
      mine.scanResults = scanResults;
      const reevaluate = createLook(mine, scan, scanResults);
      const work = (): Promise<SecretScanEnd | 'unreadable'> =>
        'text' in where ? lookAtText(reevaluate, where.text) : lookAtPaths(reevaluate, where.paths);
      const end = signal.aborted ? 'cancelled' : await Promise.race([work(), cancelled]);
      if (end === 'unreadable') return fail({ code: 'file_unreadable' });
      const view = scanResults.view(end, elapsedMs(mine));
      noteSearch(session, view, scanResults.found());
      return ok(view);
    } finally {
      wipe();
      if (running === mine) running = null;
    }
  }

  interface Look {
    readonly scan: TextScan;
    readonly scanResults: ScanResults;
    /** Between two pieces; false: it is over. */
    readonly goOn: () => Promise<boolean>;
    readonly take: (piece: Buffer, file: string) => void;
    /** Why it is over, null while it is not. */
    ended: SecretScanEnd | null;
  }

  function createLook(mine: Running, scan: TextScan, scanResults: ScanResults): Look {
    const pace = createPace(BETWEEN_STEPS_MS);
    const { signal } = mine.ending;
    const reevaluate: Look = {
      scan,
      scanResults,
      ended: null,
      async goOn() {
        await pace.yieldToLoop();
        if (reevaluate.ended === null) {
          if (signal.aborted) reevaluate.ended = 'cancelled';
          else if (elapsedMs(mine) > limits.seconds * 1000) reevaluate.ended = 'time';
          else if (scanResults.bytes >= limits.totalBytes) reevaluate.ended = 'bytes';
        }
        return reevaluate.ended === null;
      },
      take(piece, file) {
        scanResults.bytes += piece.length;
        for (const each of scan.push(piece)) scanResults.saw(each, file, scan.kind());
      },
    };
    return reevaluate;
  }

  async function lookAtText(reevaluate: Look, text: SecretBytes): Promise<SecretScanEnd> {
    reevaluate.scan.begin();
    await text.use(async (bytes) => {
      for (let at = 0; at < bytes.length && (await reevaluate.goOn()); at += STEP_BYTES) {
        reevaluate.take(bytes.subarray(at, at + STEP_BYTES), '');
      }
    });
    const whole = reevaluate.ended === null ? exactMatch(session, texts, text) : null;
    if (whole !== null && reevaluate.scanResults.count() === 0)
      reevaluate.scanResults.recognised(whole);
    return reevaluate.ended ?? 'complete';
  }

  async function lookAtPaths(
    reevaluate: Look,
    paths: readonly string[],
  ): Promise<SecretScanEnd | 'unreadable'> {
    for (const chosen of paths) {
      const place = await chosenPlace(chosen);
      if (place === null && paths.length === 1) return 'unreadable';
      const leftOut: Parameters<typeof walkFolder>[2] = (reason, name) => {
        // A search that was called off tells no more: what it was compared with is wiped.
        if (reevaluate.ended === null)
          reevaluate.scanResults.leftOut(reason, nameOf(reevaluate.scan, name).shown);
      };
      if (place === null) leftOut('unreadable', Buffer.from(lastPart(chosen)));
      else if (place.facts.isFile()) await lookAtFile(reevaluate, place);
      else if (!place.facts.isDirectory()) leftOut('special', place.name);
      else {
        const walk = walkFolder(place, limits, leftOut);
        let next = await walk.next();
        for (; next.done !== true; next = await walk.next()) {
          await lookAtFile(reevaluate, next.value);
          if (reevaluate.ended !== null) break;
        }
        if (next.done === true && next.value !== null) reevaluate.ended ??= next.value;
        await walk.return(null);
      }
      if (reevaluate.ended !== null) return reevaluate.ended;
    }
    return (await reevaluate.goOn()) ? 'complete' : (reevaluate.ended ?? 'complete');
  }

  async function lookAtFile(reevaluate: Look, { path, name }: WalkedFile): Promise<void> {
    const { scanResults, scan } = reevaluate;
    if (!(await reevaluate.goOn())) return;
    if (scanResults.files >= limits.files) {
      reevaluate.ended = 'files';
      return;
    }
    const { shown, inside } = nameOf(scan, name);
    for (const each of inside) scanResults.saw(each, shown, null);
    scan.begin();
    const left = await readPieces(path, limits, {
      goOn: reevaluate.goOn,
      take: (piece) => reevaluate.take(piece, shown),
    });
    if (reevaluate.ended === 'cancelled') return;
    if (left !== 'unreadable' && left !== 'special') scanResults.files += 1;
    if (left !== null) scanResults.leftOut(left, shown);
  }

  return {
    search,
    progress() {
      if (running === null) return null;
      const { scanResults } = running;
      return {
        files: scanResults?.files ?? 0,
        bytes: scanResults?.bytes ?? 0,
        found: scanResults?.count() ?? 0,
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
