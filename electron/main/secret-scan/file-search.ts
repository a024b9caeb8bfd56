// "Is this one of ours?": looks in a text, files or folders for every secret and token of the open vault.
// One search at a time, in pieces between which the event loop turns; ended by the person, by lock, or by
// its limits, and then it says how far it came.
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
import { exactMatch } from './exact-match.ts';
import { readPieces } from './file-pieces.ts';
import { chosenPlace, walkFolder, type WalkedFile } from './folder-walk.ts';
import { gatherPatterns, type Patterns } from './patterns.ts';
import { createScanResults, type ScanResults } from './scan-results.ts';
import { noteSearch } from './search-note.ts';
import { shownName } from './shown-name.ts';
import { PIECE_BYTES, TextScan } from './text-scan.ts';

export type SoughtIn =
  /** The text is taken over and wiped. */
  | { readonly source: 'clipboard' | 'entry'; readonly text: SecretBytes }
  | { readonly source: 'file' | 'folder' | 'dropped'; readonly paths: readonly string[] };

type Limits = typeof secretScanLimits;

/** The searches of one session. */
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

export function createSecretScan(
  session: OpenSession,
  texts: UnsavedTokens,
  limits: Limits = secretScanLimits,
): SecretScan {
  let running: Search | null = null;
  let endings = 0;
  return {
    async search(where) {
      if (running !== null) {
        if ('text' in where) where.text.wipe();
        return fail({ code: 'already_running' });
      }
      const mine = new Search(session, texts, limits);
      running = mine;
      try {
        return await mine.run(where);
      } finally {
        if ('text' in where) where.text.wipe();
        running = null;
      }
    },
    progress: () => running?.progress() ?? null,
    cancel: () => running?.cancel(),
    end() {
      endings += 1;
      running?.cancel();
    },
    endings: () => endings,
  };
}

/** One search, from its first secret to its last file. */
class Search {
  readonly #session: OpenSession;
  readonly #texts: UnsavedTokens;
  readonly #limits: Limits;
  readonly #startedAtMs: number;
  readonly #ending = new AbortController();
  #results: ScanResults | null = null;

  constructor(session: OpenSession, texts: UnsavedTokens, limits: Limits) {
    this.#session = session;
    this.#texts = texts;
    this.#limits = limits;
    this.#startedAtMs = session.clock.monotonicMs();
  }

  cancel(): void {
    this.#ending.abort();
  }

  progress(): SecretScanProgress {
    return {
      files: this.#results?.files ?? 0,
      bytes: this.#results?.bytes ?? 0,
      found: this.#results?.count() ?? 0,
      elapsedMs: this.#elapsedMs(),
    };
  }

  async run(where: SoughtIn): Promise<Result<SecretScanView, Failure>> {
    const { signal } = this.#ending;
    const cancelled = new Promise<'cancelled'>((resolve) => {
      signal.addEventListener('abort', () => resolve('cancelled'));
    });
    const patterns = await gatherPatterns(this.#session, this.#texts, signal);
    const about = 'text' in where ? '' : await this.#aboutOf(patterns, where.paths);
    const results = createScanResults(this.#session, patterns, where.source, about);
    this.#results = results;
    const work = async (): Promise<SecretScanEnd | 'unreadable'> =>
      'text' in where
        ? await this.#searchText(patterns, results, where.text)
        : await this.#searchPaths(patterns, results, where.paths);
    // At once, whatever a slow disk still owes an answer to.
    const end = signal.aborted ? 'cancelled' : await Promise.race([work(), cancelled]);
    if (end === 'unreadable') return fail({ code: 'file_unreadable' });
    const view = results.view(end, this.#elapsedMs());
    noteSearch(this.#session, view, results.found());
    return ok(view);
  }

  #elapsedMs(): number {
    return Math.round(this.#session.clock.monotonicMs() - this.#startedAtMs);
  }

  /** Why the search ends here; null while it goes on. */
  #endedBy(results: ScanResults): SecretScanEnd | null {
    if (this.#ending.signal.aborted) return 'cancelled';
    if (this.#elapsedMs() > this.#limits.seconds * 1000) return 'time';
    return results.bytes >= this.#limits.totalBytes ? 'bytes' : null;
  }

  async #take(scan: TextScan, results: ScanResults, piece: Buffer, file: string): Promise<void> {
    results.bytes += piece.length;
    const matches = await scan.push(piece);
    // A search that was called off tells no more.
    if (this.#ending.signal.aborted) return;
    for (const match of matches) results.saw(match, file, scan.kind);
  }

  async #searchText(
    patterns: Patterns,
    results: ScanResults,
    text: SecretBytes,
  ): Promise<SecretScanEnd> {
    const scan = new TextScan(patterns.needles);
    const bytes = text.use((inside) => Buffer.from(inside));
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const ended = this.#endedBy(results);
      if (ended !== null) return ended;
      await this.#take(scan, results, bytes.subarray(at, at + PIECE_BYTES), '');
    }
    const whole = text.wiped ? null : exactMatch(this.#session, this.#texts, text);
    if (whole !== null && results.count() === 0) results.recognised(whole);
    return 'complete';
  }

  async #searchPaths(
    patterns: Patterns,
    results: ScanResults,
    paths: readonly string[],
  ): Promise<SecretScanEnd | 'unreadable'> {
    for (const chosen of paths) {
      const place = await chosenPlace(chosen);
      if (place === null && paths.length === 1) return 'unreadable';
      const leftOut: Parameters<typeof walkFolder>[2] = async (reason, name) => {
        if (!this.#ending.signal.aborted)
          results.leftOut(reason, (await nameOf(patterns, name)).shown);
      };
      let ended: SecretScanEnd | null = null;
      if (place === null) await leftOut('unreadable', Buffer.from(lastPart(chosen)));
      else if (place.facts.isFile()) ended = await this.#searchFile(patterns, results, place);
      else if (!place.facts.isDirectory()) await leftOut('special', place.name);
      else {
        const walk = walkFolder(place, this.#limits, leftOut);
        let next = await walk.next();
        for (; next.done !== true && ended === null; next = await walk.next()) {
          ended = await this.#searchFile(patterns, results, next.value);
          if (ended !== null) break;
        }
        if (next.done === true) ended ??= next.value;
      }
      if (ended !== null) return ended;
    }
    return this.#endedBy(results) ?? 'complete';
  }

  async #searchFile(
    patterns: Patterns,
    results: ScanResults,
    { path, name }: WalkedFile,
  ): Promise<SecretScanEnd | null> {
    const ended = this.#endedBy(results);
    if (ended !== null) return ended;
    if (results.files >= this.#limits.files) return 'files';
    const { shown, inside } = await nameOf(patterns, name);
    for (const match of inside) results.saw(match, shown, null);
    const scan = new TextScan(patterns.needles);
    const left = await readPieces(path, this.#limits, {
      goOn: () => this.#endedBy(results) === null,
      take: (piece) => this.#take(scan, results, piece, shown),
    });
    if (this.#ending.signal.aborted) return 'cancelled';
    if (left !== 'unreadable' && left !== 'special') results.files += 1;
    if (left !== null) results.leftOut(left, shown);
    return this.#endedBy(results);
  }

  async #aboutOf(patterns: Patterns, paths: readonly string[]): Promise<string> {
    const [first = ''] = paths;
    return paths.length === 1 ? (await nameOf(patterns, Buffer.from(lastPart(first)))).shown : '';
  }
}

/** A name as it may be shown, and what of ours stands in its last part. */
async function nameOf({ needles }: Patterns, name: Buffer) {
  const covered = await new TextScan(needles).push(name);
  const lastPartAt = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
  const inside = covered.filter((each) => each.atByte + each.lengthBytes > lastPartAt);
  return { shown: shownName(name, covered), inside };
}

const lastPart = (chosen: string): string =>
  chosen.split(/[/\\]/).findLast((part) => part !== '') ?? chosen;
