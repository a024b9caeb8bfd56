// The wait after too many wrong passphrases: the button counts it down and takes nothing before it is
// over. Main keeps the wait itself; this only shows it.
import { entryWords as words } from './entry-words.ts';

const STEP_MS = 250;

interface WaitParts {
  readonly waitMs: number;
  readonly submit: HTMLButtonElement;
  /** The button's own word, put back afterwards. */
  readonly label: string;
  /** Says, politely and once, that it is over. */
  readonly over: () => void;
}

/** Answers whether the wait still goes on. */
export function startWait(parts: WaitParts): () => boolean {
  const { waitMs, submit, label } = parts;
  const endsAtMs = performance.now() + waitMs;
  const leftMs = (): number => endsAtMs - performance.now();
  if (waitMs <= 0) return () => false;
  const show = (): void => {
    submit.textContent = words.submitIn(label, Math.ceil(leftMs() / 1000));
  };
  submit.setAttribute('aria-disabled', 'true');
  show();
  const timer = setInterval(() => {
    if (leftMs() > 0) return show();
    clearInterval(timer);
    submit.removeAttribute('aria-disabled');
    submit.textContent = label;
    parts.over();
    return undefined;
  }, STEP_MS);
  return () => leftMs() > 0;
}
