// Pasted commands: curl, HTTPie and PowerShell, in a shell script or a page of documentation too. A value that the command
// would read from a file, or a shell from a variable that the text does not set, is named and never taken for a value.
import type { FoundFile, FoundGroup, FoundValue, LeftOut } from './found-values.ts';
import { linesOf } from './import-text.ts';
import { formFields, headerLine, jsonFields, textBody, userFields } from './request-fields.ts';
import { shellOf, splitCommands, type ShellWord } from './shell-words.ts';
import { variablesOf } from './stand-ins.ts';
import { readLines } from './variable-lines.ts';

const COMMAND =
  /^\s*(?:[$>%]\s+)?(?:\S*[/\\])?(?:curl(?:\.exe)?|https?|xh|xhs)\s+\S|\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s/im;
const BODY = new Set(['-d', '--data', '--data-raw', '--data-ascii', '--data-binary', '--json']);
const FORM = new Set(['-F', '--form', '--form-string']);
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
const MEANT = new Set([
  ...BODY,
  ...FORM,
  '-u',
  '--user',
  '-H',
  '--header',
  '--url',
  '--data-urlencode',
]);

/** Whether a line of the text begins with a command that is read here. */
export const looksLikeCommands = (text: string): boolean => COMMAND.test(text);

/** What the text sets on lines of its own is put into its commands. */
export function readCommands(text: string): FoundFile {
  const script = fencedOf(text).replaceAll(/^([ \t]*)[$>%] (?=\S)/gm, '$1  ');
  const shell = shellOf(script);
  const set = readLines(linesOf(script).filter((line) => ASSIGNMENT.test(line.text))).values;
  const { commands, leftOut } = splitCommands(script, shell, variablesOf(set));
  const groups = commands.flatMap((words) => {
    const program = words.findIndex(({ value }) => readerOf(value) !== null);
    const reader = program < 0 ? null : readerOf(words[program]?.value ?? '');
    return reader === null ? [] : [reader(words.slice(program))];
  });
  return { groups, isRequests: true, leftOut: leftOut.filter(({ at }) => isCommandAt(script, at)) };
}

const ASSIGNMENT = /^\s*(?:export\s+|set\s+|\$env:|\$)?[A-Za-z_]\w*\s*=\s*\S/;

/** Only a command that we read is told as left out. */
const isCommandAt = (text: string, at: LeftOut['at']): boolean =>
  COMMAND.test(/^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '');

/** Of a text with fenced blocks, those alone; the rest becomes blank, so that places stay as they are. */
function fencedOf(text: string): string {
  if (!/^\s*(?:```|~~~)/m.test(text)) return text;
  let isInside = false;
  return linesOf(text)
    .map(({ text: line }) => {
      const isFence = /^\s*(?:```|~~~)/.test(line);
      if (isFence) isInside = !isInside;
      return isInside && !isFence ? line : ' '.repeat(line.length);
    })
    .join('\n');
}

/** `curl`, `/usr/bin/curl`, `curl.exe`; `http` and `https`; the two commands of PowerShell. */
function readerOf(word: string): ((words: readonly ShellWord[]) => FoundGroup) | null {
  const name = /[^/\\]*$/.exec(word)?.[0].toLowerCase() ?? '';
  if (/^curl(?:\.exe)?$/.test(name)) return readCurl;
  if (/^(?:https?|xhs?)$/.test(name)) return readHttpie;
  return /^(?:invoke-(?:webrequest|restmethod)|iwr|irm)$/.test(name) ? readPowerShell : null;
}

function readCurl(words: readonly ShellWord[]): FoundGroup {
  const values: FoundValue[] = [];
  let encoding: FoundGroup['encoding'] = null;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    const { option, own } = optionOf(word);
    if (option === null) {
      if (/^(?:https?:\/\/|[$%])/i.test(word.value)) values.push({ ...word, name: 'url' });
      continue;
    }
    if (!WITH_VALUE.has(option) && !MEANT.has(option)) continue;
    const value = own ?? words[(index += 1)];
    if (value === undefined) break;
    if (BODY.has(option)) {
      const found = bodyOf(value, option);
      encoding = found.encoding;
      values.push(...found.values);
    } else if (option === '--data-urlencode') {
      encoding = 'form';
      values.push(...plainPair(value));
    } else if (FORM.has(option)) values.push(...plainPair(value).map(unquoted));
    else if (option === '-u' || option === '--user')
      values.push(...marked(userFields(value.value, value.at), value));
    else if (option === '-H' || option === '--header') values.push(...header(value));
    else if (option === '--url') values.push({ ...value, name: 'url' });
  }
  return { title: '', values, encoding };
}

/** `-dx`, `-d x`, `--data=x` and `--data x`. Letters before one that takes a value belong to it. */
function optionOf(word: ShellWord): { readonly option: string | null; readonly own?: ShellWord } {
  const { value } = word;
  if (!value.startsWith('-') || value.length < 2) return { option: null };
  const rest = (length: number): ShellWord => ({ ...word, value: value.slice(length) });
  if (value.startsWith('--')) {
    const equals = value.indexOf('=');
    return equals === -1
      ? { option: value }
      : { option: value.slice(0, equals), own: rest(equals + 1) };
  }
  for (let at = 1; at < Math.min(value.length, 16); at += 1) {
    const option = `-${value[at] ?? ''}`;
    if (!WITH_VALUE.has(option) && !MEANT.has(option)) continue;
    return at + 1 === value.length ? { option } : { option, own: rest(at + 1) };
  }
  return { option: '-' };
}

function bodyOf(word: ShellWord, option: string): Pick<FoundGroup, 'values' | 'encoding'> {
  const { value, at } = word;
  if (option !== '--data-raw' && value.startsWith('@')) {
    return {
      values: [{ name: 'client_secret', value: '', at, placeholder: 'a file' }],
      encoding: 'form',
    };
  }
  const isJson = option === '--json' || /^\s*\{/.test(value);
  const found = isJson ? jsonFields(value, at) : formFields(value, at);
  return { values: marked(found, word), encoding: isJson ? 'json' : 'form' };
}

/** Not encoded yet: the program would do that. `name@file` is read from a file. */
function plainPair(word: ShellWord): readonly FoundValue[] {
  const { value, at } = word;
  const equals = value.indexOf('=');
  if (equals >= 0) {
    return marked([{ name: value.slice(0, equals), value: value.slice(equals + 1), at }], word);
  }
  const file = value.indexOf('@');
  return file < 1 ? [] : [{ name: value.slice(0, file), value: '', at, placeholder: 'a file' }];
}

/** curl takes the quotation marks round the content of a form field away. */
const unquoted = (found: FoundValue): FoundValue => ({
  ...found,
  value:
    /^"((?:[^"\\]|\\.)*)"$/s.exec(found.value)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found.value,
});

/** Of HTTP Basic that a command would make, neither half is known. */
function header(word: ShellWord): readonly FoundValue[] {
  const { value, at, placeholder } = word;
  if (placeholder === undefined || !/^\s*authorization\s*:\s*basic\b/i.test(value)) {
    return marked(headerLine(value, at), word);
  }
  return ['username', 'password'].map((name) => ({ name, value: '', at, placeholder }));
}

/** The fields of a word in which a shell would replace something: those that hold it. */
function marked(found: readonly FoundValue[], { placeholder }: ShellWord): readonly FoundValue[] {
  if (placeholder === undefined) return found;
  const sign = placeholder === '%…%' ? '%' : placeholder === '$…' ? '$' : null;
  return found.map((each) =>
    sign === null
      ? { ...each, placeholder }
      : each.value.includes(sign)
        ? { ...each, placeholder }
        : each,
  );
}

/** `http [options] [METHOD] URL [name=value | name:=json | Header:value]…` */
function readHttpie(words: readonly ShellWord[]): FoundGroup {
  const values: FoundValue[] = [];
  let isForm = false;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    const { value, at } = word;
    if (value === '-f' || value === '--form') isForm = true;
    else if (value === '-a' || value === '--auth') {
      const pair = words[(index += 1)];
      if (pair !== undefined) values.push(...marked(userFields(pair.value, pair.at), pair));
    } else if (value.startsWith('-')) continue;
    else if (/^(?:https?:\/\/|:)/i.test(value)) values.push({ ...word, name: 'url' });
    else {
      const item = /^([A-Za-z_][\w-]*)(:?=)(.*)$/s.exec(value);
      if (item !== null) {
        values.push(...marked([{ name: item[1] ?? '', value: item[3] ?? '', at }], word));
      } else values.push(...header(word));
    }
  }
  return { title: '', values, encoding: isForm ? 'form' : 'json' };
}

function readPowerShell(words: readonly ShellWord[]): FoundGroup {
  const values: FoundValue[] = [];
  let encoding: FoundGroup['encoding'] = null;
  for (let index = 1; index < words.length; index += 1) {
    const option = words[index]?.value.toLowerCase() ?? '';
    const word = words[index + 1];
    if (/^https?:\/\//.test(option)) values.push({ ...(words[index] as ShellWord), name: 'url' });
    if (word === undefined) break;
    if (option === '-uri') values.push({ ...word, name: 'url' });
    if (option !== '-body' && option !== '-headers') continue;
    const table = tableOf(word);
    if (option === '-headers') {
      values.push(...table.flatMap(({ name, value, at }) => headerLine(`${name}:${value}`, at)));
      continue;
    }
    const body =
      table.length > 0
        ? { values: table, encoding: 'form' as const }
        : textBody(word.value, word.at);
    encoding = body.encoding;
    values.push(...marked(body.values, word));
  }
  return { title: '', values, encoding };
}

/** The pairs of `@{ name = 'value'; "name" = "value" }`. */
function tableOf({ value, at }: ShellWord): readonly FoundValue[] {
  if (!value.startsWith('@{')) return [];
  const pairs = value.matchAll(
    /["']?([A-Za-z_][\w-]*)["']?\s*=\s*(?:'([^']*)'|"([^"]*)"|([^\s;}]+))/g,
  );
  return Array.from(pairs, ([, name = '', single, double, bare]) => {
    const text = single ?? double ?? bare ?? '';
    const isVariable = single === undefined && /^\$|\$\w/.test(text);
    return { name, value: text, at, ...(isVariable ? { placeholder: '$…' } : {}) };
  });
}
