// One step of a guided plan: who does it, where, and how it is known to be done. What was proven here
// and what is only the person's word look different, and say so.
import type { ReactNode } from 'react';
import type { PlanMark } from '../../model/leak-standing.ts';
import { planWords, whoAndWhere } from './en-rotation.ts';

export function PlanStep(props: {
  readonly number: number;
  readonly title: string;
  readonly who: string;
  readonly where: string;
  readonly mark: PlanMark;
  readonly children?: ReactNode;
}): ReactNode {
  const { mark } = props;
  return (
    <li className="plan-step" data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
      <span className="plan-number" aria-hidden="true">
        <PlanShape mark={mark} number={props.number} />
      </span>
      <div className="plan-body">
        <div className="line line-apart step-head">
          <h3>{props.title}</h3>
          <span className="plan-mark">{planWords[mark]}</span>
        </div>
        <p className="secondary">{whoAndWhere(props.who, props.where)}</p>
        {props.children}
      </div>
    </li>
  );
}

/** Filled with a tick: proven. Open with a tick: done or said. A number: still to do. */
function PlanShape(props: { readonly mark: PlanMark; readonly number: number }): ReactNode {
  if (props.mark === 'unproven') return '?';
  if (props.mark !== 'proven' && props.mark !== 'said' && props.mark !== 'done') {
    return props.number;
  }
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" focusable="false">
      <path
        d="m4 8.4 2.6 2.6L12 5.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
