// Pasted curl commands: the address, the body in its several options, HTTP Basic and headers. A value that
// curl would read from a file, or a shell from a variable, is named and never taken for a value.
import type { FoundFile, FoundGroup, FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { formFields, headerFields, jsonFields, looksLikeJson, userFields } from './curl-body.ts';
import { splitCommands, type ShellWord } from './shell-words.ts';

const BODY = new Set(['-d', '--data', '--data-raw', '--data-ascii', '--data-binary', '--json']);
/** Options whose next word is theirs and means nothing here. */
const WITH_VALUE = new Set(
  (
    '-A -b -c -C -D -e -E -K -m -o -P -Q -r -t -T -U -w -x -X -y -Y -z --cacert --cert --cert-type ' +
    '--ciphers --config --connect-timeout --connect-to --cookie --cookie-jar --doh-url ' +
    '--dump-header --interface --key --key-type --limit-rate --max-redirs --max-time --noproxy ' +
    '--oauth2-bearer --output --pass --pinnedpubkey --proxy --proxy-user --range --referer ' +
    '--request --request-target --resolve --retry --retry-delay --retry-max-time --socks5 ' +
    '--stderr --tls-max --trace --trace-ascii --unix-socket --upload-file --user-agent --write-out'
  ).split(' '),
);

/** Words that are looked at in one step: some hundred microseconds of work. */
const STEP_WORDS = 512;

/** In steps, between which the loop may turn. @throws ImportRefusal `import_not_read`, `import_nothing` */
export function* readCurl(text: ImportText): Generator<void, FoundFile> {
  const groups: FoundGroup[] = [];
  for (const words of yield* splitCommands(text)) {
    yield;
    const curl = words.findIndex(isCurl);
    if (curl !== -1) groups.push(yield* readCommand(text, words.slice(curl)));
  }
  return { groups, isRequests: true };
}

function* readCommand(text: ImportText, words: readonly ShellWord[]): Generator<void, FoundGroup> {
  const values: FoundValue[] = [];
  let encoding: FoundGroup['encoding'] = null;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    if (index % STEP_WORDS === 0) yield;
    const { option, own } = optionOf(word);
    if (option === null) {
      if (isAddress(word)) values.push({ ...word, name: 'url' });
      continue;
    }
    const isKnown = WITH_VALUE.has(option) || takesValue(option);
    if (!isKnown) continue;
    const value = own ?? words[(index += 1)];
    if (value === undefined) break;
    if (BODY.has(option)) {
      const isJson = option === '--json' || looksLikeJson(value.value);
      encoding = isJson ? 'json' : 'form';
      values.push(...marked(bodyFields(text, value, isJson, option !== '--data-raw'), value));
    } else if (option === '--data-urlencode') {
      encoding = 'form';
      values.push(...plainPair(value));
    } else if (option === '-F' || option === '--form' || option === '--form-string') {
      values.push(...plainPair(value));
    } else if (option === '-u' || option === '--user') {
      values.push(...marked(userFields(value.value, value.at), value));
    } else if (option === '-H' || option === '--header') {
      values.push(...marked(headerLine(text, value), value));
    } else if (option === '--url') {
      values.push({ ...value, name: 'url' });
    }
  }
  return { title: '', at: words[0]?.at ?? 0, values, encoding };
}

const takesValue = (option: string): boolean =>
  BODY.has(option) ||
  ['-u', '--user', '-H', '--header', '--url', '-F', '--form', '--form-string'].includes(option) ||
  option === '--data-urlencode';

/** `curl`, `/usr/bin/curl`, `curl.exe`. What is no such word never becomes a string. */
function isCurl({ value }: ShellWord): boolean {
  const end = value.toString('latin1', Math.max(0, value.length - 9)).toLowerCase();
  const name = end.replace(/\.exe$/, '');
  return name === 'curl' || /[/\\]curl$/.test(name);
}

/** `-dx`, `-d x`, `--data=x` and `--data x`. Letters before one that takes a value belong to it. */
function optionOf(word: ShellWord): { readonly option: string | null; readonly own?: ShellWord } {
  const { value } = word;
  if (value[0] !== 0x2d || value.length < 2) return { option: null };
  if (value[1] === 0x2d) {
    const equals = value.indexOf(0x3d);
    if (equals === -1) return { option: value.toString('latin1', 0, 64) };
    return {
      option: value.toString('latin1', 0, Math.min(equals, 64)),
      own: after(word, equals + 1),
    };
  }
  for (let at = 1; at < Math.min(value.length, 16); at += 1) {
    const option = `-${value.toString('latin1', at, at + 1)}`;
    if (!WITH_VALUE.has(option) && !takesValue(option)) continue;
    return at + 1 === value.length ? { option } : { option, own: after(word, at + 1) };
  }
  return { option: '-' };
}

const after = (word: ShellWord, length: number): ShellWord => ({
  ...word,
  value: word.value.subarray(length),
});

/** With its scheme, or a variable in its place. */
function isAddress({ value }: ShellWord): boolean {
  return /^(?:https?:\/\/|[$%])/i.test(value.toString('latin1', 0, 8));
}

function bodyFields(
  text: ImportText,
  { value, at }: ShellWord,
  isJson: boolean,
  mayBeFile: boolean,
): readonly FoundValue[] {
  if (mayBeFile && value[0] === 0x40) {
    return [{ name: 'client_secret', value: value.subarray(0, 0), at, placeholder: 'a file' }];
  }
  return isJson ? jsonFields(text, value, at) : formFields(text, value, at);
}

/** Not encoded yet: curl would do that. `name@file` is read from a file. */
function plainPair(word: ShellWord): readonly FoundValue[] {
  const { value, at } = word;
  const equals = value.indexOf(0x3d);
  if (equals === -1) {
    const file = value.indexOf(0x40);
    if (file < 1) return [];
    const name = value.toString('utf8', 0, Math.min(file, 200));
    return [{ name, value: value.subarray(0, 0), at, placeholder: 'a file' }];
  }
  const name = value.toString('utf8', 0, Math.min(equals, 200));
  return marked([{ name, value: value.subarray(equals + 1), at }], word);
}

function headerLine(text: ImportText, { value, at }: ShellWord): readonly FoundValue[] {
  const colon = value.indexOf(0x3a);
  if (colon === -1) return [];
  let start = colon + 1;
  while (value[start] === 0x20) start += 1;
  const name = value.toString('latin1', 0, Math.min(colon, 100));
  return headerFields(text, name, value.subarray(start), at);
}

/** The fields of a word in which a shell would replace something: those that hold it. */
function marked(found: readonly FoundValue[], word: ShellWord): readonly FoundValue[] {
  const { placeholder } = word;
  if (placeholder === undefined) return found;
  const sign = placeholder.startsWith('%') ? '%' : /^[$]\w/.test(placeholder) ? '$' : null;
  return found.map((each) => {
    const holds = sign === null || each.value.includes(sign);
    return holds ? { ...each, placeholder } : each;
  });
}
