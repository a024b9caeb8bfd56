// What went wrong, on the screens before a vault is open: what the window heard itself, else what main says of
// the vault, which a window that was loaded anew did not hear.
import type { ReactNode } from 'react';
import type { Failure } from '../../electron/shared/failures/failure.ts';
import { useFeedback } from '../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../state/feedback.ts';
import { FailureNotice } from './FailureNotice.tsx';
import { WindowFailure } from './WindowFailure.tsx';

export function GateFailure({ failure }: { readonly failure: Failure | null }): ReactNode {
  const told = useFeedback(({ failures }) => failures.has(WINDOW_SUBJECT));
  return failure === null || told ? <WindowFailure /> : <FailureNotice failure={failure} news />;
}
