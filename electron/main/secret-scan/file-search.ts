// "Is this one of ours?": looks in a text, files or folders for every secret and token of the open vault.
// One search at a time, in pieces between which the event loop turns; ended by the person, by lock, or by
// its limits, and then it says how far it came.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  secretScanLimits,
  type SecretScanEnd,
  type SecretScanProgress,
  type SecretScanView,
} from '../../shared/secret-scan/secret-scan-view.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { readPieces } from './file-pieces.ts';
import { chosenPlace, walkFolder, type Walk, type WalkedFile } from './folder-walk.ts';
import { noteSearch, ScanResults, shownName } from './scan-results.ts';
import { gatherSecrets, recognised, type SoughtSecrets } from './sought-secrets.ts';
import { PIECE_BYTES, TextScan } from './text-scan.ts';

export type SoughtIn =
  /** The text is taken over and wiped. */
  | { readonly source: 'clipboard' | 'entry'; readonly text: SecretBytes }
  | { readonly source: 'file' | 'folder' | 'dropped'; readonly paths: readonly string[] };

type Limits = typeof secretScanLimits;

/** The searches of one session. */
export class SecretScan {
  readonly #session: OpenSession;
  readonly #limits: Limits;
  #running: Search | null = null;
  #sheet = new AbortController();

  constructor(session: OpenSession, limits: Limits = secretScanLimits) {
    this.#session = session;
    this.#limits = limits;
  }

  /** `in_use`, `invalid_input`. */
  async search(where: SoughtIn): Outcome<SecretScanView> {
    try {
      if (this.#running !== null) return fail({ code: 'in_use', facts: { about: 'call' } });
      this.#running = new Search(this.#session, this.#limits);
      return await this.#running.run(where).finally(() => {
        this.#running = null;
      });
    } finally {
      if ('text' in where) where.text.wipe();
    }
  }

  /** Null while none runs. */
  progress(): SecretScanProgress | null {
    return this.#running?.progress() ?? null;
  }

  /** Ends the search at once; what it found till then is answered. */
  cancel(): void {
    this.#running?.cancel();
  }

  /** Ends the search with nobody left to answer: the window is gone, or the vault is locked. */
  end(): void {
    this.#sheet.abort();
    this.#sheet = new AbortController();
    this.cancel();
  }

  /** Aborted as it is ended: what is chosen too late for its sheet is not searched. */
  get sheet(): AbortSignal {
    return this.#sheet.signal;
  }
}

/** One search, from its first secret to its last file. */
class Search {
  readonly #session: OpenSession;
  readonly #limits: Limits;
  readonly #startedAtMs: number;
  readonly #ending = new AbortController();
  readonly #secrets: SoughtSecrets;
  readonly #results: ScanResults;

  constructor(session: OpenSession, limits: Limits) {
    this.#session = session;
    this.#limits = limits;
    this.#startedAtMs = session.clock.monotonicMs();
    this.#secrets = gatherSecrets(session, 'whole');
    this.#results = new ScanResults(session, this.#secrets);
  }

  cancel(): void {
    this.#ending.abort();
  }

  progress(): SecretScanProgress {
    const { files, bytes, count } = this.#results;
    return { files, bytes, found: count, elapsedMs: this.#elapsedMs() };
  }

  async run(where: SoughtIn): Outcome<SecretScanView> {
    const { signal } = this.#ending;
    const cancelled = new Promise<'cancelled'>((resolve) => {
      signal.addEventListener('abort', () => resolve('cancelled'));
    });
    const work = 'text' in where ? this.#searchText(where.text) : this.#searchPaths(where.paths);
    // At once, whatever a slow disk still owes an answer to.
    const end = await Promise.race([work, cancelled]);
    if (end === 'unreadable') return fail({ code: 'invalid_input', facts: { about: 'file' } });
    const [path, ...more] = 'text' in where ? [] : where.paths;
    const about =
      path === undefined || more.length > 0 ? '' : this.#named(Buffer.from(lastPart(path))).shown;
    const view = this.#results.view(where.source, about, end, this.#elapsedMs());
    noteSearch(this.#session, view, this.#results.found());
    return ok(view);
  }

  #elapsedMs(): number {
    return Math.round(this.#session.clock.monotonicMs() - this.#startedAtMs);
  }

  /** Why the search ends here; null while it goes on. */
  #endedBy(): SecretScanEnd | null {
    if (this.#ending.signal.aborted) return 'cancelled';
    return this.#elapsedMs() > this.#limits.seconds * 1000 ? 'time' : null;
  }

  /** False where the search ends here. A search that was called off tells no more. */
  async #take(scan: TextScan, piece: Buffer, file: string): Promise<boolean> {
    await nextTurn();
    if (this.#endedBy() !== null) return false;
    this.#results.bytes += piece.length;
    for (const match of scan.push(piece)) {
      this.#results.saw(match, file, scan.isText ? 'text' : 'binary');
    }
    return true;
  }

  async #searchText(text: SecretBytes): Promise<SecretScanEnd> {
    const scan = new TextScan(this.#secrets.needles);
    const bytes = text.use((inside) => Buffer.from(inside));
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const isTaken = await this.#take(scan, bytes.subarray(at, at + PIECE_BYTES), '');
      if (!isTaken) return this.#endedBy() ?? 'complete';
    }
    const whole = text.wiped ? null : recognised(this.#session, text);
    if (whole !== null && this.#results.count === 0) this.#results.recognised(whole);
    return 'complete';
  }

  async #searchPaths(paths: readonly string[]): Promise<SecretScanEnd | 'unreadable'> {
    const leftOut: Walk['leftOut'] = (reason, name) => {
      if (!this.#ending.signal.aborted) this.#results.leftOut(reason, this.#named(name).shown);
    };
    for (const chosen of paths) {
      const place = await chosenPlace(chosen);
      if (place === null && paths.length === 1) return 'unreadable';
      if (place === null) leftOut('unreadable', Buffer.from(lastPart(chosen)));
      else if (place.facts.isFile()) {
        const ended = await this.#searchFile(place);
        if (ended !== null) return ended;
      } else if (place.facts.isDirectory()) {
        const walk: Walk = { limits: this.#limits, entries: 0, leftOut };
        for await (const file of walkFolder(walk, place, place.facts.dev)) {
          const ended = await this.#searchFile(file);
          if (ended !== null) return ended;
        }
        if (walk.entries >= this.#limits.entries) return 'entries';
      } else leftOut('special', place.name);
    }
    return this.#endedBy() ?? 'complete';
  }

  async #searchFile({ path, name }: WalkedFile): Promise<SecretScanEnd | null> {
    const ended = this.#endedBy();
    if (ended !== null) return ended;
    const { shown, inside } = this.#named(name);
    for (const match of inside) this.#results.saw(match, shown, 'name');
    const scan = new TextScan(this.#secrets.needles);
    const left = await readPieces(path, this.#limits, (piece) => this.#take(scan, piece, shown));
    if (this.#ending.signal.aborted) return 'cancelled';
    if (left !== 'unreadable' && left !== 'special') this.#results.files += 1;
    if (left !== null) this.#results.leftOut(left, shown);
    return this.#endedBy();
  }

  /** A name as it may be shown, and what of ours stands in its last part. */
  #named(name: Buffer) {
    const covered = new TextScan(this.#secrets.needles).push(name);
    const lastPartAt = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
    const inside = covered.filter((each) => each.atByte + each.lengthBytes > lastPartAt);
    return { shown: shownName(name, covered), inside };
  }
}

const lastPart = (chosen: string): string =>
  chosen.split(/[/\\]/).findLast((part) => part !== '') ?? chosen;
