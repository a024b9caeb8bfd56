// The words of the first steps with the practice credentials.
import type { FirstStep } from '../../../model/first-steps.ts';

const steps: Readonly<Record<FirstStep, readonly [what: string, note: string]>> = {
  get: ['Get a token', 'The practice gateway on this machine issues it.'],
  check: ['Check it', 'Asks whether the token works, and shows the answer.'],
  revoke: ['Revoke it', 'Strongroom keeps checking until the token really stops working.'],
};

export const gettingStarted = {
  title: 'Getting started',
  steps,
  done: 'done',
  next: 'next',
  afterwards: 'Ready for your own keys?',
  addEnvironment: 'Add your environment',
  hide: 'Hide',
} as const;

export const addedWords = {
  what: 'Not tested yet.',
  test: 'Test it now',
} as const;
