// What had failed when a sheet was opened: a sheet that is fresh shows no old failure.
import { createContext } from 'react';
import type { Feedback } from '../state/feedback.ts';

/** Null outside of sheets. */
export const FailuresBefore = createContext<Feedback['failures'] | null>(null);
