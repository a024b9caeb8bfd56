// Commands as shells split them into words: bash and its kin, cmd of Windows, and PowerShell. A variable that the same
// text sets is put in; another one, or a command in the place of a value, is named and never taken for a value.
// A command whose quotation marks do not close is left out.
import type { LeftOut } from './found-values.ts';

export interface ShellWord {
  readonly value: string;
  readonly at: number;
  /** What a shell would have put here. */
  readonly placeholder?: string | undefined;
}

type Shell = 'bash' | 'cmd' | 'powershell';

interface Commands {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly leftOut: readonly LeftOut[];
}

/** A caret before a line end, or before the quotation mark that begins a word, means nothing to other shells. */
export function shellOf(text: string): Shell {
  if (/(?:^|\s)\^"|\^\r?$/m.test(text)) return 'cmd';
  return /\b(?:Invoke-(?:WebRequest|RestMethod)|i[wr][rm])\b/i.test(text) ? 'powershell' : 'bash';
}

const JOINS: Readonly<Record<Shell, RegExp>> = {
  bash: /\\\r?\n/y,
  cmd: /\^\r?\n/y,
  powershell: /`\r?\n/y,
};
const ENDS = /[;|&\r\n()]/;
/** What of those parts words in the other shells. */
const WORD_ENDS: Readonly<Record<Shell, RegExp>> = {
  bash: ENDS,
  cmd: /[&|\r\n]/,
  powershell: /[;|\r\n]/,
};

/** @param variables what the text itself sets, by name. */
export function splitCommands(
  text: string,
  shell: Shell,
  variables: ReadonlyMap<string, string | null>,
): Commands {
  const commands: ShellWord[][] = [[]];
  const leftOut: LeftOut[] = [];
  for (let at = 0; at < text.length;) {
    const joined = matchAt(JOINS[shell], text, at);
    const character = text[at] ?? '';
    if (joined !== null) at += joined.length;
    else if (character === ' ' || character === '\t') at += 1;
    // A comment goes to the end of its line, whatever quotation marks are in it.
    else if (character === '#' && shell !== 'cmd') at = lineEnd(text, at);
    else if (WORD_ENDS[shell].test(character)) {
      if (commands.at(-1)?.length !== 0) commands.push([]);
      at += 1;
    } else {
      const word = new WordReader(text, at, shell, variables).read();
      if (word === null) {
        const [first] = commands.pop() ?? [];
        leftOut.push({ at: first?.at ?? at, what: 'command' });
        commands.push([]);
        at = lineEnd(text, at);
      } else {
        commands.at(-1)?.push(word.word);
        at = word.end;
      }
    }
  }
  return { commands: commands.filter((words) => words.length > 0), leftOut };
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function lineEnd(text: string, at: number): number {
  const end = text.slice(at).search(/\r|\n/);
  return end < 0 ? text.length : at + end;
}

const ANSI_C =
  /\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|x([\da-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/y;
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

/** One word, from its first character. */
class WordReader {
  readonly #text: string;
  readonly #start: number;
  readonly #shell: Shell;
  readonly #variables: ReadonlyMap<string, string | null>;
  #at: number;
  #value = '';
  #placeholder: string | undefined;

  constructor(
    text: string,
    start: number,
    shell: Shell,
    variables: ReadonlyMap<string, string | null>,
  ) {
    this.#text = text;
    this.#start = start;
    this.#at = start;
    this.#shell = shell;
    this.#variables = variables;
  }

  /** Null where a quotation mark never closes. */
  read(): { readonly word: ShellWord; readonly end: number } | null {
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (/[ \t]/.test(character) || WORD_ENDS[this.#shell].test(character)) break;
      if (!this.#readPart(character)) return null;
    }
    const word = { value: this.#value, at: this.#start, placeholder: this.#placeholder };
    return { word, end: this.#at };
  }

  /** False where a quotation mark never closes. */
  #readPart(character: string): boolean {
    const joined = matchAt(JOINS[this.#shell], this.#text, this.#at);
    if (joined !== null) return this.#skip(joined.length);
    if (this.#shell === 'cmd') return this.#readCmd(character);
    if (this.#shell === 'powershell' && this.#text.startsWith('@{', this.#at))
      return this.#readTable();
    if (this.#text.startsWith("$'", this.#at)) return this.#readAnsiC();
    if (character === "'") return this.#readSingle();
    if (character === '"') return this.#readDouble();
    if (character === '$' || character === '`') return this.#readVariable();
    if (character === '\\' && this.#shell === 'bash')
      return this.#take(2, this.#text[this.#at + 1] ?? '');
    return this.#take(1, character);
  }

  #skip(length: number): true {
    this.#at += length;
    return true;
  }

  #take(length: number, value: string): true {
    this.#value += value;
    return this.#skip(length);
  }

  /** PowerShell doubles a quotation mark within others. */
  #readSingle(): boolean {
    const close = this.#text.indexOf("'", this.#at + 1);
    if (close < 0) return false;
    this.#take(close + 1 - this.#at, this.#text.slice(this.#at + 1, close));
    if (this.#shell === 'powershell' && this.#text[this.#at] === "'") this.#value += "'";
    return true;
  }

  #readDouble(): boolean {
    this.#at += 1;
    const escape = this.#shell === 'powershell' ? '`' : '\\';
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      if (character === '"') {
        if (this.#shell !== 'powershell' || next !== '"') return this.#skip(1);
        this.#take(2, '"');
      } else if (character === escape && (escape === '`' || /["\\$`\n]/.test(next))) {
        this.#take(2, next === '\n' ? '' : next);
      } else if (character === '$' || character === '`') {
        if (!this.#readVariable()) return false;
      } else this.#take(1, character);
    }
    return false;
  }

  #readAnsiC(): boolean {
    this.#at += 2;
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === "'") return this.#skip(1);
      ANSI_C.lastIndex = this.#at;
      const match = ANSI_C.exec(this.#text);
      if (match === null) this.#take(1, this.#text[this.#at] ?? '');
      else {
        const [whole, short, long, hex, octal, other = ''] = match;
        const digits = short ?? long ?? hex;
        const code =
          digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16);
        const isCode = digits !== undefined || octal !== undefined;
        const meant = isCode
          ? String.fromCodePoint(Math.min(code, 0x10ffff))
          : (CONTROLS[other] ?? other);
        this.#take(whole.length, meant);
      }
    }
    return false;
  }

  /** A dollar sign that begins no name stands for itself. False where a command never closes. */
  #readVariable(): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const command = rest.startsWith('$(') ? ')' : rest.startsWith('`') ? '`' : null;
    if (command !== null) {
      const close = this.#text.indexOf(command, this.#at + 2);
      if (close < 0) return false;
      this.#placeholder ??= command === ')' ? 'a command in $(…)' : 'a command in backticks';
      return this.#skip(close + 1 - this.#at);
    }
    const named = /^\$(?:\{(?:env:)?([A-Za-z_]\w*)[^}]*\}|(?:env:)?([A-Za-z_]\w*))/.exec(rest);
    if (named === null) return this.#take(1, '$');
    const given = this.#variables.get(named[1] ?? named[2] ?? '');
    if (given !== undefined && given !== null) return this.#take(named[0].length, given);
    this.#placeholder ??= '$…';
    return this.#take(named[0].length, named[0]);
  }

  /** Browsers write `^"` for a quotation mark of the argument, and `^\^"` for one within it. */
  #readCmd(character: string): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 120);
    const quote = /^\^?"/.exec(rest)?.[0];
    if (quote === undefined) return this.#takeOfCmd(character, rest);
    this.#at += quote.length;
    while (this.#at < this.#text.length) {
      const inner = this.#text.slice(this.#at, this.#at + 120);
      if (inner.startsWith(quote) && !inner.startsWith('""')) return this.#skip(quote.length);
      if (inner.startsWith('""')) this.#take(2, '"');
      else this.#takeOfCmd(inner[0] ?? '', inner);
    }
    return false;
  }

  #takeOfCmd(character: string, rest: string): true {
    if (rest.startsWith('^\\^')) return this.#take(4, rest[3] ?? '');
    if (character === '^') {
      const joined = /^\^\r?\n/.exec(rest)?.[0];
      return joined === undefined ? this.#take(2, rest[1] ?? '') : this.#skip(joined.length);
    }
    if (rest.startsWith('\\"')) return this.#take(2, '"');
    const variable = /^%[A-Za-z_]\w*%/.exec(rest)?.[0];
    if (variable !== undefined) this.#placeholder ??= '%…%';
    return this.#take(1, character);
  }

  /** `@{ name = 'value'; … }` of PowerShell, whole. */
  #readTable(): boolean {
    const close = this.#text.indexOf('}', this.#at);
    if (close < 0) return false;
    return this.#take(close + 1 - this.#at, this.#text.slice(this.#at, close + 1));
  }
}
