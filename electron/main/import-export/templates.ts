// Variables in double braces, as API clients write them: put in from the same file alone. What the file
// gives no value, or more than one, is named as a placeholder and never taken for a value.
import type { FoundValue } from './found-values.ts';
import type { ImportText } from './import-text.ts';
import { MAX_REFERENCES, MAX_VALUE_BYTES } from './import-limits.ts';

/** By name. Null: the file gives different values, in different environments of the client. */
export type Variables = ReadonlyMap<string, Buffer | null>;

interface TemplateMarks {
  readonly open: string;
  readonly close: string;
  /** The name of the variable in what stands between the marks; empty for what is none. */
  readonly nameOf: (inner: string) => string;
}

const DOUBLE_BRACES: TemplateMarks = { open: '{{', close: '}}', nameOf: braceName };
export const DOLLAR_BRACES: TemplateMarks = { open: '${', close: '}', nameOf: (inner) => inner };

/** `name`, `_.name` and `_['name']` (Insomnia) are one variable. */
function braceName(inner: string): string {
  const name = inner.trim();
  const bracketed = /^_\[['"](.+)['"]\]$/.exec(name)?.[1];
  return bracketed ?? name.replace(/^_\./, '');
}

/** @throws ImportRefusal `import_too_much` where a value grows beyond its limit */
export function fillIn(
  text: ImportText,
  found: FoundValue,
  variables: Variables,
  marks: TemplateMarks = DOUBLE_BRACES,
): FoundValue {
  let { value } = found;
  for (let round = 0; ; round += 1) {
    const open = value.indexOf(marks.open);
    if (open === -1) break;
    const close = value.indexOf(marks.close, open + marks.open.length);
    if (close === -1) break;
    const inner = value.toString('utf8', open + marks.open.length, Math.min(close, open + 200));
    const name = marks.nameOf(inner);
    const given = variables.get(name);
    if (given === undefined || given === null || round >= MAX_REFERENCES) {
      return {
        ...found,
        value,
        placeholder: found.placeholder ?? `${marks.open}${name}${marks.close}`,
      };
    }
    const after = close + marks.close.length;
    const length = value.length - (after - open) + given.length;
    if (length > MAX_VALUE_BYTES) {
      text.refuse('import_too_much', found.at, { about: 'value', count: MAX_VALUE_BYTES });
    }
    const filled = text.buffer(length);
    filled.set(value.subarray(0, open));
    filled.set(given, open);
    filled.set(value.subarray(after), open + given.length);
    value = filled;
  }
  // Template tags of Insomnia run code: their outcome is not in the file.
  const hasTag = marks === DOUBLE_BRACES && value.includes('{%');
  return hasTag
    ? { ...found, value, placeholder: found.placeholder ?? '{% … %}' }
    : { ...found, value };
}

/** Where several environments of a client name the same variable, equal values stay one. */
export function addVariable(
  variables: Map<string, Buffer | null>,
  name: string,
  value: Buffer,
): void {
  const known = variables.get(name);
  if (known === null) return;
  variables.set(name, known === undefined || known.equals(value) ? value : null);
}
