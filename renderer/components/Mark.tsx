// The mark of the product: a vault door seen from the front. Decorative.
import type { ReactNode } from 'react';

export function Mark(props: { readonly size: number }): ReactNode {
  return (
    <svg
      className="mark"
      width={props.size}
      height={props.size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <rect
        x="2.5"
        y="2.5"
        width="27"
        height="27"
        rx="7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
      <circle cx="16" cy="16" r="6.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="16" cy="16" r="2" fill="currentColor" />
      <path
        d="M16 6.2v3.3M16 22.5v3.3M6.2 16h3.3M22.5 16h3.3"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
