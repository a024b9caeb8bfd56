// One hidden field with its label, a show button and a caps-lock note. Pasting and password managers
// are welcome (WCAG 3.3.8). Keeps nothing beside the input element itself.
import { entryWords as words } from './entry-words.ts';

export interface SecretField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly fail: (problem: string) => void;
  /** Another text, as if it were typed: what was wrong with the one before goes with it. */
  readonly write: (text: string) => void;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  if (text !== '') element.textContent = text;
  return element;
}

export function createSecretField(
  id: string,
  label: string,
  completion: 'new-password' | 'current-password' | 'off',
): SecretField {
  const element = make('div', 'entry-field');
  const labelElement = make('label', '', label);
  labelElement.htmlFor = id;
  const row = make('div', 'entry-row');
  const input = make('input', 'mono');
  input.id = id;
  input.type = 'password';
  input.autocomplete = completion;
  input.spellcheck = false;
  input.setAttribute('autocapitalize', 'off');
  input.setAttribute('aria-describedby', `${id}-problem ${id}-caps`);
  const show = make('button', 'button button-quiet', words.show);
  show.type = 'button';
  show.setAttribute('aria-pressed', 'false');
  show.setAttribute('aria-label', `${words.show}: ${label}`);
  show.addEventListener('click', () => {
    const shown = input.type === 'text';
    input.type = shown ? 'password' : 'text';
    show.setAttribute('aria-pressed', String(!shown));
    input.focus();
  });
  row.append(input, show);
  const problem = make('p', 'field-error');
  problem.id = `${id}-problem`;
  const caps = make('p', 'secondary');
  caps.id = `${id}-caps`;
  caps.setAttribute('role', 'status');
  const noteCaps = (event: KeyboardEvent | MouseEvent): void => {
    caps.textContent = event.getModifierState('CapsLock') ? words.capsLock : '';
  };
  input.addEventListener('keydown', noteCaps);
  input.addEventListener('keyup', noteCaps);
  input.addEventListener('mousedown', noteCaps);
  input.addEventListener('blur', () => {
    caps.textContent = '';
  });
  const forget = (): void => {
    problem.textContent = '';
    input.removeAttribute('aria-invalid');
  };
  input.addEventListener('input', forget);
  element.append(labelElement, row, problem, caps);
  return {
    element,
    input,
    fail(text) {
      problem.textContent = text;
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    },
    write(text) {
      input.value = text;
      forget();
    },
  };
}
