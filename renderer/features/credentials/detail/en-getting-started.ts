// The words of the first steps with the practice credentials.
import type { FirstStep } from '../../../model/first-steps.ts';

const steps: Readonly<Record<FirstStep, readonly [what: string, note: string]>> = {
  get: ['Get a token', 'The practice gateway on this machine issues it.'],
  check: ['Check it', 'Asks whether the token works, and shows the answer.'],
  revoke: ['Revoke it', 'It counts as dead only once that is confirmed.'],
};

export const gettingStarted = {
  title: 'Getting started',
  steps,
  done: 'done',
  next: 'next',
  afterwards: 'Then bring in your own:',
  addEnvironment: 'Add your environment',
  hide: 'Hide',
} as const;

export const addedWords = {
  what: 'Nothing has been asked with this credential yet.',
  test: 'Test it now',
} as const;
