// Buttons: one primary look, one plain, one quiet, one for what stops things. A busy button keeps its
// place, width and focus, and shows progress only after 300 ms.
import type { ComponentProps, ReactNode } from 'react';
import { useElapsed } from './use-time.ts';

const PROGRESS_AFTER_MS = 300;

interface Props extends Omit<ComponentProps<'button'>, 'type'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'icon';
  readonly busy?: boolean;
  readonly submit?: boolean;
}

export function Button({
  look = 'plain',
  busy = false,
  submit = false,
  ...rest
}: Props): ReactNode {
  const showProgress = useElapsed(busy, PROGRESS_AFTER_MS);
  const { className, onClick, disabled, ...others } = rest;
  return (
    <button
      {...others}
      type={submit ? 'submit' : 'button'}
      className={`button button-${look}${className === undefined ? '' : ` ${className}`}`}
      aria-disabled={busy || disabled === true ? true : undefined}
      aria-busy={busy ? true : undefined}
      data-progress={showProgress ? '' : undefined}
      onClick={(event) => {
        if (busy || disabled === true) return event.preventDefault();
        return onClick?.(event);
      }}
    />
  );
}
