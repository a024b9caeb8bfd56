// Shows a new recovery key, once: large enough to copy by hand or print. It is done when the person
// types the last group back from the copy or says that there is one. Sends nothing of the key.
import type { EntryBridge, EntryQuestion } from '../../electron/shared/unlock/entry-contract.ts';
import { make } from './secret-field.ts';

/** The words around a recovery key that is shown. */
const recoveryWords = {
  title: 'Recovery key',
  advice:
    'Write it down or print it, and keep it away from this machine. Whoever has it and a copy of the vault file can open the vault.',
  lastGroup: 'Type the last group from your copy',
  written: 'Or: I have written it down or printed it',
  neither: 'Type the last group, or tick the box.',
  differs: 'That is not the last group. Look at your copy again.',
  gone: 'The key was given to this window once and did not arrive. Discard it and make another.',
  discard: 'Discard the key',
  print: 'Print…',
  done: 'Done',
} as const;

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
  document.title = recoveryWords.title;

  const form = make('form', 'entry');
  const key = make('ol', 'recovery-key');
  key.setAttribute('aria-label', recoveryWords.title);
  for (const group of groups) key.append(make('li', 'mono', group));
  const label = make('label', '', recoveryWords.lastGroup);
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
  const tickLabel = make('label', '', recoveryWords.written);
  tickLabel.htmlFor = 'written';
  const ticked = make('p', 'recovery-written');
  ticked.append(tick, tickLabel);

  const discard = make('button', 'button', recoveryWords.discard);
  const print = make('button', 'button', recoveryWords.print);
  const submit = make('button', 'button button-primary', recoveryWords.done);
  discard.type = 'button';
  print.type = 'button';
  submit.type = 'submit';
  const actions = make('div', 'entry-actions');
  actions.append(discard, print, submit);
  form.append(make('h1', '', recoveryWords.title), make('p', 'secondary', about), key);
  if (isGone) {
    const gone = make('p', 'entry-problem', recoveryWords.gone);
    gone.setAttribute('role', 'alert');
    key.remove();
    print.remove();
    submit.remove();
    form.append(gone, actions);
  } else {
    form.append(
      make('p', 'secondary recovery-advice', recoveryWords.advice),
      field,
      ticked,
      actions,
    );
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
    problem.textContent = typed === '' ? recoveryWords.neither : recoveryWords.differs;
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
