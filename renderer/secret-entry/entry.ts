// The secret-entry page (pinentry's idea): asks a question, encodes the answer, sends the bytes once,
// overwrites what it can; where main did not accept it, asks the next. No framework, no dependency, no storage, no network. A passphrase is brought
// to Unicode form NFKC here, because main never holds it as text.
import {
  maxBytesOf,
  MIN_PASSPHRASE_BITS,
  triedPurposes,
  type EntryBridge,
  type EntryPurpose,
  type EntryQuestion,
} from '../../electron/shared/unlock/entry-contract.ts';
import {
  askUntilAnswered,
  LASTING_AFTER_MS,
  windowAfter,
  type NoAnswer,
} from '../bridge/ask-until-answered.ts';
import { unanswered, usualLogFile } from '../i18n/en-unanswered.ts';
import { entryWords as words } from './entry-words.ts';
import { showRecoveryKey } from './recovery-page.ts';
import { createSecretField, make } from './secret-field.ts';
import { createStrengthLine } from './strength-line.ts';
import { SUGGESTED_BITS, createSuggestion } from './suggested-passphrase.ts';
import { startWait } from './wait-line.ts';
import '../styles/typeface.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/fields.css';
import './secret-entry.css';

declare global {
  interface Window {
    readonly entry: EntryBridge;
  }
}

const encoder = new TextEncoder();
const encode = (text: string, purpose: EntryPurpose): Uint8Array =>
  encoder.encode(isAsTyped(purpose) ? text : text.normalize('NFKC'));

/** Not ours to bring into another form: the server made it. */
function isAsTyped(purpose: EntryPurpose): boolean {
  return purpose === 'client_secret' || purpose === 'access_token' || purpose === 'suspect';
}

function completionOf(purpose: EntryPurpose): 'new-password' | 'current-password' | 'off' {
  if (purpose === 'new_passphrase' || purpose === 'next_passphrase') return 'new-password';
  return isAsTyped(purpose) || purpose === 'recovery_key' ? 'off' : 'current-password';
}

function ask(root: HTMLElement, bridge: EntryBridge, question: EntryQuestion): void {
  const { purpose } = question;
  if (purpose === 'show_recovery_key') return showRecoveryKey(root, bridge, question);
  const isNew = purpose === 'new_passphrase' || purpose === 'next_passphrase';
  document.title = words.title[purpose];

  const form = make('form', 'entry');
  const heading = make('h1', '', words.title[purpose]);
  const about = make('p', 'entry-about secondary', question.about);
  const completion = completionOf(purpose);
  const first = createSecretField('first', words.title[purpose], completion);
  const second = isNew ? createSecretField('second', words.again, 'new-password') : null;
  const strength = isNew ? createStrengthLine() : null;
  const note = make('p', 'secondary');
  note.setAttribute('role', 'status');

  const problem = make('p', 'entry-problem', question.problem ?? '');
  problem.setAttribute('role', 'alert');
  const cancel = make('button', 'button', words.cancel);
  cancel.type = 'button';
  const submit = make('button', 'button button-primary', words.submit[purpose]);
  submit.type = 'submit';
  const actions = make('div', 'entry-actions');
  actions.append(cancel, submit);
  form.append(heading, about, problem, first.element);
  const suggestion = createSuggestion((text) => {
    first.write(text);
    strength?.know(SUGGESTED_BITS, words.suggested(SUGGESTED_BITS));
    second?.write('');
    second?.input.focus();
  });
  if (strength !== null) {
    form.append(suggestion.shown, strength.element);
    actions.prepend(suggestion.button);
  }
  if (second !== null) form.append(second.element);
  form.append(note, actions);
  form.noValidate = true;
  root.replaceChildren(form);

  const clear = (): void => {
    first.input.value = '';
    if (second !== null) second.input.value = '';
  };
  let sent = false;
  /** Keys and the end of the page, as long as this question stands. */
  const standing = new AbortController();
  const { signal } = standing;
  const isWaiting = startWait({
    waitMs: question.waitMs,
    submit,
    label: words.submit[purpose],
    over() {
      problem.textContent = '';
      note.textContent = words.waitOver;
    },
  });

  const send = (): void => {
    if (sent || isWaiting()) return undefined;
    const bytes = encode(first.input.value, purpose);
    const refuse = (text: string, field = first): void => {
      bytes.fill(0);
      field.fail(text);
    };
    if (bytes.length === 0) return refuse(words.empty[purpose]);
    const most = maxBytesOf(purpose);
    if (bytes.length > most) return refuse(words.tooLong(most));
    if (strength !== null && strength.measure(bytes) < MIN_PASSPHRASE_BITS)
      return refuse(words.weak);
    if (second !== null && second.input.value !== first.input.value) {
      return refuse(words.differ, second);
    }
    sent = true;
    bridge.submit(bytes);
    bytes.fill(0);
    clear();
    suggestion.shown.textContent = '';
    submit.disabled = true;
    if (triedPurposes.has(purpose)) void askedAgain();
    // Main closes the window as soon as it has the bytes.
    else windowAfter(LASTING_AFTER_MS, sayNotTaken);
    return undefined;
  };
  const sayNotTaken = (): void => {
    note.textContent = '';
    problem.textContent = words.notTaken;
  };
  /** Main closes the window where it is content with the answer, and asks again where it is not. */
  const askedAgain = async (): Promise<void> => {
    note.textContent = words.checking;
    const next = await bridge.question().catch(() => undefined);
    // The question that stood already: what was sent never arrived.
    if (next === undefined || next.problem === null) return sayNotTaken();
    standing.abort();
    return ask(root, bridge, next);
  };

  const leave = (): void => {
    clear();
    bridge.cancel();
  };

  first.input.addEventListener('input', () => {
    const text = first.input.value;
    // It is no longer what is in the field.
    suggestion.shown.textContent = '';
    note.textContent = isAsTyped(purpose) && text !== text.trim() ? words.edgeSpace : '';
    if (strength === null) return;
    const bytes = encode(text, purpose);
    strength.measure(bytes);
    bytes.fill(0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  cancel.addEventListener('click', leave);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') leave();
    },
    { signal },
  );
  window.addEventListener('pagehide', clear, { signal });
  first.input.focus();
}

/** The window is as high as what is in it, whatever is asked and said. */
function keepFitting(root: HTMLElement, bridge: EntryBridge): void {
  new ResizeObserver(() => bridge.fit(root.offsetHeight)).observe(root);
}

/** Without main's question there is nothing to type into: asked again until it comes, and said where it does not. */
function begin(root: HTMLElement, bridge: EntryBridge): void {
  let told: HTMLElement | null = null;
  let done = false;
  const question = askUntilAnswered({
    after: windowAfter,
    async ask() {
      const asked = await bridge.question();
      if (asked === undefined) return 'refused';
      if (!done) ask(root, bridge, asked);
      done = true;
      return null;
    },
    lasting(why) {
      told?.remove();
      if (why === null) return;
      told = notAsked(why, question.askNow, bridge.cancel);
      root.replaceChildren(told);
    },
  });
  question.askNow();
}

function notAsked(why: NoAnswer, again: () => void, leave: () => void): HTMLElement {
  const element = make('section', 'entry');
  const said = make('div', '');
  said.setAttribute('role', 'alert');
  const { what, means, todo } = words.notAsked[why];
  said.append(make('h1', '', what), make('p', '', means), make('p', '', todo));
  const log = make('p', 'secondary', unanswered.log(usualLogFile(navigator.platform)));
  const cancel = make('button', 'button', words.cancel);
  const retry = make('button', 'button button-primary', unanswered.tryAgain);
  cancel.type = 'button';
  retry.type = 'button';
  cancel.addEventListener('click', leave);
  retry.addEventListener('click', again);
  const actions = make('div', 'entry-actions');
  actions.append(cancel, retry);
  element.append(said, log, actions);
  return element;
}

const root = document.getElementById('entry');
if (root !== null) {
  begin(root, window.entry);
  keepFitting(root, window.entry);
}
