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
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import type { TextKind } from './line-count.ts';
import type { Pattern, Patterns } from './patterns.ts';
import type { Match } from './text-scan.ts';

export interface Sighted {
  readonly pattern: Pattern;
  readonly byFingerprint: boolean;
  count: number;
  readonly places: PlaceView[];
}

export interface ScanResults {
  files: number;
  bytes: number;
  readonly count: () => number;
  readonly found: () => readonly Sighted[];
  /** @param kind null where it stands in the file's name. */
  readonly saw: (match: Match, file: string, kind: TextKind | null) => void;
  /** The whole text has the fingerprint of a token whose text is gone. */
  readonly recognised: (pattern: Pattern) => void;
  readonly leftOut: (reason: LeftOutReason, file: string) => void;
  readonly view: (end: SecretScanEnd, durationMs: number) => SecretScanView;
}

export function createScanResults(
  session: OpenSession,
  patterns: Patterns,
  source: SecretScanSource,
  about: string,
): ScanResults {
  /** By the place of the pattern: what was recognised by its fingerprint stands behind all of them. */
  const found = new Map<number, Sighted>();
  const left = new Map<LeftOutReason, number>();
  const leftNames: { readonly reason: LeftOutReason; readonly file: string }[] = [];
  let places = 0;

  function sighted(place: number, pattern: Pattern, byFingerprint = false): Sighted {
    const known = found.get(place) ?? { pattern, byFingerprint, count: 0, places: [] };
    found.set(place, known);
    known.count += 1;
    return known;
  }

  /** Secrets before tokens, however they were come upon. */
  const inOrder = (): Sighted[] =>
    [...found].toSorted(([one], [other]) => one - other).map(([, each]) => each);

  const scanResults: ScanResults = {
    files: 0,
    bytes: 0,
    count: () => found.size,
    found: inOrder,
    saw({ needle, atByte, line, column, isEscaped }, file, kind) {
      const pattern = patterns.all[needle.id];
      if (pattern === undefined) return;
      const known = sighted(needle.id, pattern);
      const { placesEach } = secretScanLimits;
      if (known.places.length >= placesEach || places >= secretScanLimits.places) return;
      places += 1;
      const isText = kind !== null && kind !== 'binary';
      known.places.push({
        file,
        line: kind === null ? null : line,
        column: kind === null ? null : column,
        atByte,
        isText,
        form: needle.form === 'plain' && isEscaped ? 'escaped' : needle.form,
      });
    },
    recognised: (pattern) => void sighted(patterns.all.length, pattern, true),
    leftOut(reason, file) {
      left.set(reason, (left.get(reason) ?? 0) + 1);
      if (leftNames.length < secretScanLimits.leftOut) leftNames.push({ reason, file });
    },
    view(end, durationMs) {
      const sought = (wanted: (pattern: Pattern) => boolean): number =>
        patterns.all.filter(wanted).length;
      const { tooShort, textGone, unopened } = patterns;
      const all = inOrder();
      return {
        source,
        end,
        about,
        files: scanResults.files,
        bytes: scanResults.bytes,
        durationMs,
        secrets: sought(({ what }) => what === 'client_secret' || what === 'new_client_secret'),
        tokens: sought(({ what }) => what === 'token'),
        proxyPasswords: sought(({ what }) => what === 'proxy_password'),
        tooShort,
        textGone,
        unopened,
        found: all.slice(0, secretScanLimits.found).map((each) => toView(session, each)),
        moreFound: Math.max(0, all.length - secretScanLimits.found),
        tokenIds: all.flatMap(({ pattern }) => pattern.tokenId ?? []).slice(0, MOST_ROWS),
        leftOut: leftOutReasons
          .map((reason) => ({ reason, count: left.get(reason) ?? 0 }))
          .filter(({ count }) => count > 0),
        leftOutNames: [...leftNames],
      };
    },
  };
  return scanResults;
}

function toView(
  session: OpenSession,
  { pattern, byFingerprint, count, places }: Sighted,
): SightedView {
  const { what, credentialId, label, tokenId, fingerprint } = pattern;
  const token = tokenId === null ? null : findToken(session, tokenId);
  return {
    what,
    credentialId,
    label,
    tokenId,
    fingerprint,
    state: token === null ? null : stateOf(session, session.vault.contents(), token),
    byFingerprint,
    count,
    places: [...places],
  };
}
