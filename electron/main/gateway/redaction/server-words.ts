// Makes untrusted server text safe to show: plain, short, without secrets (cases 37, 38). Markup and control sequences
// are taken out, not escaped, so that no later reader can bring them back to life.
import { withoutUnseen } from '../../../shared/one-line.ts';
import type { Mask } from './redaction.ts';

const MAX_WORDS = 300;
const MAX_LABEL = 64;
/** Read at most this much of a text that is not all words: the rest could not be shown anyway. */
const MAX_READ = 4_000;

/** ECMA-48: a control sequence, an operating system command, or ESC and one character. */
const TERMINAL =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[^\r\n]|)/gu;
/** A tag ends before the next one begins: looked for beyond that, each would be read to the end. */
const TAG = /<[^<>]*>/g;

/** One line of plain text of at most 300 characters, or null when nothing is left. */
export function plainWords(said: string, mask: Mask): string | null {
  return maskedTwice(said, mask, MAX_WORDS, (text) =>
    withoutUnseen(text.replaceAll(TERMINAL, '').replaceAll(TAG, '').replaceAll(/\s+/gu, ' '))
      .replaceAll(/[<>\ufffd]/g, '')
      .replaceAll(/ {2,}/g, ' '),
  );
}

/** An error code as the server wrote it: printable ASCII, at most 64 characters; null otherwise. */
export function plainLabel(said: string, mask: Mask): string | null {
  return maskedTwice(said, mask, MAX_LABEL, (text) =>
    text.replaceAll(TAG, '').replaceAll(/[^ -~]/g, ''),
  );
}

/**
 * Masked before and after: taking something out may join the halves of a secret. Nothing is put in its
 * place, or a secret interspersed with it would stay legible and unmasked.
 */
function maskedTwice(
  said: string,
  mask: Mask,
  max: number,
  strip: (text: string) => string,
): string | null {
  const text = cut(mask(strip(mask(said).slice(0, MAX_READ))).trim(), max);
  return text === '' ? null : text;
}

/** Never ends in half of a character. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
