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
import { entryWords as words, type FieldPurpose } from './entry-words.ts';
import { showRecoveryKey } from './recovery-page.ts';
import { createSecretField, make, makeButton, type SecretField } from './secret-field.ts';
import { StrengthLine, startWait } from './strength-line.ts';
import { SUGGESTED_BITS, createSuggestion } from './suggested-passphrase.ts';
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
  if (purpose === 'show_recovery_key') showRecoveryKey(root, bridge, question);
  else new EntryForm(root, bridge, question, purpose).show();
}

/** One question that is answered by a field. */
class EntryForm {
  readonly #root: HTMLElement;
  readonly #bridge: EntryBridge;
  readonly #purpose: FieldPurpose;
  readonly #about: string;
  readonly #first: SecretField;
  /** Of a new passphrase, which is typed twice. */
  readonly #second: SecretField | null;
  readonly #strength: StrengthLine | null;
  readonly #suggestion = createSuggestion((text) => this.#take(text));
  readonly #note = make('p', { className: 'secondary', role: 'status' });
  readonly #problem: HTMLElement;
  readonly #submit: HTMLButtonElement;
  readonly #isWaiting: () => boolean;
  /** Keys and the end of the page, as long as this question stands. */
  readonly #standing = new AbortController();
  #sent = false;

  constructor(
    root: HTMLElement,
    bridge: EntryBridge,
    { about, problem, waitMs }: EntryQuestion,
    purpose: FieldPurpose,
  ) {
    this.#root = root;
    this.#bridge = bridge;
    this.#purpose = purpose;
    const title = words.title[purpose];
    const label = words.submit[purpose];
    document.title = title;
    const isNew = completionOf(purpose) === 'new-password';
    // Under a heading that says what to do with it, the field says what it is.
    const field = purpose === 'new_passphrase' ? words.title.passphrase : title;
    this.#first = createSecretField('first', field, completionOf(purpose));
    this.#second = isNew ? createSecretField('second', words.again, 'new-password') : null;
    this.#strength = isNew ? new StrengthLine() : null;
    this.#problem = make(
      'p',
      { className: 'field-error entry-problem', role: 'alert' },
      problem ?? '',
    );
    this.#submit = make('button', { type: 'submit', className: 'button button-primary' }, label);
    this.#isWaiting = startWait(waitMs, this.#submit, label, () => this.#say('', words.waitOver));
    this.#about = about;
    this.#first.input.addEventListener('input', () => this.#typed());
  }

  show(): void {
    const suggested = this.#suggestion;
    const form = make(
      'form',
      { className: 'entry', noValidate: true, onsubmit: (event) => this.#send(event) },
      make('h1', {}, words.title[this.#purpose]),
      make('p', { className: 'entry-about secondary wrap' }, this.#about),
      this.#problem,
      this.#first.element,
      ...(this.#strength === null ? [] : [suggested.shown, this.#strength.element]),
      ...(this.#second === null ? [] : [this.#second.element]),
      this.#note,
      make(
        'div',
        { className: 'actions actions-last' },
        ...(this.#second === null ? [] : [suggested.button]),
        makeButton(words.cancel, this.#leave),
        this.#submit,
      ),
    );
    this.#root.replaceChildren(form);
    const { signal } = this.#standing;
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') this.#leave();
      },
      { signal },
    );
    window.addEventListener('pagehide', this.#clear, { signal });
    this.#first.input.focus();
  }

  readonly #clear = (): void => {
    this.#first.input.value = '';
    if (this.#second !== null) this.#second.input.value = '';
  };

  readonly #leave = (): void => {
    this.#clear();
    this.#bridge.cancel();
  };

  #say(problem: string, note: string): void {
    this.#problem.textContent = problem;
    this.#note.textContent = note;
  }

  /** A suggestion, which is typed back once. */
  #take(text: string): void {
    this.#first.write(text);
    this.#strength?.know(SUGGESTED_BITS, words.suggested(SUGGESTED_BITS));
    this.#second?.write('');
    this.#second?.input.focus();
  }

  #typed(): void {
    const text = this.#first.input.value;
    // It is no longer what is in the field.
    this.#suggestion.shown.textContent = '';
    this.#note.textContent =
      isAsTyped(this.#purpose) && text !== text.trim() ? words.edgeSpace : '';
    if (this.#strength === null) return;
    const bytes = encode(text, this.#purpose);
    this.#strength.measure(bytes);
    bytes.fill(0);
  }

  #send(event: Event): void {
    event.preventDefault();
    if (this.#sent || this.#isWaiting()) return;
    const bytes = encode(this.#first.input.value, this.#purpose);
    const refused = this.#refuses(bytes);
    this.#sent = !refused;
    if (!refused) this.#bridge.submit(bytes);
    bytes.fill(0);
    if (refused) return;
    this.#clear();
    this.#suggestion.shown.textContent = '';
    this.#submit.disabled = true;
    if (triedPurposes.has(this.#purpose)) void this.#askedAgain();
    // Main closes the window as soon as it has the bytes.
    else windowAfter(LASTING_AFTER_MS, () => this.#say(words.notTaken, ''));
  }

  /** Whether something is wrong with it; says what. */
  #refuses(bytes: Uint8Array): boolean {
    const most = maxBytesOf(this.#purpose);
    if (bytes.length === 0) this.#first.fail(words.empty);
    else if (bytes.length > most) this.#first.fail(words.tooLong(most));
    else if (this.#strength !== null && this.#strength.measure(bytes) < MIN_PASSPHRASE_BITS) {
      this.#first.fail(words.weak);
    } else if (this.#second !== null && this.#second.input.value !== this.#first.input.value) {
      this.#second.fail(words.differ);
    } else return false;
    return true;
  }

  /** Main closes the window where it is content with the answer, and asks again where it is not. */
  async #askedAgain(): Promise<void> {
    this.#note.textContent = words.checking;
    const next = await this.#bridge.question().catch(() => undefined);
    // The question that stood already: what was sent never arrived.
    if (next === undefined || next.problem === null) return this.#say(words.notTaken, '');
    this.#standing.abort();
    return ask(this.#root, this.#bridge, next);
  }
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
  const { what, means, todo } = words.notAsked[why];
  return make(
    'section',
    { className: 'entry' },
    make('div', { role: 'alert' }, make('h1', {}, what), make('p', {}, means), make('p', {}, todo)),
    make('p', { className: 'secondary' }, unanswered.log(usualLogFile(navigator.platform))),
    make(
      'div',
      { className: 'actions actions-last' },
      makeButton(words.cancel, leave),
      makeButton(unanswered.tryAgain, again, 'button-primary'),
    ),
  );
}

const root = document.getElementById('entry');
if (root !== null) {
  begin(root, window.entry);
  keepFitting(root, window.entry);
}
