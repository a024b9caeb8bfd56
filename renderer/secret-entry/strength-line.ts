// How strong the passphrase is, in words, with a thin decorative bar; the words are announced only when typing pauses. And
// the wait after too many wrong ones, which main keeps itself: this only shows it.
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

const STEP_MS = 250;

/**
 * Answers whether the wait still goes on.
 * @param label the button's own word, put back afterwards.
 * @param over says, politely and once, that it is over.
 */
export function startWait(
  waitMs: number,
  submit: HTMLButtonElement,
  label: string,
  over: () => void,
): () => boolean {
  const endsAtMs = performance.now() + waitMs;
  const leftMs = (): number => endsAtMs - performance.now();
  if (waitMs <= 0) return () => false;
  const show = (): void => {
    submit.textContent = words.submitIn(label, Math.ceil(leftMs() / 1000));
  };
  submit.ariaDisabled = 'true';
  show();
  const timer = setInterval(() => {
    if (leftMs() > 0) return show();
    clearInterval(timer);
    submit.ariaDisabled = null;
    submit.textContent = label;
    over();
    return undefined;
  }, STEP_MS);
  return () => leftMs() > 0;
}
