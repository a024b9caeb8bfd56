// Shows a new recovery key, once: large enough to copy by hand or print. It is done when the person
// types the last group back from the copy or says that there is one. Sends nothing of the key.
import type { EntryBridge, EntryQuestion } from '../../electron/shared/unlock/entry-contract.ts';
import { make, makeButton, makeProblem } from './secret-field.ts';

/** The words around a recovery key that is shown. */
const words = {
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
  const groups = new TextDecoder().decode(bytes).split('-');
  // Main gives a key once. Nobody may confirm that they wrote down a key that was never seen.
  const isGone = bytes.length === 0;
  bytes.fill(0);
  document.title = words.title;
  const key = make('ol', { className: 'card recovery-key', ariaLabel: words.title });
  key.append(...groups.map((group) => make('li', { className: 'mono' }, group)));
  const input = make('input', {
    id: 'last-group',
    className: 'mono',
    autocomplete: 'off',
    spellcheck: false,
    maxLength: 8,
  });
  const clear = (): void => {
    input.value = '';
    key.replaceChildren();
    groups.length = 0;
  };
  const leave = (): void => {
    clear();
    bridge.cancel();
  };
  const problem = makeProblem(input);
  problem.element.role = 'alert';
  const tick = make('input', { type: 'checkbox', id: 'written' });
  const discard = makeButton(words.discard, leave);
  const parts: readonly Node[] = isGone
    ? [
        make('p', { className: 'field-error entry-problem', role: 'alert' }, words.gone),
        make('div', { className: 'actions actions-last' }, discard),
      ]
    : [
        key,
        make('p', { className: 'secondary' }, words.advice),
        make(
          'div',
          { className: 'field' },
          make('label', { htmlFor: input.id }, words.lastGroup),
          input,
          problem.element,
        ),
        make(
          'p',
          { className: 'line line-firm line-top choice' },
          tick,
          make('label', { htmlFor: tick.id }, words.written),
        ),
        make(
          'div',
          { className: 'actions actions-last' },
          discard,
          makeButton(words.print, () => window.print()),
          make('button', { type: 'submit', className: 'button button-primary' }, words.done),
        ),
      ];
  const form = make(
    'form',
    {
      className: 'entry',
      noValidate: true,
      onsubmit(event) {
        event.preventDefault();
        const typed = canonical(input.value);
        if (isGone) return;
        if (typed === '' ? tick.checked : typed === groups.at(-1)) {
          clear();
          bridge.submit(new Uint8Array([1]));
        } else problem.say(typed === '' ? words.neither : words.differs);
      },
    },
    make('h1', {}, words.title),
    make('p', { className: 'secondary' }, about),
    ...parts,
  );
  root.replaceChildren(form);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });
  window.addEventListener('pagehide', clear);
  (isGone ? discard : input).focus();
}
