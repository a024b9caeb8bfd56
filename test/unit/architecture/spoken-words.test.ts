// What a person reads calls a key a key: "credential" is the word of the code and of OAuth. Read from the source, so that a
// sentence is found on whatever page, dialog or terminal it is shown.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

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

it('says key wherever a person reads, in the window, dialogs, tray, pages and command line', () => {
  const listed = execFileSync('git', ['ls-files', 'electron', 'renderer'], { cwd: root });
  const files = String(listed)
    .split('\n')
    // The practice gateway speaks as a server does.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('electron/main/practice/gateway/'));
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    if (!CREDENTIAL.test(source)) return [];
    const spoken = spokenIn(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
    return spoken.filter((text) => CREDENTIAL.test(text)).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});
