// How strong the passphrase is, in words, with a thin decorative bar. The words are announced
// only when typing pauses.
import { MIN_PASSPHRASE_BITS } from '../../electron/shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../electron/shared/unlock/passphrase-strength.ts';
import { entryWords as words } from './entry-words.ts';
import { make } from './secret-field.ts';

const ANNOUNCE_AFTER_MS = 700;
const FULL_BITS = 100;

export class StrengthLine {
  readonly #fill = make('span');
  readonly #bar = make('span', { className: 'meter strength-bar', ariaHidden: 'true' }, this.#fill);
  readonly #text = make('p', { className: 'secondary' }, words.advice);
  readonly #spoken = make('p', { className: 'visually-hidden', role: 'status' });
  readonly element = make('div', { className: 'strength' }, this.#bar, this.#text, this.#spoken);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Measures the bytes; they stay the caller's to overwrite. Answers the bits. */
  measure(utf8: Uint8Array): number {
    const bits = passphraseBits(utf8);
    this.know(bits, utf8.length === 0 ? words.advice : words.strength(bits));
    return bits;
  }

  /** Shows bits that are known, where measuring could only estimate them. */
  know(bits: number, line: string): void {
    this.#bar.dataset['level'] =
      bits < MIN_PASSPHRASE_BITS / 2 ? 'low' : bits < MIN_PASSPHRASE_BITS ? 'more' : 'good';
    this.#fill.style.transform = `scaleX(${Math.min(1, bits / FULL_BITS)})`;
    this.#text.textContent = line;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#spoken.textContent = line;
    }, ANNOUNCE_AFTER_MS);
  }
}
