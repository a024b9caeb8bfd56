// Commands as shells split them into words: bash and its kin, cmd of Windows, and PowerShell. A variable that the same
// text sets is put in; another one, or a command in the place of a value, is named and never taken for a value.
// A command whose quotation marks do not close is left out.
import type { LeftOut } from './found-values.ts';
import type { Variables } from './stand-ins.ts';

/** What a part of a word means. */
interface Meaning {
  readonly value: string;
  /** What a shell would have put here. */
  readonly placeholder?: string | undefined;
}

export interface ShellWord extends Meaning {
  readonly at: number;
}

interface Shell {
  /** A line that goes on in the next one. */
  readonly joins: RegExp;
  /** What ends a word, and its command with it. */
  readonly ends: RegExp;
  readonly hasComments: boolean;
  /** How a part of a word may be written, and what its inside means. The first that fits counts. */
  readonly parts: readonly (readonly [
    RegExp,
    (inside: string, variables: Variables) => Meaning | string,
  ])[];
}

interface Commands {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly leftOut: readonly LeftOut[];
}

/** A dollar sign that begins no name stands for itself. */
const VARIABLE =
  /\$\([^)]*\)|`[^`]*`|\$(?:\{(?:env:)?([A-Za-z_]\w*)[^}]*\}|(?:env:)?([A-Za-z_]\w*))/;

// Each pattern can match in one way only and not beyond a limit, so that no text takes long.
const bash: Shell = {
  joins: /\\\r?\n/y,
  ends: /[;|&\r\n()]/,
  hasComments: true,
  parts: [
    [/\$'((?:\\[\s\S]|[^'\\])*)'/y, ansiC],
    [/'([^']*)'/y, (inside) => inside],
    [
      /"((?:\\[\s\S]|\$\([^)]{0,4000}\)|`[^`]{0,4000}`|\$(?!\()|[^"\\`$])*)"/y,
      filledIn(/\\(["\\$`\n])/),
    ],
    [
      /((?:\\(?!\r?\n)(?:[\s\S]|$)|\$\([^)]{0,4000}\)|`[^`]{0,4000}`|\$(?!['(])|[^ \t;|&\r\n()'"`\\$])+)/y,
      filledIn(/\\([\s\S]|$)/),
    ],
  ],
};
const powershell: Shell = {
  joins: /`\r?\n/y,
  ends: /[;|\r\n]/,
  hasComments: true,
  parts: [
    // A table, whole.
    [/(@\{[^}]{0,4000}\})/y, (inside) => inside],
    [/'((?:[^']|'')*)'/y, (inside) => inside.replaceAll("''", "'")],
    [/"((?:`[\s\S]|""|\$\([^)]{0,4000}\)|\$(?!\()|[^"`$])*)"/y, filledIn(/[`"]([\s\S])/)],
    [
      /((?:`(?!\r?\n)(?:[\s\S]|$)|\$\([^)]{0,4000}\)|\$(?!\()|@(?!\{)|[^ \t;|\r\n'"`$@])+)/y,
      filledIn(/`([\s\S]|$)/),
    ],
  ],
};
/** Browsers write `^"` for a quotation mark of the argument, and `^\^"` for one within it. */
const cmd: Shell = {
  joins: /\^\r?\n/y,
  ends: /[&|\r\n]/,
  hasComments: false,
  parts: [
    [/\^"((?:\^\\\^[\s\S]|\^(?!\\\^)[^"]|[^^])*)\^"/y, withoutCarets],
    [/"((?:""|\\"|\^[\s\S]|[^"\\^]|\\(?!"))*)"/y, withoutCarets],
    [/((?:\^\\\^[\s\S]|\^(?!\\\^|\r?\n)[^"]|\\"|[^ \t&|\r\n"^\\]|\\(?!"))+)/y, withoutCarets],
  ],
};

/** A caret before a line end, or before the quotation mark that begins a word, means nothing to other shells. */
export function shellOf(text: string): Shell {
  if (/(?:^|\s)\^"|\^\r?$/m.test(text)) return cmd;
  return /\b(?:Invoke-(?:WebRequest|RestMethod)|i[wr][rm])\b/i.test(text) ? powershell : bash;
}

/** @param variables what the text itself sets, by name. */
export function splitCommands(text: string, shell: Shell, variables: Variables): Commands {
  const { joins, hasComments, ends } = shell;
  const commands: ShellWord[][] = [[]];
  const leftOut: LeftOut[] = [];
  for (let at = 0; at < text.length;) {
    const joined = matchAt(joins, text, at);
    const character = text[at] ?? '';
    if (joined !== null) at += joined[0].length;
    else if (character === ' ' || character === '\t') at += 1;
    // A comment goes to the end of its line, whatever quotation marks are in it.
    else if (character === '#' && hasComments) at = lineEnd(text, at);
    else if (ends.test(character)) {
      if (commands.at(-1)?.length !== 0) commands.push([]);
      at += 1;
    } else {
      const read = wordAt(text, at, shell, variables);
      if (read === null) {
        const [first] = commands.pop() ?? [];
        leftOut.push({ at: first?.at ?? at, what: 'command' });
        commands.push([]);
        at = lineEnd(text, at);
      } else {
        commands.at(-1)?.push(read.word);
        at = read.end;
      }
    }
  }
  return { commands: commands.filter((words) => words.length > 0), leftOut };
}

/** Null where something in it never closes. */
function wordAt(
  text: string,
  at: number,
  { joins, ends, parts }: Shell,
  variables: Variables,
): { readonly word: ShellWord; readonly end: number } | null {
  let end = at;
  let value = '';
  let placeholder: string | undefined;
  while (end < text.length && !/[ \t]/.test(text[end] ?? '') && !ends.test(text[end] ?? '')) {
    const joined = matchAt(joins, text, end);
    if (joined !== null) {
      end += joined[0].length;
      continue;
    }
    let found: RegExpExecArray | null = null;
    const part = parts.find(([pattern]) => (found = matchAt(pattern, text, end)) !== null);
    if (part === undefined || found === null) return null;
    const [whole, inside = '']: RegExpExecArray = found;
    const meaning = part[1](inside, variables);
    value += typeof meaning === 'string' ? meaning : meaning.value;
    placeholder ??= typeof meaning === 'string' ? undefined : meaning.placeholder;
    end += whole.length;
  }
  return { word: { value, at, placeholder }, end };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at).search(/\r|\n/);
  return end < 0 ? text.length : at + end;
}

/** @param escape its one group is what an escape stands for; a line end stands for nothing. */
function filledIn(escape: RegExp): (inside: string, variables: Variables) => Meaning {
  const pattern = new RegExp(`${escape.source}|${VARIABLE.source}`, 'g');
  return (inside, variables) => {
    let placeholder: string | undefined;
    const value = inside.replaceAll(
      pattern,
      (whole: string, kept?: string, braced?: string, bare?: string) => {
        if (kept !== undefined) return kept === '\n' ? '' : kept;
        const isCommand = whole.startsWith('$(') || whole.startsWith('`');
        const given = isCommand ? null : (variables.get(braced ?? bare ?? '') ?? null);
        if (given !== null) return given;
        if (!isCommand) placeholder ??= '$…';
        else placeholder ??= `a command in ${whole.startsWith('$') ? '$(…)' : 'backticks'}`;
        return isCommand ? '' : whole;
      },
    );
    return { value, placeholder };
  };
}

const ANSI_C =
  /\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|x([\da-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

function ansiC(inside: string): string {
  return inside.replaceAll(
    ANSI_C,
    (_, short?: string, long?: string, hex?: string, octal?: string, other = '') => {
      const digits = short ?? long ?? hex;
      if (digits === undefined && octal === undefined) return CONTROLS[other] ?? other;
      const code = Number.parseInt(digits ?? octal ?? '', digits === undefined ? 8 : 16);
      return String.fromCodePoint(Math.min(code, 0x10ffff));
    },
  );
}

function withoutCarets(inside: string): Meaning {
  const value = inside.replaceAll(
    /\^\\\^([\s\S])|\^\r?\n|\^([\s\S])|[\\"](")/g,
    (_, quoted?: string, kept?: string, mark?: string) => quoted ?? kept ?? mark ?? '',
  );
  const isVariable = /(?<!\^)%[A-Za-z_]\w*%/.test(inside);
  return isVariable ? { value, placeholder: '%…%' } : { value };
}
