// Passphrases and recovery keys that a person has typed and main still tries: overwritten at once where the machine
// goes to sleep, so that none is in the memory that a hibernating system writes to its disk.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret, SecretPrompt } from './ports.ts';

export function createHeldAnswers(prompt: Pick<SecretPrompt, 'askAgain'>) {
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
    askAgain: <T>(work: (ask: AskForSecret, close: () => void) => Promise<T>): Promise<T> =>
      prompt.askAgain((ask, close) => work(holding(ask), close)),
    /** What is being tried fails as it is used next; nothing is opened with it any more. */
    wipe: (): void => {
      // SECURITY(S38)
      for (const each of held) each.wipe();
      held.clear();
    },
  };
}
