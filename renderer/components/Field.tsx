// A labelled field whose hint and error are linked to it (WCAG 3.3.1, 3.3.3). There is no field for a
// secret anywhere in this window.
import { useId, type ComponentProps, type ReactNode } from 'react';

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
}

function Frame(
  props: Common & { readonly id: string; readonly children: (describedBy: string) => ReactNode },
): ReactNode {
  const hintId = `${props.id}-hint`;
  const errorId = `${props.id}-error`;
  const hasError = props.error !== undefined && props.error !== null;
  return (
    <div className="field" data-error={hasError ? '' : undefined}>
      <label htmlFor={props.id}>{props.label}</label>
      {props.children(`${hintId} ${errorId}`)}
      <div className="field-error" id={errorId}>
        {hasError ? props.error : null}
      </div>
      <div className="field-hint" id={hintId}>
        {props.hint}
      </div>
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  ...rest
}: Common & ComponentProps<'input'>): ReactNode {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error ?? null}>
      {(describedBy) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined && error !== null ? true : undefined}
        />
      )}
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: Common & ComponentProps<'select'>): ReactNode {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error ?? null}>
      {(describedBy) => (
        <select
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined && error !== null ? true : undefined}
        >
          {children}
        </select>
      )}
    </Frame>
  );
}

/** Several lines. */
export function TextArea({
  label,
  hint,
  error,
  ...rest
}: Common & ComponentProps<'textarea'>): ReactNode {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error ?? null}>
      {(describedBy) => (
        <textarea
          autoComplete="off"
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined && error !== null ? true : undefined}
        />
      )}
    </Frame>
  );
}

/** Radio buttons or check boxes under one question. */
export function Choices(props: {
  readonly legend: string;
  /** A heading beside it shows the legend's words already. */
  readonly titled?: boolean;
  /** Short choices, side by side where there is room. */
  readonly inline?: boolean;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  const hasError = props.error !== undefined && props.error !== null;
  return (
    <fieldset
      className={props.inline === true ? 'field choices choices-inline' : 'field choices'}
      aria-describedby={`${id}-hint ${id}-error`}
      data-error={hasError ? '' : undefined}
    >
      <legend className={props.titled === true ? 'visually-hidden' : undefined}>
        {props.legend}
      </legend>
      {props.children}
      <div className="field-error" id={`${id}-error`}>
        {hasError ? props.error : null}
      </div>
      <div className="field-hint" id={`${id}-hint`}>
        {props.hint}
      </div>
    </fieldset>
  );
}

export function Choice({
  label,
  note,
  type,
  ...rest
}: {
  readonly label: string;
  readonly note?: string | undefined;
  readonly type: 'radio' | 'checkbox';
} & Omit<ComponentProps<'input'>, 'type'>): ReactNode {
  const id = useId();
  return (
    <div className="choice">
      <input
        {...rest}
        type={type}
        id={id}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {note !== undefined && (
          <div className="secondary" id={`${id}-note`}>
            {note}
          </div>
        )}
      </div>
    </div>
  );
}
