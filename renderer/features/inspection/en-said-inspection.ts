// What the status line says about an inspection. Apart from the sheet's words, which load with the sheet:
// these load with the first screen.
import type {
  InspectionAnswerView,
  InspectionOutcome,
} from '../../../electron/shared/inspection/inspection-view.ts';

/** What is not answered with yes or no is `unclear` in one word. */
const shortOutcomes: Readonly<Record<InspectionOutcome, string>> = {
  honoured: 'accepted',
  refused: 'refused',
  lacks_scope: 'valid, scope not enough',
  unclear: 'unclear',
  no_answer: 'no answer',
  active: 'active',
  inactive: 'not active',
  asker_refused: 'credentials refused',
};

export const questionWords: Readonly<Record<InspectionAnswerView['question'], string>> = {
  'identity check': 'who am I',
  positions: 'positions',
  introspection: 'introspection',
};

export const inspectionSaid = {
  taken: (fingerprint: string) => `Token ${fingerprint} taken to inspect.`,
  tidied: 'What surrounded the token was left out.',
  answered: (answer: InspectionAnswerView) =>
    `${answer.environment}, ${questionWords[answer.question]}: ${shortOutcomes[answer.outcome]}.`,
} as const;

export const introspectionSaid = {
  saved: (name: string) => `Introspection of ${name} saved.`,
  switchedOff: (name: string) => `Introspection of ${name} is off.`,
} as const;
