// A person at the secret-entry window: `ask` answers each question, whether the window is a new one or stays.
import type { AskForSecret, SecretPrompt } from '../../electron/main/secret-input/ports.ts';

export const fakePrompt = (ask: AskForSecret): SecretPrompt => ({
  ask,
  askAgain: (work) => work(ask, () => undefined),
});
