// Makes untrusted server text safe to show: plain, short, without secrets (cases 37, 38). Markup and
// control sequences are taken out, not escaped, so that no later reader can bring them back to life.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { maskEchoes } from './echo-mask.ts';

export const MAX_WORDS = 300;
const MAX_LABEL = 64;
/** Read at most this much of a description: the rest could not be shown anyway. */
const MAX_READ = 2_000;

// eslint-disable-next-line no-control-regex -- terminal control sequences are what is removed here
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?/g;
const MARKUP = /<[^<>]*>/g;
const BREAKS = /[\t-\r\u0085\u2028\u2029]/g;
/** Controls, and format characters such as bidirectional overrides and zero-width joiners. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** One line of plain text of at most 300 characters, or null when nothing is left. */
export function plainWords(text: string, secrets: readonly SecretBytes[]): string | null {
  // Masked before and after: taking something out may join the halves of a secret. Nothing is put in
  // its place, or a secret interspersed with it would stay legible and unmasked.
  const read = maskEchoes(text.slice(0, MAX_READ), secrets);
  const stripped = read
    .replaceAll(TERMINAL, '')
    .replaceAll(MARKUP, '')
    .replaceAll(BREAKS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[<>]/g, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const shown = cut(maskEchoes(stripped, secrets), MAX_WORDS);
  return shown === '' ? null : shown;
}

/** An error code as the server wrote it: printable ASCII, at most 64 characters; null otherwise. */
export function plainLabel(text: string, secrets: readonly SecretBytes[]): string | null {
  const printable = maskEchoes(text.slice(0, MAX_READ), secrets).replaceAll(/[^\x20-\x7e]/g, '');
  const label = cut(maskEchoes(printable.trim(), secrets), MAX_LABEL);
  return label === '' ? null : label;
}

/** Never ends in half of a character. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
