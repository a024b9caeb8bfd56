// Passphrases and recovery keys that a person has typed and main still tries: overwritten at once where the machine
// goes to sleep, so that none is in the memory that a hibernating system writes to its disk.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret, SecretPrompt } from './ports.ts';

interface HeldAnswers extends Pick<SecretPrompt, 'askAgain'> {
  /** What is being tried fails as it is used next; nothing is opened with it any more. */
  readonly wipe: () => void;
}

export function createHeldAnswers(prompt: Pick<SecretPrompt, 'askAgain'>): HeldAnswers {
  const held = new Set<SecretBytes>();

  const holding =
    (ask: AskForSecret): AskForSecret =>
    async (question) => {
      for (const each of held) if (each.wiped) held.delete(each);
      const answer = await ask(question);
      if (answer !== null) held.add(answer);
      return answer;
    };

  return {
    askAgain: (work) => prompt.askAgain((ask, close) => work(holding(ask), close)),
    wipe() {
      // SECURITY(S38)
      for (const each of held) each.wipe();
      held.clear();
    },
  };
}
