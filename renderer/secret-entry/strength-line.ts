// How strong the passphrase is, in words, with a thin decorative bar. The words are announced
// only when typing pauses.
import { MIN_PASSPHRASE_BITS } from '../../electron/shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../electron/shared/unlock/passphrase-strength.ts';
import { entryWords as words } from './entry-words.ts';
import { make } from './secret-field.ts';

const ANNOUNCE_AFTER_MS = 700;
const FULL_BITS = 100;

interface StrengthLine {
  readonly element: HTMLElement;
  /** Measures the bytes; they stay the caller's to overwrite. Answers the bits. */
  readonly measure: (utf8: Uint8Array) => number;
  /** Shows bits that are known, where measuring could only estimate them. */
  readonly know: (bits: number, line: string) => void;
}

export function createStrengthLine(): StrengthLine {
  const element = make('div', 'strength');
  const bar = make('span', 'strength-bar');
  bar.setAttribute('aria-hidden', 'true');
  const fill = make('span', '');
  bar.append(fill);
  const text = make('p', 'secondary', words.advice);
  const spoken = make('p', 'visually-hidden');
  spoken.setAttribute('role', 'status');
  element.append(bar, text, spoken);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const know = (bits: number, line: string): void => {
    bar.dataset['level'] =
      bits < MIN_PASSPHRASE_BITS / 2 ? 'low' : bits < MIN_PASSPHRASE_BITS ? 'more' : 'good';
    fill.style.transform = `scaleX(${Math.min(1, bits / FULL_BITS)})`;
    text.textContent = line;
    clearTimeout(timer);
    timer = setTimeout(() => {
      spoken.textContent = line;
    }, ANNOUNCE_AFTER_MS);
  };
  return {
    element,
    know,
    measure(utf8) {
      const bits = passphraseBits(utf8);
      know(bits, utf8.length === 0 ? words.advice : words.strength(bits));
      return bits;
    },
  };
}
