// What stands in a file in place of a value: variables that the same file may fill in, and stand-ins of which it
// does not hold the value. A stand-in is named by its kind alone: what follows a sign may be part of a secret.
import type { FoundValue } from './found-values.ts';

/** By name. Null: the file gives different values, in different environments of a client. */
export type Variables = ReadonlyMap<string, string | null>;

/** How often a variable may stand for another one. */
const MAX_REFERENCES = 8;
/** Characters of a value after its variables were put in. */
const MAX_VALUE = 4096;

/** `{{name}}` of API clients, and `${NAME}` of shells: a dollar sign alone may be part of a secret. */
const BRACES = /\{\{\s*([^{}]{1,200}?)\s*\}\}/;
const DOLLAR = /\$\{([A-Za-z_]\w{0,100})(?::?-[^}]*)?\}/;

type Marks = 'braces' | 'dollar';

/** `name`, `_.name` and `_['name']` (Insomnia) are one variable. */
function braceName(inner: string): string {
  const bracketed = /^_\[['"](.+)['"]\]$/.exec(inner)?.[1];
  return bracketed ?? inner.replace(/^_\./, '');
}

/** With its variables put in; a placeholder where the file gives one of them no value, or more than one. */
export function fillIn(found: FoundValue, variables: Variables, marks: Marks): FoundValue {
  let { value } = found;
  for (let round = 0; round <= MAX_REFERENCES; round += 1) {
    const match = (marks === 'braces' ? BRACES : DOLLAR).exec(value);
    if (match === null) return { ...found, value };
    const [whole, inner = ''] = match;
    const given = variables.get(marks === 'braces' ? braceName(inner) : inner);
    const isTooMuch = value.length + (given?.length ?? 0) > MAX_VALUE;
    if (given === undefined || given === null || isTooMuch || round === MAX_REFERENCES) break;
    value = `${value.slice(0, match.index)}${given}${value.slice(match.index + whole.length)}`;
  }
  return { ...found, value, placeholder: found.placeholder ?? standInOf(value) ?? 'a variable' };
}

/** Where several environments of a client name the same variable, equal values stay one. */
export function variablesOf(values: readonly FoundValue[]): Map<string, string | null> {
  const variables = new Map<string, string | null>();
  for (const { name, value } of values) {
    const isSame = !variables.has(name) || variables.get(name) === value;
    variables.set(name, isSame ? value : null);
  }
  return variables;
}

const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/\{\{.*\}\}/s, '{{…}}'],
  [/\{%.*%\}/s, '{% … %}'],
  [/^\$\(.*\)$/s, 'a command in $(…)'],
  [/^`.*`$/s, 'a command in backticks'],
  [/\$\{[A-Za-z_]\w*(?::?-[^}]*)?\}/, '${…}'],
  [/^\$env:[A-Za-z_]\w*$/, '$…'],
  [/^(?:encrypted|enc|ENC)[:[(]/, 'an encrypted value'],
  [/^file:\/\//i, 'a file'],
  [/^(?:vault|aws-sm|gcp-sm|azure-kv|awssm|ref\+\w+|arn:aws:secretsmanager):/i, 'a reference'],
  [
    /^(?:your|my|insert|enter|replace|change|put)[-_ ](?:.*[-_ ])?(?:id|secret|key|password|me|here)\b.*$/i,
    'a stand-in',
  ],
  [/^(?:changeme|todo|tbd|placeholder|redacted|secret|none|null|undefined)$/i, 'a stand-in'],
  [/^[x*.•]{4,}(?:-[x*.•]+)*$/i, 'a stand-in'],
  [/^<.*>$/s, 'a stand-in'],
];

/** The kind of what stands in place of a value; undefined for a value. */
export function standInOf(value: string, isLiteral = false): string | undefined {
  // The reference of 1Password is no secret: it says where one is kept, and is offered as a command.
  if (/^op:\/\/[^\r\n"'`]{1,200}$/.test(value)) return `op read "${value}"`.slice(0, 80);
  const kind = STAND_INS.find(([pattern]) => pattern.test(value))?.[1];
  return isLiteral && kind !== undefined && /^[$a].*\$|^\$|backticks/.test(kind) ? undefined : kind;
}
