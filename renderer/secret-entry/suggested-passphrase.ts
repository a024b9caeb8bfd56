// A passphrase nobody thought of: words drawn at random from a list that everybody may know. Made in the
// secret-entry window, and known to nothing else until it is sent as if it had been typed.
import { commonWords } from '../../electron/shared/unlock/passphrase-words.ts';
import { entryWords as words } from './entry-words.ts';
import { make, makeButton } from './secret-field.ts';

const WORDS = 7;
/** Quick to type, and none so short that two of them read as one. */
const FITS = /^[a-z]{4,7}$/;

const list: readonly string[] = [
  ...new Set(commonWords.split(' ').filter((word) => FITS.test(word))),
];

/** What somebody who knows the list and how it was drawn has to guess, in bits. */
export const SUGGESTED_BITS = Math.floor(WORDS * Math.log2(list.length));

type DrawUint32 = () => number;

const draw: DrawUint32 = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Draws again where a number beyond the last whole round of the list would favour its first words. */
function drawIndex(next: DrawUint32): number {
  const fair = 2 ** 32 - (2 ** 32 % list.length);
  for (;;) {
    const number = next();
    if (number < fair) return number % list.length;
  }
}

export const suggestPassphrase = (next: DrawUint32 = draw): string =>
  Array.from({ length: WORDS }, () => list[drawIndex(next)]).join(' ');

interface Suggestion {
  readonly button: HTMLButtonElement;
  /** Holds the words for as long as they are what was chosen. */
  readonly shown: HTMLOutputElement;
}

export function createSuggestion(take: (text: string) => void): Suggestion {
  const shown = make('output', { className: 'suggestion mono wrap', ariaLabel: words.suggestion });
  const suggest = (): void => {
    const text = suggestPassphrase();
    shown.textContent = text;
    button.textContent = words.suggestAnother;
    take(text);
  };
  const button = makeButton(words.suggest, suggest, 'button-quiet');
  return { button, shown };
}
