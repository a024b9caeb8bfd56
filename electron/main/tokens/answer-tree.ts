// Makes a readable tree of an answer whose shape nobody specified: bounded in depth, nodes and text,
// with everything that looks like a credential masked. What leaves here is safe to show.
import type { AnswerNode } from '../../shared/check-report-view.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { coverAnswer } from './covered-answer.ts';

const MAX_DEPTH = 8;
const MAX_NODES = 400;
const MAX_TEXT = 200;
const MAX_KEY = 80;

const NOT_SHOWN = 'The answer repeated the token; it is not shown.';

/** What coverAnswer() left of an echo. */
const covered = /\*{10}/;
const tellingKey =
  /secret|token|passw|passphrase|api[-_ ]?key|apikey|authori[sz]ation|credential|private|signature|bearer|cookie|jwt|^key$/i;
/** RFC 6749 section 5.1, RFC 7662 section 2.2, RFC 7009 section 2.1: names that tell of a kind, not of a token. */
const harmlessKey = /^token[-_]?type(?:[-_]?hint)?$/i;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
// Long, unbroken and mixed like a key: words, dates, addresses and identifiers in UUID form are not.
const keyLike = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/_=.-]{24,}$/;

export interface ReadAnswer {
  readonly tree: AnswerNode | null;
  /** The beginning of a body that is not JSON, masked. */
  readonly plain: string;
}

/**
 * @param body overwritten where it repeats the token, before anything of it becomes a string.
 * @param token the token the call carried: wherever the answer echoes it, it is masked.
 * @param clientId is no secret and stays readable, however much it looks like a key.
 */
export function readAnswer(body: Buffer, token: SecretBytes, clientId: string): ReadAnswer {
  if (body.length === 0) return { tree: null, plain: '' };
  const hasEcho = coverAnswer(body, token);
  const text = body.toString('utf8');
  try {
    return { tree: createTree(JSON.parse(text), clientId), plain: '' };
  } catch {
    return { tree: null, plain: hasEcho ? NOT_SHOWN : plainBeginning(text) };
  }
}

function createTree(root: unknown, clientId: string): AnswerNode {
  let nodes = 0;
  const leaf = (key: string, kind: AnswerNode['kind'], text: string): AnswerNode => ({
    key,
    kind,
    text,
    children: [],
  });

  function branch(
    key: string,
    kind: 'object' | 'array',
    entries: readonly (readonly [string, unknown])[],
    depth: number,
    masked: boolean,
  ): AnswerNode {
    const size = kind === 'array' ? `${entries.length} items` : `${entries.length} fields`;
    if (depth >= MAX_DEPTH) return leaf(key, 'more', `${size}, too deep to show`);
    const children: AnswerNode[] = [];
    for (const [name, value] of entries) {
      if (nodes >= MAX_NODES) {
        children.push(leaf('…', 'more', `${entries.length - children.length} more not shown`));
        break;
      }
      children.push(node(name, value, depth + 1, masked));
    }
    return { key, kind, text: size, children };
  }

  function node(rawKey: string, value: unknown, depth: number, masked: boolean): AnswerNode {
    nodes += 1;
    const hide = masked || (tellingKey.test(rawKey) && !harmlessKey.test(rawKey));
    const key = covered.test(rawKey) ? 'masked' : clip(printable(rawKey), MAX_KEY);
    if (Array.isArray(value)) {
      const items = value.map((item: unknown, index) => [String(index), item] as const);
      return branch(key, 'array', items, depth, hide);
    }
    if (typeof value === 'object' && value !== null) {
      return branch(key, 'object', Object.entries(value), depth, hide);
    }
    if (value === null) return leaf(key, 'null', 'null');
    if (typeof value === 'boolean') return leaf(key, 'boolean', String(value));
    if (hide) return leaf(key, 'masked', 'masked');
    if (typeof value === 'number') return leaf(key, 'number', String(value));
    const text = typeof value === 'string' ? value : '';
    const suspicious = text !== clientId && looksLikeCredential(text);
    if (suspicious || covered.test(text)) return leaf(key, 'masked', 'masked');
    return leaf(key, 'text', clip(printable(text), MAX_TEXT));
  }

  return node('', root, 0, false);
}

function looksLikeCredential(text: string): boolean {
  return !uuid.test(text) && text.split(/\s+/).some((word) => keyLike.test(word));
}

function plainBeginning(text: string): string {
  const visible = printable(text.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
  const words = visible.trim().split(' ');
  const masked = words.map((word) => (keyLike.test(word) && !uuid.test(word) ? 'masked' : word));
  return clip(masked.join(' '), 1000);
}

/** Without control characters, overrides that reorder text, and what nobody sees. */
function printable(text: string): string {
  return withoutUnseen(text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '));
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
