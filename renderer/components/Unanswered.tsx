// What a window says that lacks something it waits for: what happened, what it means, what to do, and where
// the log lies. Asks main for nothing.
import type { ReactNode } from 'react';
import { unanswered, usualLogFile, type UnansweredWords } from '../i18n/en-unanswered.ts';
import { Notice } from './Notice.tsx';

export function Unanswered(props: {
  readonly words: UnansweredWords;
  readonly children?: ReactNode;
}): ReactNode {
  const { what, means, todo } = props.words;
  return (
    <Notice failure>
      <div role="alert">
        <p className="strong">{what}</p>
        <p>{means}</p>
        <p>{todo}</p>
      </div>
      <p className="secondary">{unanswered.log(usualLogFile(navigator.platform))}</p>
      {props.children}
    </Notice>
  );
}
