// Shows a new recovery key, once: large enough to copy by hand or print. It is done when the person
// types the last group back from the copy or says that there is one. Sends nothing of the key.
import type { EntryBridge, EntryQuestion } from '../../electron/shared/unlock/entry-contract.ts';
import { recoveryWords as words } from './recovery-words.ts';
import { make } from './secret-field.ts';

/** Case, and the digit for the letters that look like one, as the vault reads a key. */
const canonical = (text: string): string =>
  text.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

export function showRecoveryKey(
  root: HTMLElement,
  bridge: EntryBridge,
  { about, shown }: EntryQuestion,
): void {
  const bytes = shown ?? new Uint8Array();
  // Main gives a key once. Nobody may confirm that they wrote down a key that was never seen.
  const isGone = bytes.length === 0;
  const groups = new TextDecoder().decode(bytes).split('-');
  bytes.fill(0);
  document.title = words.title;

  const form = make('form', 'entry');
  const key = make('ol', 'recovery-key');
  key.setAttribute('aria-label', words.title);
  for (const group of groups) key.append(make('li', 'mono', group));
  const label = make('label', '', words.lastGroup);
  label.htmlFor = 'last-group';
  const input = make('input', 'mono');
  input.id = 'last-group';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.maxLength = 8;
  input.setAttribute('aria-describedby', 'last-group-problem');
  const row = make('div', 'entry-row');
  row.append(input);
  const problem = make('p', 'field-error');
  problem.id = 'last-group-problem';
  problem.setAttribute('role', 'alert');
  const field = make('div', 'entry-field');
  field.append(label, row, problem);
  const tick = make('input', '');
  tick.type = 'checkbox';
  tick.id = 'written';
  const tickLabel = make('label', '', words.written);
  tickLabel.htmlFor = 'written';
  const ticked = make('p', 'recovery-written');
  ticked.append(tick, tickLabel);

  const discard = make('button', 'button', words.discard);
  const print = make('button', 'button', words.print);
  const submit = make('button', 'button button-primary', words.done);
  discard.type = 'button';
  print.type = 'button';
  submit.type = 'submit';
  const actions = make('div', 'entry-actions');
  actions.append(discard, print, submit);
  form.append(make('h1', '', words.title), make('p', 'secondary', about), key);
  if (isGone) {
    const gone = make('p', 'entry-problem', words.gone);
    gone.setAttribute('role', 'alert');
    key.remove();
    print.remove();
    submit.remove();
    form.append(gone, actions);
  } else {
    form.append(make('p', 'secondary recovery-advice', words.advice), field, ticked, actions);
  }
  form.noValidate = true;
  root.replaceChildren(form);

  const clear = (): void => {
    input.value = '';
    key.replaceChildren();
    groups.length = 0;
  };
  const leave = (): void => {
    clear();
    bridge.cancel();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isGone) return;
    const typed = canonical(input.value);
    if (typed === '' ? tick.checked : typed === groups.at(-1)) {
      clear();
      bridge.submit(new Uint8Array([1]));
      return;
    }
    problem.textContent = typed === '' ? words.neither : words.differs;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  });
  input.addEventListener('input', () => {
    problem.textContent = '';
    input.removeAttribute('aria-invalid');
  });
  print.addEventListener('click', () => window.print());
  discard.addEventListener('click', leave);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });
  window.addEventListener('pagehide', clear);
  (isGone ? discard : input).focus();
}
