// The shape of every state, drawn for 16 px: one shape, one word, one colour, so that no state is told
// by colour alone. Decorative: the word beside it carries the meaning.
import type { ReactNode } from 'react';
import type { Standing } from '../i18n/en-states.ts';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 } as const;
const knock = { fill: 'none', stroke: 'var(--knock)', strokeWidth: 1.75 } as const;
const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const tickCircle = (
  <>
    <circle cx="8" cy="8" r="7" fill="currentColor" />
    <path d="m4.8 8.3 2.2 2.2 4.2-4.6" {...knock} {...round} />
  </>
);
const hollowCircle = <circle cx="8" cy="8" r="6.1" {...line} />;
const halfCircle = (
  <>
    {hollowCircle}
    <path d="M8 1.9a6.1 6.1 0 0 1 0 12.2Z" fill="currentColor" />
  </>
);
const struckCircle = (
  <>
    {hollowCircle}
    <path d="m4 12 8-8" {...line} />
  </>
);
const dashedCircle = <circle cx="8" cy="8" r="6.1" {...line} strokeDasharray="2.4 2.4" />;
const twoCircles = (
  <>
    <circle cx="5.9" cy="8" r="4.6" {...line} />
    <circle cx="10.1" cy="8" r="4.6" {...line} />
  </>
);
const question = (
  <>
    <path
      d="M6.2 6.4a1.9 1.9 0 1 1 2.6 1.7c-.6.3-.8.6-.8 1.2"
      {...line}
      strokeWidth={1.5}
      {...round}
    />
    <circle cx="8" cy="11.4" r=".95" fill="currentColor" />
  </>
);
const square = <rect x="1.9" y="1.9" width="12.2" height="12.2" rx="2" {...line} />;
const movingSquare = (
  <g strokeDasharray="6 3" className="state-moving">
    {square}
  </g>
);
const clockSquare = (
  <>
    {square}
    <path d="M8 4.8V8l2.2 1.6" {...line} strokeWidth={1.5} {...round} />
  </>
);
const halfClockSquare = (
  <>
    {square}
    <path d="M8 1.9h4.1a2 2 0 0 1 2 2v8.2a2 2 0 0 1-2 2H8Z" fill="currentColor" />
    <path d="M8 4.8V8l2.2 1.6" {...knock} strokeWidth={1.5} {...round} />
  </>
);
/** No tick: nothing here is to be ticked, and nothing is good. */
const crossedDisc = (
  <>
    <circle cx="8" cy="8" r="7" fill="currentColor" />
    <path d="m5.2 5.2 5.6 5.6m0-5.6-5.6 5.6" {...knock} {...round} />
  </>
);
const triangle = (
  <>
    <path d="M8 1.2 15.4 14.6H.6Z" fill="currentColor" />
    <path d="M8 5.8v4" {...knock} {...round} />
    <circle cx="8" cy="12.2" r="1" fill="var(--knock)" />
  </>
);
const person = (
  <>
    <circle cx="8" cy="4.6" r="3.2" fill="currentColor" />
    <path d="M1.8 15a6.2 6.2 0 0 1 12.4 0Z" fill="currentColor" />
  </>
);
const asked = (shape: ReactNode): ReactNode => (
  <>
    {shape}
    {question}
  </>
);
const dash = <path d="M3.5 8h9" {...line} {...round} />;

const shapes: Readonly<Record<Standing, ReactNode>> = {
  requesting: dashedCircle,
  possibly_issued: asked(hollowCircle),
  quarantined: triangle,
  active: tickCircle,
  expiring: halfCircle,
  expired: hollowCircle,
  refused: struckCircle,
  unclear: asked(hollowCircle),
  superseded: twoCircles,
  revoking: movingSquare,
  revoke_failed: triangle,
  propagating: clockSquare,
  confirming: halfClockSquare,
  still_honoured: triangle,
  verified: crossedDisc,
  not_verifiable: asked(square),
  needs_you: person,
  forgotten: dashedCircle,
  no_token: dash,
  failed: triangle,
};

export function StateShape(props: { readonly state: Standing; readonly size?: number }): ReactNode {
  const size = props.size ?? 16;
  return (
    <svg
      className="state-shape"
      data-state={props.state}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[props.state]}
    </svg>
  );
}

/** Before a figure that presses: half a disc under ten minutes, a warning under one. */
export function PressureShape(props: { readonly pressure: 'soon' | 'last' }): ReactNode {
  return (
    <svg
      className="pressure-shape"
      width={12}
      height={12}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      {props.pressure === 'soon' ? halfCircle : triangle}
    </svg>
  );
}
