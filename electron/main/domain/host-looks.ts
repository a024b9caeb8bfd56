// What the name of a host looks like to a person: letters beyond ASCII, letters of several scripts in one
// label (UTS 39 section 5.1), and names that differ by look-alike letters alone. Pure; says what is
// there, never that somebody means harm.
import { domainToUnicode } from 'node:url';

interface HostLooks {
  /** As it is sent: punycode, without a port. */
  readonly ascii: string;
  /** As it reads where that differs; null for a plain ASCII name. */
  readonly unicode: string | null;
  /** Scripts of its letters, Latin among them; empty for a plain ASCII name. */
  readonly scripts: readonly string[];
  /** One of its labels mixes scripts that no language writes together. */
  readonly mixed: boolean;
}

/** Chinese, Japanese and Korean write theirs together, and with Latin. */
const EAST_ASIAN = 'East Asian';
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  [
    EAST_ASIAN,
    /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u,
  ],
];

/** Letters that are drawn as Latin ones (UTS 39, confusables), each beside its own, as far as host names meet them. */
const DRAWN_AS = new Map(
  (
    'аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh ӏl кk мm тt вb нh гr пn αa οo νv ρp ' +
    'ιi κk υu τt χx εe ηn օo սu հh ոn ıi ɡg ɑa 0o 1l'
  )
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

/** @param host as in a normalised address, with or without a port. */
export function looksOf(host: string): HostLooks {
  const ascii = canonicalHost(host);
  const unicode = domainToUnicode(ascii);
  const found = (text: string): string[] =>
    scripts.filter(([, letters]) => letters.test(text)).map(([name]) => name);
  if (unicode === '' || unicode === ascii) {
    return { ascii, unicode: null, scripts: [], mixed: false };
  }
  const mixed = unicode.split('.').some((label) => {
    const inLabel = found(label);
    const foreign = inLabel.filter((script) => script !== 'Latin');
    return foreign.length > 1 || (inLabel.length > 1 && foreign[0] !== EAST_ASIAN);
  });
  return { ascii, unicode, scripts: found(unicode), mixed };
}

/** Two different names whose last labels a person may take for the same. */
export function lookAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((host) => registered(looksOf(host)));
  return a !== undefined && b !== undefined && a !== b && drawn(a) === drawn(b);
}

/** What is registered of a name, roughly: the end of it that a stranger could have bought. */
function registered({ ascii, unicode }: HostLooks): string {
  const labels = (unicode ?? ascii).split('.');
  const isShortSecond = (labels.at(-2)?.length ?? 0) <= 3;
  return labels.slice(isShortSecond ? -3 : -2).join('.');
}

function drawn(name: string): string {
  const letters = Array.from(name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, ''));
  return letters
    .map((letter) => DRAWN_AS.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
}

/** The one form in which hosts are compared: without a port, and without the dot that ends a name in the DNS. */
export const canonicalHost = (host: string): string =>
  host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
