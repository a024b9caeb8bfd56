// Text into HTML: the one way in which pages that the app writes are made. Everything put into a page
// is text unless it is a page part itself; so nothing that came from outside can become markup.
import { createHash } from 'node:crypto';

declare const part: unique symbol;
/** A piece of a page, safe as it is. */
export type Html = { readonly [part]: true; readonly text: string };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// Characters that would turn a line round or hide in it are shown as what they are: replaced.
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

export function html(
  pieces: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const text = pieces.map((piece, index) => piece + toText(values[index] ?? '')).join('');
  return { text } as Html;
}

/** A page's style, and the policy (CSP 3) under which that style is all it may load or run. */
export function pageStyle(css: string): { readonly element: Html; readonly policy: string } {
  const digest = createHash('sha256').update(css).digest('base64');
  return {
    element: { text: `<style>${css}</style>` } as Html,
    policy: `default-src 'none'; style-src 'sha256-${digest}'`,
  };
}

function toText(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'text' in value ? value.text : value.map(({ text }) => text).join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(INVISIBLE, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
