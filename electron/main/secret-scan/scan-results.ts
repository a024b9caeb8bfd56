// What a search has found and left out so far, and the view of it. Holds names as they may be shown, and
// no name that was not safe to show.
import {
  leftOutReasons,
  secretScanLimits,
  type LeftOutReason,
  type PlaceView,
  type SightedView,
  type SecretScanEnd,
  type SecretScanSource,
  type SecretScanView,
} from '../../shared/secret-scan/secret-scan-view.ts';
import { MOST_ROWS } from '../../shared/view-parts.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { recordCredentialEvent, recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import type { Sought, SoughtSecrets } from './sought-secrets.ts';
import type { Match } from './text-scan.ts';

interface Sighted {
  readonly sought: Sought;
  readonly byFingerprint: boolean;
  count: number;
  readonly places: PlaceView[];
}

export class ScanResults {
  files = 0;
  bytes = 0;
  readonly #session: OpenSession;
  readonly #secrets: SoughtSecrets;
  /** By the place of the secret: what was recognised by its fingerprint stands behind all of them. */
  readonly #found = new Map<number, Sighted>();
  readonly #left: { readonly reason: LeftOutReason; readonly file: string }[] = [];
  #places = 0;

  constructor(session: OpenSession, secrets: SoughtSecrets) {
    this.#session = session;
    this.#secrets = secrets;
  }

  get count(): number {
    return this.#found.size;
  }

  /** Secrets before tokens, however they were come upon. */
  found(): readonly Sighted[] {
    return [...this.#found].toSorted(([one], [other]) => one - other).map(([, each]) => each);
  }

  /** @param where `name`: it stands in the name of the file. */
  saw(match: Match, file: string, where: 'name' | 'text' | 'binary'): void {
    const { needle, atByte, isEscaped } = match;
    const sought = this.#secrets.all[needle.id];
    if (sought === undefined) return;
    const { places } = this.#sighted(needle.id, sought, false);
    const { placesEach, places: most } = secretScanLimits;
    if (places.length >= placesEach || this.#places >= most) return;
    this.#places += 1;
    places.push({
      file,
      line: where === 'name' ? null : match.line,
      column: where === 'name' ? null : match.column,
      atByte,
      isText: where === 'text',
      form: needle.form === 'plain' && isEscaped ? 'escaped' : needle.form,
    });
  }

  /** The whole text has the fingerprint of a token whose text is gone. */
  recognised(sought: Sought): void {
    this.#sighted(this.#secrets.all.length, sought, true);
  }

  leftOut(reason: LeftOutReason, file: string): void {
    this.#left.push({ reason, file });
  }

  view(source: SecretScanSource, about: string, end: SecretScanEnd, durationMs: number) {
    const { all, tooShort, textGone, unopened } = this.#secrets;
    const sought = (...wanted: Sought['what'][]): number =>
      all.filter(({ what }) => wanted.includes(what)).length;
    const found = this.found();
    return {
      source,
      end,
      about,
      files: this.files,
      bytes: this.bytes,
      durationMs,
      secrets: sought('client_secret', 'new_client_secret'),
      tokens: sought('token'),
      proxyPasswords: sought('proxy_password'),
      tooShort,
      textGone,
      unopened,
      found: found
        .slice(0, secretScanLimits.found)
        .map((sighted) => toSightedView(this.#session, sighted)),
      moreFound: Math.max(0, found.length - secretScanLimits.found),
      tokenIds: found.flatMap((each) => each.sought.tokenId ?? []).slice(0, MOST_ROWS),
      leftOut: leftOutReasons
        .map((reason) => ({ reason, count: this.#left.filter((e) => e.reason === reason).length }))
        .filter(({ count }) => count > 0),
      leftOutNames: this.#left.slice(0, secretScanLimits.leftOut),
    } satisfies SecretScanView;
  }

  #sighted(place: number, sought: Sought, byFingerprint: boolean): Sighted {
    const known = this.#found.get(place) ?? { sought, byFingerprint, count: 0, places: [] };
    this.#found.set(place, known);
    known.count += 1;
    return known;
  }
}

function toSightedView(
  session: OpenSession,
  { sought, byFingerprint, count, places }: Sighted,
): SightedView {
  const token = sought.tokenId === null ? null : findToken(session, sought.tokenId);
  const state = token === null ? null : stateOf(session, session.vault.contents(), token);
  return { ...sought, state, byFingerprint, count, places: [...places] };
}

/** Each in an event of its own; the number of all of them stands in the first. */
const MOST_NOTED = 100;

/** What the history keeps of a search: each of ours by label, fingerprint and number of places. No name of a file. */
export function noteSearch(
  session: OpenSession,
  view: SecretScanView,
  found: readonly Sighted[],
): void {
  const { source, end, durationMs } = view;
  session.recordEvent({
    what: 'ours_searched',
    word: end === 'complete' ? `in_${source}` : `in_${source}_in_part`,
    durationMs,
    count: found.length,
  });
  for (const { sought, count } of found.slice(0, MOST_NOTED)) {
    const { what, tokenId, credentialId: id, label, fingerprint } = sought;
    const token = tokenId === null ? null : findToken(session, tokenId);
    const more = { fingerprint, count, word: what };
    if (token !== null) recordTokenEvent(session, 'ours_found', token, { count });
    else if (id !== null) recordCredentialEvent(session, 'ours_found', { id, label }, more);
    else session.recordEvent({ what: 'ours_found', label, ...more });
  }
}

const MOST_CHARACTERS = 300;
const COVER = '▪▪▪';
/** Control, format (bidirectional marks among them), line and paragraph ends, private use, not assigned. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * A file name as it may be shown: anybody may have made it. What cannot be seen, or turns the direction
 * of a line, stands there as its code; what is ours is covered.
 * @param covered what stands in the name and is ours, in the order of the name.
 */
export function shownName(name: Buffer, covered: readonly Match[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { atByte, lengthBytes } of covered) {
    if (atByte > at) parts.push(seen(name.subarray(at, atByte)));
    if (parts.at(-1) !== COVER) parts.push(COVER);
    at = Math.max(at, atByte + lengthBytes);
  }
  parts.push(seen(name.subarray(at)));
  const whole = parts.join('');
  if (whole.length <= MOST_CHARACTERS) return whole;
  // Cut in the middle of a character of two units, the rest of it would be none.
  return `…${whole.slice(1 - MOST_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

const seen = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replaceAll(UNSEEN, (each) => `‹${(each.codePointAt(0) ?? 0).toString(16).toUpperCase()}›`);
