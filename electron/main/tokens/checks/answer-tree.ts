// Makes a readable tree of an answer whose shape nobody specified: bounded in depth, nodes and text,
// with everything that looks like a credential masked. What leaves here is safe to show.
import { ANSWER_NODES, type AnswerNode } from '../../../shared/tokens/check-report-view.ts';
import { withoutUnseen } from '../../../shared/one-line.ts';
import { isKeyLike } from '../../domain/key-like.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { maskOf, MASK, type Mask } from '../../gateway/redaction/redaction.ts';

const MAX_DEPTH = 8;
const MAX_TEXT = 200;
const MAX_KEY = 80;
/** Of a text and of a name, as much as may be shown and a key at its end. */
const LOOKED_AT = 1_000;
const MAX_PLAIN = 1_000;
/** A page has more markup than words: as much of it as is looked at for some to show. */
const MAX_MARKUP = 16 * 1024;
/** A longer answer is not read: nobody looks through it here, and reading it would hold up all else. */
const MAX_SHOWN_BYTES = 64 * 1024;

const TOO_LONG = 'The answer is too long to be shown.';
const NOT_SHOWN = 'The answer repeated the token; it is not shown.';

const tellingKey =
  /secret|token|passw|passphrase|api[-_ ]?key|apikey|authori[sz]ation|credential|private|signature|bearer|cookie|jwt|^key$/i;
/** RFC 6749 section 5.1, RFC 7662 section 2.2, RFC 7009 section 2.1: names that tell of a kind, not of a token. */
const harmlessKey = /^token[-_]?type(?:[-_]?hint)?$/i;

interface ReadAnswer {
  readonly tree: AnswerNode | null;
  /** The beginning of a body that is not JSON, masked. */
  readonly plain: string;
}

/**
 * @param secrets what the call carried: wherever the answer echoes it, it is masked.
 * @param clientId is no secret and stays readable, however much it looks like a key.
 */
export function readAnswer(
  body: Buffer,
  secrets: readonly SecretBytes[],
  clientId: string,
): ReadAnswer {
  if (body.length === 0) return { tree: null, plain: '' };
  if (body.length > MAX_SHOWN_BYTES) return { tree: null, plain: TOO_LONG };
  const mask = maskOf(secrets);
  const text = body.toString('utf8');
  try {
    return { tree: createTree(JSON.parse(text), clientId, mask), plain: '' };
  } catch {
    const hasEcho = mask(text) !== text;
    return { tree: null, plain: hasEcho ? NOT_SHOWN : plainBeginning(text) };
  }
}

function createTree(root: unknown, clientId: string, mask: Mask): AnswerNode {
  const isEcho = (text: string): boolean => mask(text) !== text || text.includes(MASK);
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
    const size = `${entries.length} ${kind === 'array' ? 'items' : 'fields'}`;
    if (depth >= MAX_DEPTH) return leaf(key, 'more', `${size}, too deep to show`);
    const children: AnswerNode[] = [];
    for (const [name, value] of entries) {
      if (nodes >= ANSWER_NODES) {
        const left = entries.length - children.length;
        children.push(leaf('…', 'more', `${left} more not shown`));
        break;
      }
      children.push(node(name, value, depth + 1, masked));
    }
    return { key, kind, text: size, children };
  }

  function node(rawKey: string, value: unknown, depth: number, masked: boolean): AnswerNode {
    nodes += 1;
    const hide = masked || (tellingKey.test(rawKey) && !harmlessKey.test(rawKey));
    // A server may write a secret where a name belongs.
    const isKey = isEcho(rawKey) || (rawKey !== clientId && looksLikeCredential(rawKey));
    const key = isKey ? 'masked' : clip(printable(rawKey.slice(0, LOOKED_AT)), MAX_KEY);
    if (typeof value === 'object' && value !== null) {
      const kind = Array.isArray(value) ? 'array' : 'object';
      return branch(key, kind, Object.entries<unknown>({ ...value }), depth, hide);
    }
    if (value === null) return leaf(key, 'null', 'null');
    if (typeof value === 'boolean') return leaf(key, 'boolean', String(value));
    if (hide) return leaf(key, 'masked', 'masked');
    if (typeof value === 'number') {
      return isEcho(String(value))
        ? leaf(key, 'masked', 'masked')
        : leaf(key, 'number', String(value));
    }
    const text = typeof value === 'string' ? value : '';
    const suspicious = text !== clientId && looksLikeCredential(text);
    if (suspicious || isEcho(text)) return leaf(key, 'masked', 'masked');
    return leaf(key, 'text', clip(printable(text.slice(0, LOOKED_AT)), MAX_TEXT));
  }

  return node('', root, 0, false);
}

const looksLikeCredential = (text: string): boolean =>
  text.slice(0, LOOKED_AT).split(/\s+/).some(isKeyLike);

function plainBeginning(text: string): string {
  // SECURITY(S34)
  // A tag ends before the next one begins: looked for beyond that, each would be read to the end.
  const untagged = text.slice(0, MAX_MARKUP).replaceAll(/<[^<>]*>/g, ' ');
  const words = printable(untagged).trim().split(/\s+/);
  const masked = words.map((word) => (isKeyLike(word) ? 'masked' : word));
  return clip(masked.join(' '), MAX_PLAIN);
}

/** Without control characters, overrides that reorder text, and what nobody sees. */
function printable(text: string): string {
  return withoutUnseen(text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '));
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
