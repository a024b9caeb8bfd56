// "Is this one of ours?" as the window may see it: which of our secrets and tokens stand in what was
// looked at, and where. Never a value, never the text around one, never a path above what was chosen.
import * as v from 'valibot';
import { count, done, id, list, MOST_ROWS, nothing, text } from '../view-parts.ts';
import { tokenStates } from '../words.ts';

/** Where what is looked at comes from. Never through the page. */
export const secretScanSources = ['clipboard', 'entry', 'file', 'folder', 'dropped'] as const;
export type SecretScanSource = (typeof secretScanSources)[number];

const MIB = 1024 ** 2;

/** How far a search goes. What lies beyond is counted and said. */
export const secretScanLimits = {
  /** Everything in a folder counts, whatever it is. */
  entries: 200_000,
  /** Of one file; of a packed one what comes out of it. */
  fileBytes: 1024 * MIB,
  unpackedBytes: 256 * MIB,
  seconds: 600,
  /** Of a text that is pasted. */
  pastedBytes: 1 * MIB,
  /** Things dropped at once. */
  dropped: 100,
  /** Of ours, each shown by name. */
  found: 200,
  /** Shown by name. */
  places: 500,
  placesEach: 20,
  leftOut: 100,
} as const;

/** Why something was not looked at, or not to its end. */
export const leftOutReasons = [
  'link',
  'special', // a pipe, a device, a socket
  'unreadable',
  'other_disk',
  'too_large', // looked at up to the limit
  'packed_too_large', // unpacked up to the limit
  'packed_damaged', // unpacked as far as it goes
  'packed', // an archive of a kind that is not opened: its bytes were looked at, not its contents
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** `how`: why it ended. */
const secretScanEnds = ['complete', 'cancelled', 'entries', 'time'] as const;
export type SecretScanEnd = (typeof secretScanEnds)[number];

/** A name relative to what was chosen: unprintable characters as codes, anything of ours covered. */
const name = text(400);

const placeView = v.strictObject({
  file: name,
  /** Both from 1; null where it stands in the file's name. */
  line: v.nullable(count),
  column: v.nullable(count),
  /** From 0. In a file that is no text this is all that helps. */
  atByte: count,
  isText: v.boolean(),
  form: v.picklist(['plain', 'escaped', 'hex', 'base64']),
});
export type PlaceView = v.InferOutput<typeof placeView>;

const sightedView = v.strictObject({
  what: v.picklist(['client_secret', 'new_client_secret', 'token', 'proxy_password']),
  /** Null for the password of a proxy. */
  credentialId: v.nullable(id),
  /** Of the credential; for the password of a proxy the name of its environment. */
  label: text(80),
  /** Null for what is no token. */
  tokenId: v.nullable(id),
  fingerprint: text(32),
  /** When the search ended. */
  state: v.nullable(v.picklist(tokenStates)),
  /** By fingerprint alone: its text is no longer here to compare. */
  byFingerprint: v.boolean(),
  count,
  /** The first of them. */
  places: list(placeView, secretScanLimits.placesEach),
});
export type SightedView = v.InferOutput<typeof sightedView>;

/** What a scan found, and what it left out. */
export const secretScanView = v.strictObject({
  source: v.picklist(secretScanSources),
  end: v.picklist(secretScanEnds),
  /** What was looked at: last part of its name, or how many things; empty for a text. */
  about: name,
  files: count,
  bytes: count,
  durationMs: count,
  /** What was looked for. */
  secrets: count,
  tokens: count,
  proxyPasswords: count,
  /** What could not be looked for: under eight bytes, text no longer kept, record damaged. */
  tooShort: count,
  textGone: count,
  unopened: count,
  /** The first of them: secrets before tokens. */
  found: list(sightedView, secretScanLimits.found),
  /** Further ones of ours. */
  moreFound: count,
  /** The tokens that were found, as many as can be revoked at once. */
  tokenIds: list(id, MOST_ROWS),
  leftOut: list(
    v.strictObject({ reason: v.picklist(leftOutReasons), count }),
    leftOutReasons.length,
  ),
  /** The first of them, by name. */
  leftOutNames: list(
    v.strictObject({ reason: v.picklist(leftOutReasons), file: name }),
    secretScanLimits.leftOut,
  ),
});
export type SecretScanView = v.InferOutput<typeof secretScanView>;

/** Of the search that runs. */
export const secretScanProgress = v.strictObject({
  files: count,
  bytes: count,
  found: count,
  elapsedMs: count,
});
export type SecretScanProgress = v.InferOutput<typeof secretScanProgress>;

/** The rows of the contract about the secret scan. */
export const secretScanCalls = {
  /**
   * Answers when the search has ended. Not confirmed by the contract: what is looked at is chosen in
   * main's own dialog or window, or main asks about it.
   */
  secretScanSearch: {
    input: v.strictObject({ source: v.picklist(secretScanSources) }),
    output: v.union([secretScanView, v.literal('cancelled')]),
    effect: 'none',
  },
  /** Null while no search runs. */
  secretScanProgress: { input: nothing, output: v.nullable(secretScanProgress), effect: 'none' },
  /** Ends the search; it answers what it found till then. */
  secretScanCancel: { input: nothing, output: done, effect: 'none' },
  /** The sheet was closed: whatever runs ends. */
  secretScanEnd: { input: nothing, output: done, effect: 'none' },
  /** A page that could make it would learn which paths there are. Searches nothing: main asks first. */
  secretScanDropped: {
    input: v.strictObject({
      paths: list(text(4096), secretScanLimits.dropped),
    }),
    output: done,
    effect: 'none',
    from: 'preload',
  },
} as const;
