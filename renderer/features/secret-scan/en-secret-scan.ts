// The words about looking for our own secrets and tokens: what was looked at, what was found where, and
// what was left out. They claim what was looked at and no more.
import { counted, whole } from '../../../electron/shared/counts.ts';
import {
  secretScanLimits as limits,
  type LeftOutReason,
  type PlaceView,
  type SightedView,
  type SecretScanEnd,
  type SecretScanSource,
  type SecretScanProgress,
  type SecretScanView,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import { isText, saidOfSearch } from '../../i18n/en-said.ts';

const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const KIB = 1024;

function sizeText(bytes: number): string {
  if (bytes < KIB) return counted(bytes, 'byte');
  if (bytes < KIB ** 2) return `${tenths.format(bytes / KIB)} KiB`;
  if (bytes < KIB ** 3) return `${tenths.format(bytes / KIB ** 2)} MiB`;
  return `${tenths.format(bytes / KIB ** 3)} GiB`;
}
const lookedAt = (view: SecretScanView): string =>
  isText(view)
    ? `a text of ${sizeText(view.bytes)}`
    : `${counted(view.files, 'file')}, ${sizeText(view.bytes)}`;

/** Null where it came to its end. */
const cutShort: Readonly<Record<SecretScanEnd, string | null>> = {
  complete: null,
  cancelled: 'You stopped the search: what came after was not looked at.',
  entries: `It ended after ${counted(limits.entries, 'name')} in folders, its limit: the rest was not looked at.`,
  time: `It ended after ${limits.seconds / 60} minutes, its limit: the rest was not looked at.`,
};

const leftOut: Readonly<Record<LeftOutReason, (n: number) => string>> = {
  link: (n) => `${counted(n, 'link')}, not followed`,
  special: (n) =>
    `${counted(n, 'item')} that ${n === 1 ? 'is not a file' : 'are not files'}: pipe, device or socket`,
  unreadable: (n) => `${counted(n, 'item')} that could not be read`,
  other_disk: (n) => `${counted(n, 'folder')} on another disk`,
  too_large: (n) => `${counted(n, 'file')} beyond the first ${sizeText(limits.fileBytes)}`,
  packed_too_large: (n) =>
    `${counted(n, 'gzip file')} beyond the first ${sizeText(limits.unpackedBytes)} unpacked`,
  packed_damaged: (n) => `${counted(n, 'gzip file')} that could not be unpacked to the end`,
  packed: (n) => `${counted(n, 'archive')} of another kind than gzip, not unpacked`,
};

const reasonShort: Readonly<Record<LeftOutReason, string>> = {
  link: 'a link',
  special: 'no file',
  unreadable: 'not readable',
  other_disk: 'another disk',
  too_large: 'looked at in part',
  packed_too_large: 'unpacked in part',
  packed_damaged: 'damaged, unpacked in part',
  packed: 'not unpacked',
};

const writtenAs: Readonly<Record<PlaceView['form'], string | null>> = {
  plain: null,
  escaped: 'with escapes',
  hex: 'in hexadecimal',
  base64: 'in base64',
};

export const secretScanWords = {
  title: 'Is this one of ours?',
  lead: 'Looks for every client secret, token and proxy password of this vault. Give it a text, file or folder. You see which one it is and where it stands, never the value. Nothing is sent, and no file is changed.',
  take: {
    clipboard: 'From the clipboard',
    entry: 'Type it…',
    file: 'A file…',
    folder: 'A folder…',
  } satisfies Record<Exclude<SecretScanSource, 'dropped'>, string>,
  drop: 'Files and folders can be dropped here. A dropped text is not read: copy it instead.',
  howFar: 'How far it looks',
  limits: [
    'Texts of 8 bits and UTF-16, and gzip files. Values as they are, in hexadecimal and in base64, also broken over lines. Escapes of URLs, forms, JSON, XML, shells, YAML, CSV and mails are undone.',
    `Up to ${counted(limits.entries, 'name')}, ${sizeText(limits.fileBytes)} of a file, ${sizeText(limits.unpackedBytes)} out of a gzip file, ${limits.seconds / 60} minutes.`,
    'Links are not followed, other disks are left alone, other archives are not unpacked. What is left out is listed.',
  ],
  again: 'Another search:',
  running: 'Looking…',
  progress: ({ files, bytes, found, elapsedMs }: SecretScanProgress): string =>
    `${counted(files, 'file')}, ${sizeText(bytes)}, ${whole(found)} of ours found, ${Math.floor(elapsedMs / 1000)} s`,
  cancel: 'Stop searching',
  result: 'Result',
  verdict: saidOfSearch,
  means(view: SecretScanView): string {
    const at = view.about === '' ? lookedAt(view) : `${view.about} (${lookedAt(view)})`;
    const tokens = view.tokens === 0 ? 'no token' : counted(view.tokens, 'token');
    const proxies =
      view.proxyPasswords === 0 ? [] : [counted(view.proxyPasswords, 'proxy password')];
    return `Looked at: ${at}. Looked for: ${[counted(view.secrets, 'client secret'), tokens, ...proxies].join(', ')}.`;
  },
  cutShort: ({ end }: SecretScanView): string | null => cutShort[end],
  notSought(view: SecretScanView): readonly string[] {
    const { tooShort, textGone, unopened } = view;
    return [
      textGone > 0 ? `${counted(textGone, 'token')} whose text is not kept here` : '',
      tooShort > 0
        ? `${counted(tooShort, 'value')} of less than 8 bytes, which chance would find`
        : '',
      unopened > 0 ? `${counted(unopened, 'value')} whose record does not open` : '',
    ].filter((each) => each !== '');
  },
  notSoughtTitle: 'Not looked for:',
  leftOut: ({ leftOut: all }: SecretScanView): string =>
    all.map(({ reason, count: n }) => leftOut[reason](n)).join('; '),
  leftOutTitle: 'Left out:',
  leftOutNames: 'Which ones',
  leftOutMore: (n: number): string => `and ${whole(n)} more`,
  reason: (reason: LeftOutReason): string => reasonShort[reason],
  found: 'Found',
  moreFound: (n: number): string =>
    `${whole(n)} more of ours ${n === 1 ? 'was' : 'were'} found and ${n === 1 ? 'is' : 'are'} not listed here. Tokens among them are revoked with the others.`,
  what: ({ what, fingerprint }: SightedView): string =>
    what === 'token'
      ? `Token ${fingerprint}`
      : what === 'client_secret'
        ? 'Client secret'
        : what === 'new_client_secret'
          ? 'New client secret of the rotation'
          : 'Password of its proxy',
  times: ({ count: n, byFingerprint }: SightedView): string =>
    byFingerprint
      ? 'by its fingerprint: its text is no longer here'
      : n === 1
        ? 'once'
        : `${whole(n)} times`,
  place({ file, line, column, atByte, isText: inText, form }: PlaceView): string {
    const written = writtenAs[form];
    const at =
      line === null
        ? 'in its name'
        : inText
          ? `line ${whole(line)}, column ${whole(column ?? 1)}`
          : `byte ${whole(atByte)}`;
    return [file, at, written].filter((each) => each !== null && each !== '').join(', ');
  },
  allPlaces: (n: number): string => `${whole(n)} more ${n === 1 ? 'place' : 'places'}`,
  morePlaces: (n: number): string =>
    `${whole(n)} further ${n === 1 ? 'place is' : 'places are'} counted and not listed`,
  revoke: (n: number): string =>
    n === 1 ? 'Revoke the token found…' : `Revoke ${whole(n)} tokens found…`,
  nothingToRevoke: 'No token found can be revoked from here, or none is live.',
  showRun: 'Show the revocation run',
  leaked: 'This key leaked…',
  rotate: 'Rotate secret…',
  open: (label: string): string => `Open ${label}`,
  gone: 'This key is no longer in the vault.',
  proxyAdvice:
    'Whoever has read the password of a proxy can use that proxy. Have it changed there, then enter the new one in the environment.',
  secretAdvice:
    'Whoever has read a client secret can get tokens with it. Rotate it; the plan for a leak leads through everything.',
} as const;
