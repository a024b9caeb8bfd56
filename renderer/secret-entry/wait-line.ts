// The wait after too many wrong passphrases: the button counts it down and takes nothing before it is
// over. Main keeps the wait itself; this only shows it.
import { entryWords as words } from './entry-words.ts';

const STEP_MS = 250;

/**
 * Answers whether the wait still goes on.
 * @param label the button's own word, put back afterwards.
 * @param over says, politely and once, that it is over.
 */
export function startWait(
  waitMs: number,
  submit: HTMLButtonElement,
  label: string,
  over: () => void,
): () => boolean {
  const endsAtMs = performance.now() + waitMs;
  const leftMs = (): number => endsAtMs - performance.now();
  if (waitMs <= 0) return () => false;
  const show = (): void => {
    submit.textContent = words.submitIn(label, Math.ceil(leftMs() / 1000));
  };
  submit.ariaDisabled = 'true';
  show();
  const timer = setInterval(() => {
    if (leftMs() > 0) return show();
    clearInterval(timer);
    submit.ariaDisabled = null;
    submit.textContent = label;
    over();
    return undefined;
  }, STEP_MS);
  return () => leftMs() > 0;
}
