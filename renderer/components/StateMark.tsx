// A state as shape and word in its colour. While a revocation spreads, the time that takes stands
// behind the word.
import type { ReactNode } from 'react';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import { stateMeans, stateWords, type Standing } from '../i18n/en-states.ts';
import { waitEndsAtMs } from '../model/token-standing.ts';
import { ShortCountdown } from './Time.tsx';
import { StateShape } from './state-shapes.tsx';

export function StateMark(props: {
  readonly state: Standing;
  readonly token?: TokenView | null;
}): ReactNode {
  return (
    <span className="state-mark" title={stateMeans[props.state]}>
      <StateShape state={props.state} />
      <StateWord {...props} />
    </span>
  );
}

/** The word alone, where the shape stands elsewhere. */
export function StateWord(props: {
  readonly state: Standing;
  readonly token?: TokenView | null;
  /** In place of the state's own. */
  readonly word?: string;
}): ReactNode {
  const endsAtMs = waitEndsAtMs(props.state, props.token ?? null);
  return (
    <span className="state-word" data-state={props.state}>
      {props.word ?? stateWords[props.state]}
      {endsAtMs !== null && (
        <>
          {' '}
          <ShortCountdown endsAtMs={endsAtMs} />
        </>
      )}
    </span>
  );
}
