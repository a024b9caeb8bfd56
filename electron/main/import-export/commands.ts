// Pasted commands: curl, HTTPie and PowerShell, in a shell script or a page of documentation too. A value that the command
// would read from a file, or a shell from a variable that the text does not set, is named and never taken for a value.
import { parseArgs } from 'node:util';
import type { FoundFile, FoundGroup, FoundValue, LeftOut } from './found-values.ts';
import { linesOf } from './import-text.ts';
import { formFields, headerLine, jsonFields, textBody, userFields } from './request-fields.ts';
import { shellOf, splitCommands, type ShellWord } from './shell-words.ts';
import { variablesOf } from './stand-ins.ts';
import { readLines } from './variable-lines.ts';

const COMMAND =
  /^[ \t]*(?:[$>%][ \t]+)?(?:\S*[/\\])?(?:curl(?:\.exe)?|https?|xh|xhs)[ \t]+\S|\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s/im;

/** Options of curl that take a value, most of which mean nothing here, each with its letter where it has one. */
const CURL = Object.fromEntries(
  (
    'data:d data-raw data-ascii data-binary data-urlencode json form:F form-string user:u header:H url ' +
    'cacert cert:E cert-type ciphers config:K connect-timeout connect-to continue-at:C cookie:b ' +
    'cookie-jar:c doh-url dump-header:D interface key key-type limit-rate max-redirs max-time:m noproxy ' +
    'oauth2-bearer output:o pass pinnedpubkey proxy:x proxy-user:U quote:Q range:r referer:e request:X ' +
    'ftp-port:P request-target resolve retry retry-delay retry-max-time socks5 speed-limit:Y ' +
    'speed-time:y stderr telnet-option:t time-cond:z tls-max trace trace-ascii unix-socket ' +
    'upload-file:T user-agent:A write-out:w'
  )
    .split(' ')
    .map((each) => each.split(':'))
    .map(([name = '', short]) => [
      name,
      { type: 'string' as const, multiple: true, ...(short === undefined ? {} : { short }) },
    ]),
);

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
  if (!/^[ \t]*(?:```|~~~)/m.test(text)) return text;
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

/** Nobody writes more, and more of them take long. */
const MOST_WORDS = 1_000;

function readCurl(command: readonly ShellWord[]): FoundGroup {
  const words = command.slice(1, MOST_WORDS);
  const values: FoundValue[] = [];
  let encoding: FoundGroup['encoding'] = null;
  const args = words.map(({ value }) => value);
  const { tokens } = parseArgs({ args, options: CURL, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const word = words[token.index] as ShellWord;
      if (/^(?:https?:\/\/|[$%])/i.test(word.value)) values.push({ ...word, name: 'url' });
      continue;
    }
    if (token.value === undefined) continue;
    const word = words[token.inlineValue ? token.index : token.index + 1] as ShellWord;
    const value = { ...word, value: token.value };
    switch (token.name) {
      case 'data':
      case 'data-raw':
      case 'data-ascii':
      case 'data-binary':
      case 'json': {
        const found = bodyOf(value, token.name);
        encoding = found.encoding;
        values.push(...found.values);
        break;
      }
      case 'data-urlencode':
        encoding = 'form';
        values.push(...plainPair(value));
        break;
      case 'form':
      case 'form-string':
        values.push(...plainPair(value).map(unquoted));
        break;
      case 'user':
        values.push(...marked(userFields(value.value, value.at), value));
        break;
      case 'header':
        values.push(...header(value));
        break;
      case 'url':
        values.push({ ...value, name: 'url' });
        break;
    }
  }
  return { title: '', values, encoding };
}

function bodyOf(word: ShellWord, option: string): Pick<FoundGroup, 'values' | 'encoding'> {
  const { value, at } = word;
  if (option !== 'data-raw' && value.startsWith('@')) {
    return {
      values: [{ name: 'client_secret', value: '', at, placeholder: 'a file' }],
      encoding: 'form',
    };
  }
  const isJson = option === 'json' || /^\s*\{/.test(value);
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

/** The fields of a word in which a shell would replace something: those that hold its sign, or all. */
function marked(found: readonly FoundValue[], { placeholder }: ShellWord): readonly FoundValue[] {
  if (placeholder === undefined) return found;
  const sign = placeholder === '%…%' ? '%' : placeholder === '$…' ? '$' : '';
  return found.map((each) => (each.value.includes(sign) ? { ...each, placeholder } : each));
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
