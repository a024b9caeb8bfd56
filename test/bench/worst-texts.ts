// Texts that cost a reader the most: what is nested and never closed, what nearly matches, what seems to
// escape something and does not, pieces without anything in them. Each fills the size it is asked for.

export interface WorstText {
  readonly name: string;
  readonly make: (sizeBytes: number) => Buffer;
}

/** The piece again and again; the last one is cut. */
export const repeated = (name: string, piece: string | Buffer): WorstText => ({
  name,
  make: (sizeBytes) => Buffer.alloc(sizeBytes, piece),
});

/** The piece as often as it fits whole, between a beginning and an end. */
export const between = (name: string, start: string, piece: string, end = ''): WorstText => ({
  name,
  make(sizeBytes) {
    const times = Math.max(0, Math.floor((sizeBytes - start.length - end.length) / piece.length));
    return Buffer.from(start + piece.repeat(times) + end, 'latin1');
  },
});

/** Pieces that all differ, as many as fit, between a beginning and an end. */
export const numbered = (
  name: string,
  start: string,
  piece: (number: string) => string,
  end = '',
): WorstText => ({
  name,
  make(sizeBytes) {
    const pieces: string[] = [];
    let left = sizeBytes - start.length - end.length;
    for (let number = 0; ; number += 1) {
      const next = piece(number.toString(36));
      left -= next.length;
      if (left < 0) break;
      pieces.push(next);
    }
    return Buffer.from(start + pieces.join('').replace(/[,;&]$/, '') + end, 'latin1');
  },
});

const markup: readonly WorstText[] = [
  repeated('tags that never end', '<'),
  repeated('tags within tags', '<a '),
  repeated('empty tags', '<>'),
  repeated('ends of tags', '>'),
  repeated('commands of a terminal that never end', '\u001b]'),
  repeated('control sequences without an end', '\u001b[1;'),
];

const escapes: readonly WorstText[] = [
  repeated('backslashes', '\\'),
  repeated('backslashes before letters they do not escape', '\\q'),
  repeated('unicode escapes without digits', '\\u'),
  repeated('unicode escapes of half a pair', '\\ud800'),
  repeated('unicode escapes', '\\u0041'),
  repeated('bytes in hexadecimal without digits', '\\x'),
  repeated('per cent signs', '%'),
  repeated('per cent signs with one digit', '%4'),
  repeated('per cent signs, encoded twice', '%2541'),
  repeated('plus signs', '+'),
  repeated('all kinds of escapes that undo nothing', '\\u%\\%2'),
  repeated('an escape that undoes something among those that do not', `\\n${'\\q'.repeat(50)}`),
];

const pieces: readonly WorstText[] = [
  repeated('line ends', '\n'),
  repeated('line ends of two bytes', '\r\n'),
  repeated('spaces', ' '),
  repeated('tabs', '\t'),
  repeated('commas', ','),
  repeated('semicolons', ';'),
  repeated('ampersands', '&'),
  repeated('equals signs', '='),
  repeated('quotation marks', '"'),
  repeated('apostrophes', "'"),
  repeated('dashes', '-'),
  repeated('zero bytes', '\0'),
  repeated('letters of one kind', 'a'),
  repeated('letters and zero bytes in turn', 'a\0'),
  repeated('digits', '9'),
  repeated('words of one letter', 'a '),
];

const encodings: readonly WorstText[] = [
  repeated('bytes that go on with nothing', Buffer.from([0x80])),
  repeated('bytes of no encoding', Buffer.from([0xff])),
  repeated('letters of two bytes', 'ä'),
  repeated('characters of four bytes', '😀'),
  repeated('marks that turn the direction round', '\u202e'),
];

const json: readonly WorstText[] = [
  repeated('lists that never end', '['),
  repeated('objects that never end', '{"a":'),
  between('empty lists', '[', '[],', '[]]'),
  between('lists of 30 levels', '[', `${'['.repeat(30)}${']'.repeat(30)},`, '0]'),
  between('empty names', '{', '"":0,', '"b":0}'),
  between('escaped names', '{', '"\\n":0,', '"b":0}'),
  numbered('names that all differ', '{', (at) => `"${at}":0,`, '}'),
  numbered('texts that all differ', '[', (at) => `"${at}",`, ']'),
  between('one text without an end', '"', 'a'),
  between('one long text', '["', 'a', '"]'),
  between('one text of escapes', '["', '\\u0041', '"]'),
  between('one text of escapes that are one character each', '["', '\\n', '"]'),
  between('texts with an escape each', '[', '"\\n",', '""]'),
  between('a huge number', '[', '1', ']'),
  between('a number with a huge exponent', '[1e', '9', ']'),
  between('numbers', '[', '1,', '1]'),
  between('spaces between signs', '[', ' ', ']'),
];

/** For a reader of anything. */
export const anyText: readonly WorstText[] = [
  ...markup,
  ...escapes,
  ...pieces,
  ...encodings,
  ...json,
];

/** For a reader that looks for these bytes: what begins like them, in each way they may be written. */
export function nearMatches(secret: string): readonly WorstText[] {
  const hex = Buffer.from(secret).toString('hex');
  const base64 = Buffer.from(secret).toString('base64');
  const [first = '', second = ''] = secret;
  return [
    repeated('its first four bytes', secret.slice(0, 4)),
    repeated('its first nine bytes', secret.slice(0, 9)),
    repeated('all of it but the end', secret.slice(0, -1)),
    repeated('its first nine bytes and another one', `${secret.slice(0, 9)}\u0001`),
    repeated('its first two bytes', first + second),
    repeated('the beginning of its hexadecimal', hex.slice(0, 9)),
    repeated('the beginning of its base64', base64.slice(0, 9)),
    repeated('the beginning of it, percent-encoded', `%${hex.slice(0, 2)}%${hex.slice(2, 4)}`),
    repeated('the secret itself', secret),
    repeated('the secret, percent-encoded', hex.replaceAll(/../g, '%$&')),
    between('the secret in JSON escapes', '["', unicode(secret), '"]'),
  ];
}

const unicode = (text: string): string =>
  Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
