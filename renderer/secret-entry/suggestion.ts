// The button that suggests a passphrase, and where it is shown to be written down. It takes the first field; the
// person types it back into the second, so that nobody chooses one that they have not read.
import { entryWords as words } from './entry-words.ts';
import { make } from './secret-field.ts';
import { suggestPassphrase } from './suggested-passphrase.ts';

export interface Suggestion {
  readonly button: HTMLButtonElement;
  /** Holds the words for as long as they are what was chosen. */
  readonly shown: HTMLOutputElement;
}

export function createSuggestion(take: (text: string) => void): Suggestion {
  const shown = make('output', 'suggestion mono');
  shown.setAttribute('aria-label', words.suggestion);
  const button = make('button', 'button button-quiet', words.suggest);
  button.type = 'button';
  button.addEventListener('click', () => {
    const text = suggestPassphrase();
    shown.textContent = text;
    button.textContent = words.suggestAnother;
    take(text);
  });
  return { button, shown };
}
