// What main asks before a plan for a leaked key keeps tokens from being renewed, ends them, or is put away. Pure.
import { counted } from '../../shared/counts.ts';
import type { Question } from '../secret-input/ports.ts';

export const startPlanQuestion = (name: string): Question => ({
  message: `Start the plan for the leaked key of ${name}?`,
  detail: 'Its tokens are renewed no more from now on: whatever uses them stops when they expire.',
  choices: ['Start the plan'],
  serious: false,
});

/** @param count tokens that are revoked then. */
export const deletedQuestion = (name: string, count: number): Question => ({
  message: `Revoke ${counted(count, 'token')} of ${name}, whose client you deleted?`,
  detail: 'Everything that uses them stops now. This cannot be undone.',
  choices: [`Revoke ${counted(count, 'token')}`],
  serious: true,
});

export const closePlanQuestion = (name: string): Question => ({
  message: `Close the plan for the leaked key of ${name}?`,
  detail:
    'The key no longer counts as leaked: tokens of it are asked for without a question, and renewal goes on where it ' +
    'is switched on.',
  choices: ['Close the plan'],
  serious: false,
});
