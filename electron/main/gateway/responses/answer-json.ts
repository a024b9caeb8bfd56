// Reads a JSON object that a server wrote (RFC 8259 section 4). `JSON.parse` keeps the last of equal names: they are
// found by counting the names in the text, so that an answer that says something twice is not believed (case 26).

/** The outermost object of an answer. */
export interface AnswerObject {
  /** Of its members, each once. */
  readonly names: readonly string[];
  /** Undefined where there is no such member. */
  readonly value: (name: string) => unknown;
  /** A number, text, boolean or null as it is written; null where the member is missing, an object or a list. */
  readonly written: (name: string) => string | null;
  /** Some object of the answer has this name more than once. */
  readonly isTwice: (name: string) => boolean;
  /** Every value of this name, wherever it stands, as it is written; of a list or object its bracket alone. */
  readonly everyWritten: (name: string) => readonly string[];
  /** The name stands somewhere in the answer, at whatever depth. */
  readonly mentions: (name: string) => boolean;
}

type AnswerReading =
  | { readonly kind: 'object'; readonly object: AnswerObject }
  /** Valid JSON that is no object. */
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid' };

/** A member as the parser met it, in the object that has it. */
interface Met {
  readonly holder: unknown;
  readonly name: string;
  readonly source: string | null;
}

/** A letter or underscore that is written as an escape; an escaped backslash is passed over. */
const ESCAPED = /\\\\|\\u00([46][0-9a-f]|5[0-9af]|7[0-9a])/gi;
const VALUE = String.raw`"(?:[^"\\]|\\.)*"|[-+.\w]+|[[{]`;

/** UTF-8 with or without a byte order mark. Never throws. */
export function readAnswerJson(body: Buffer): AnswerReading {
  const met: Met[] = [];
  let text: string;
  let root: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    root = JSON.parse(text, function note(this: unknown, name: string, value: unknown, ...context) {
      const [{ source = null } = {}] = context as readonly { readonly source?: string }[];
      met.push({ holder: this, name, source });
      return value;
    });
  } catch {
    return { kind: 'invalid' };
  }
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return { kind: 'other' };
  const members = new Map(Object.entries(root));
  const plain = text.replaceAll(ESCAPED, (all, digits: string | undefined) =>
    digits === undefined ? all : String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const metAs = (name: string): readonly Met[] => met.filter((each) => each.name === name);
  const object: AnswerObject = {
    names: [...members.keys()],
    value: (name) => members.get(name),
    written: (name) => metAs(name).find(({ holder }) => holder === root)?.source ?? null,
    isTwice: (name) => countOf(plain, name) > metAs(name).length,
    everyWritten: (name) =>
      Array.from(
        plain.matchAll(new RegExp(`"${name}"\\s*:\\s*(${VALUE})`, 'g')),
        ([, value = '']) => value,
      ),
    mentions: (name) => metAs(name).length > 0,
  };
  return { kind: 'object', object };
}

const countOf = (plain: string, name: string): number =>
  Array.from(plain.matchAll(new RegExp(`"${name}"\\s*:`, 'g'))).length;

/** Whether a member says something: not false, null, zero, nor an empty text, list or object. */
export function isMeant(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}
