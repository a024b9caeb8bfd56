// A band of news over what it is about: what happened, what can be done about it, and a cross where it
// may be put away.
import { Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { en } from '../i18n/en.ts';
import { Button } from './Button.tsx';
import { unanswered, usualLogFile, type UnansweredWords } from '../i18n/en-unanswered.ts';

export function Notice(props: {
  readonly failure?: boolean;
  /** With a name it is a landmark of its own. */
  readonly name?: string;
  readonly onDismiss?: (() => void) | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { failure = false, name, onDismiss } = props;
  const Band = name === undefined ? 'div' : 'section';
  const Icon = failure ? TriangleAlert : Info;
  return (
    <Band className={failure ? 'notice notice-failure' : 'notice'} aria-label={name}>
      <Icon className="notice-icon" size={16} aria-hidden="true" />
      <div className="notice-text">{props.children}</div>
      {onDismiss !== undefined && (
        <Button
          look="icon"
          aria-label={en.verbs.dismiss}
          title={en.verbs.dismiss}
          onClick={onDismiss}
        >
          <X size={14} aria-hidden="true" />
        </Button>
      )}
    </Band>
  );
}

/** What happened, then what that means and what to do, a paragraph each; announced at once where it is news. */
export function Told(props: {
  readonly says: readonly string[];
  readonly news?: boolean;
}): ReactNode {
  const [what, ...more] = props.says;
  return (
    <div role={props.news === false ? undefined : 'alert'}>
      <p className="strong">{what}</p>
      {more.map((each) => each !== '' && <p key={each}>{each}</p>)}
    </div>
  );
}

/**
 * What a window says that lacks something it waits for: what happened, what it means, what to do, and where
 * the log lies. Asks main for nothing.
 */
export function Unanswered(props: {
  readonly words: UnansweredWords;
  readonly children?: ReactNode;
}): ReactNode {
  const { what, means, todo } = props.words;
  return (
    <Notice failure>
      <Told says={[what, means, todo]} />
      <p className="secondary">{unanswered.log(usualLogFile(navigator.platform))}</p>
      {props.children}
    </Notice>
  );
}
