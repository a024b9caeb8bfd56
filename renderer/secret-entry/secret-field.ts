// One hidden field with its label, a show button and a caps-lock note. Pasting and password managers
// are welcome (WCAG 3.3.8). Keeps nothing beside the input element itself.
import { entryWords as words } from './entry-words.ts';

/** An element with its properties and what is in it. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
}

export function makeButton(text: string, onclick: () => void, look = ''): HTMLButtonElement {
  return make('button', { type: 'button', className: `button ${look}`, onclick }, text);
}

/** What is said below a field where it is wrong. */
export function makeProblem(input: HTMLInputElement): {
  readonly element: HTMLElement;
  /** Empty: nothing is wrong any more. */
  readonly say: (problem: string) => void;
} {
  const element = make('p', { id: `${input.id}-problem`, className: 'field-error' });
  input.setAttribute('aria-describedby', `${element.id} ${input.id}-caps`);
  const say = (problem: string): void => {
    element.textContent = problem;
    input.ariaInvalid = problem === '' ? null : 'true';
    if (problem !== '') input.focus();
  };
  input.addEventListener('input', () => say(''));
  return { element, say };
}

export interface SecretField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly fail: (problem: string) => void;
  /** Another text, as if it were typed: what was wrong with the one before goes with it. */
  readonly write: (text: string) => void;
}

export function createSecretField(
  id: string,
  label: string,
  autocomplete: 'new-password' | 'current-password' | 'off',
): SecretField {
  const input = make('input', {
    id,
    className: 'mono',
    type: 'password',
    autocomplete,
    spellcheck: false,
    autocapitalize: 'off',
  });
  const show = makeButton(
    words.show,
    () => {
      const shown = input.type === 'text';
      input.type = shown ? 'password' : 'text';
      show.ariaPressed = String(!shown);
      input.focus();
    },
    'button-quiet',
  );
  show.ariaPressed = 'false';
  show.ariaLabel = `${words.show}: ${label}`;
  const problem = makeProblem(input);
  const caps = make('p', { id: `${id}-caps`, className: 'secondary', role: 'status' });
  const noteCaps = (event: KeyboardEvent | MouseEvent): void => {
    caps.textContent = event.getModifierState('CapsLock') ? words.capsLock : '';
  };
  for (const kind of ['keydown', 'keyup', 'mousedown'] as const) {
    input.addEventListener(kind, noteCaps);
  }
  input.addEventListener('blur', () => {
    caps.textContent = '';
  });
  return {
    element: make(
      'div',
      { className: 'field' },
      make('label', { htmlFor: id }, label),
      input,
      show,
      problem.element,
      caps,
    ),
    input,
    fail: problem.say,
    write(text) {
      input.value = text;
      problem.say('');
    },
  };
}
