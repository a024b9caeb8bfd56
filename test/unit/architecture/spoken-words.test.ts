// What a person reads calls a key a key ("credential" is the word of the code and of OAuth), in sentences of at most 15
// words. Read from the source, so that a sentence is found on whatever page, dialog or terminal it is shown.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const CREDENTIAL = /(?<!client )\bcredentials?\b/i;

/** Sentences, titles and what is counted; not names of fields, nor expressions that read what others wrote. */
function spokenIn(node: unknown, isCounted = false): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each) => spokenIn(each, isCounted));
  const { type, value, callee } = node as Record<string, unknown>;
  if (type === 'ImportDeclaration') return [];
  const raw = type === 'TemplateElement' ? (value as { raw: string }).raw : value;
  const isText = type === 'Literal' || type === 'TemplateElement' || type === 'JSXText';
  if (isText && typeof raw === 'string') {
    return isCounted || /\s/.test(raw) || /^[A-Z]/.test(raw) ? [raw] : [];
  }
  const name = (callee as { name?: string } | undefined)?.name ?? '';
  const counts = type === 'CallExpression' && ['counted', 'need'].includes(name);
  return Object.values(node).flatMap((each) => spokenIn(each, counts || (isCounted && isText)));
}

/** One text for all that is joined by `+`; `…` stands for what is only known when it is said. */
function joined(node: unknown): string {
  const { type, value, quasis, left, right } = node as Record<string, unknown>;
  if (type === 'Literal') return typeof value === 'string' ? value : '…';
  if (type === 'BinaryExpression') return joined(left) + joined(right);
  if (type !== 'TemplateLiteral') return '…';
  return (quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('…');
}

function textsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  const { type } = node as { type?: string };
  const isText = type === 'Literal' || type === 'TemplateLiteral' || type === 'BinaryExpression';
  const inside = type === 'BinaryExpression' ? [] : Object.values(node).flatMap(textsIn);
  return isText ? [joined(node), ...inside] : inside;
}

/** Whole ones: what ends with their mark. What is not known may end one, too. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?])\s+|\n|(?<=…)\s(?=[A-Z])/).filter((each) => /[.!?]$/.test(each));

const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

/** Of every file that a person may read something of. The practice gateway speaks as a server does. */
function parsed(): readonly { readonly file: string; readonly ast: unknown }[] {
  const listed = execFileSync('git', ['ls-files', 'electron', 'renderer'], { cwd: root });
  return String(listed)
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('electron/main/practice/gateway/'))
    .map((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return { file, ast: parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) };
    });
}

describe('what a person reads, in the window, dialogs, tray, pages and command line,', () => {
  const files = parsed();

  it('says key', () => {
    const found = files.flatMap(({ file, ast }) =>
      spokenIn(ast)
        .filter((text) => CREDENTIAL.test(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('says at most 15 words in a sentence', () => {
    const found = files.flatMap(({ file, ast }) =>
      textsIn(ast)
        .flatMap(sentencesOf)
        .filter((sentence) => wordsOf(sentence) > 15)
        .map((sentence) => `${file}: ${sentence}`),
    );
    expect(found).toEqual([]);
  });
});
