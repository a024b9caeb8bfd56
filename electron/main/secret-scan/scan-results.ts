// What a search has found and left out so far, and the view of it. Holds names as they may be shown, and
// no name that was not safe to show.
import {
  leftOutReasons,
  sightingLimits,
  type LeftOutReason,
  type PlaceView,
  type SightedView,
  type SightingEnd,
  type SightingSource,
  type SightingsView,
} from '../../shared/secret-scan/secret-scan-view.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { findToken, type Room } from '../tokens/session-context.ts';
import { formOf, needleOf, type Needle, type Needles } from './patterns.ts';
import type { Sighting } from './text-scan.ts';
import type { TextKind } from './line-count.ts';

export interface Sighted {
  readonly needle: Needle;
  readonly byFingerprint: boolean;
  count: number;
  readonly places: PlaceView[];
}

export interface Tally {
  files: number;
  bytes: number;
  readonly count: () => number;
  readonly found: () => readonly Sighted[];
  /** @param kind null where it stands in the file's name. */
  readonly saw: (sighting: Sighting, file: string, kind: TextKind | null) => void;
  /** The whole text has the fingerprint of a token whose text is gone. */
  readonly recognised: (needle: Needle) => void;
  readonly leftOut: (reason: LeftOutReason, file: string) => void;
  readonly view: (end: SightingEnd, durationMs: number) => SightingsView;
}

export function createTally(
  room: Room,
  needles: Needles,
  source: SightingSource,
  about: string,
): Tally {
  const found = new Map<Needle, Sighted>();
  const left = new Map<LeftOutReason, number>();
  const leftNames: { readonly reason: LeftOutReason; readonly file: string }[] = [];
  let places = 0;

  function sighted(needle: Needle, byFingerprint = false): Sighted {
    const known = found.get(needle) ?? { needle, byFingerprint, count: 0, places: [] };
    found.set(needle, known);
    known.count += 1;
    return known;
  }

  /** Secrets before tokens, however they were come upon. */
  function inOrder(): Sighted[] {
    const place = new Map(needles.all.map((needle, at) => [needle, at]));
    const placeOf = ({ needle }: Sighted): number => place.get(needle) ?? needles.all.length;
    return [...found.values()].toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  const tally: Tally = {
    files: 0,
    bytes: 0,
    count: () => found.size,
    found: inOrder,
    saw({ id, atByte, line, column, escaped }, file, kind) {
      const needle = needleOf(needles, id);
      if (needle === undefined) return;
      const known = sighted(needle);
      const { placesEach } = sightingLimits;
      if (known.places.length >= placesEach || places >= sightingLimits.places) return;
      places += 1;
      const isText = kind !== null && kind !== 'binary';
      const written = formOf(id);
      known.places.push({
        file,
        line: kind === null ? null : line,
        column: kind === null ? null : column,
        atByte,
        isText,
        form: written === 'plain' && escaped ? 'escaped' : written,
      });
    },
    recognised: (needle) => void sighted(needle, true),
    leftOut(reason, file) {
      left.set(reason, (left.get(reason) ?? 0) + 1);
      if (leftNames.length < sightingLimits.leftOut) leftNames.push({ reason, file });
    },
    view(end, durationMs) {
      const sought = (wanted: (needle: Needle) => boolean): number =>
        needles.all.filter(wanted).length;
      const { tooShort, textGone, unopened } = needles;
      const all = inOrder();
      return {
        source,
        end,
        about,
        files: tally.files,
        bytes: tally.bytes,
        durationMs,
        secrets: sought(({ what }) => what === 'client_secret' || what === 'new_client_secret'),
        tokens: sought(({ what }) => what === 'token'),
        proxyPasswords: sought(({ what }) => what === 'proxy_password'),
        tooShort,
        textGone,
        unopened,
        found: all.slice(0, sightingLimits.found).map((each) => toView(room, each)),
        moreFound: Math.max(0, all.length - sightingLimits.found),
        tokenIds: all.flatMap(({ needle }) => needle.tokenId ?? []),
        leftOut: leftOutReasons
          .map((reason) => ({ reason, count: left.get(reason) ?? 0 }))
          .filter(({ count }) => count > 0),
        leftOutNames: [...leftNames],
      };
    },
  };
  return tally;
}

function toView(room: Room, { needle, byFingerprint, count, places }: Sighted): SightedView {
  const { what, credentialId, label, tokenId, fingerprint } = needle;
  const token = tokenId === null ? null : findToken(room, tokenId);
  return {
    what,
    credentialId,
    label,
    tokenId,
    fingerprint,
    state: token === null ? null : stateOf(room, room.vault.contents(), token),
    byFingerprint,
    count,
    places: [...places],
  };
}
