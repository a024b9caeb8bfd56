// A labelled field whose hint and error are linked to it (WCAG 3.3.1, 3.3.3). There is no field for a
// secret anywhere in this window.
import { createElement, useId, type ComponentProps, type ReactNode, useState } from 'react';
import { en } from '../i18n/en.ts';
import { minuteOfDay, timeOfDay } from '../model/next-time.ts';

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
}

const said = (error: Common['error']): error is string => error !== undefined && error !== null;

const linked = (id: string, error: Common['error']) => ({
  id,
  'aria-describedby': `${id}-hint ${id}-error`,
  'aria-invalid': said(error) ? true : undefined,
});

function HintAndError({ id, hint, error }: Omit<Common, 'label'> & { readonly id: string }) {
  return (
    <>
      <div className="field-error" id={`${id}-error`}>
        {error}
      </div>
      <div className="field-hint secondary" id={`${id}-hint`}>
        {hint}
      </div>
    </>
  );
}

function Frame(props: Common & { readonly id: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="field" data-error={said(props.error) ? '' : undefined}>
      <label htmlFor={props.id}>{props.label}</label>
      {props.children}
      <HintAndError {...props} />
    </div>
  );
}

const fieldOf = <T extends 'input' | 'select' | 'textarea'>(tag: T, usual: ComponentProps<T>) =>
  function Field(props: Common & ComponentProps<T>): ReactNode {
    const { label, hint, error, ...rest } = props;
    const id = useId();
    return (
      <Frame {...{ id, label, hint, error }}>
        {createElement(tag, { ...usual, ...rest, ...linked(id, error) })}
      </Frame>
    );
  };

export const TextField = fieldOf('input', { autoComplete: 'off', spellCheck: false });
export const SelectField = fieldOf('select', {});

/** One answer of several, out of a list that unfolds. */
export function Select<T extends string | number>(
  props: Common & {
    readonly options: readonly (readonly [value: T, label: string])[];
    readonly chosen: T;
    readonly disabled?: boolean;
    readonly autoFocus?: boolean;
    readonly onChoose: (value: T) => void;
  },
): ReactNode {
  const { options, chosen, onChoose, ...rest } = props;
  return (
    <SelectField
      {...rest}
      value={chosen}
      onChange={({ currentTarget: { selectedIndex } }) => {
        const [value] = options[selectedIndex] ?? [chosen];
        onChoose(value);
      }}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Several lines. */
export const TextArea = fieldOf('textarea', { autoComplete: 'off' });

interface Question extends Omit<Common, 'label'> {
  readonly legend: string;
  /** A heading beside it shows the legend's words already. */
  readonly titled?: boolean;
  /** Short choices, side by side where there is room. */
  readonly inline?: boolean;
}

/** Radio buttons or check boxes under one question. */
export function Choices(props: Question & { readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <fieldset
      className={props.inline === true ? 'field choices choices-inline' : 'field choices'}
      aria-describedby={`${id}-hint ${id}-error`}
      data-error={said(props.error) ? '' : undefined}
    >
      <legend className={props.titled === true ? 'visually-hidden' : undefined}>
        {props.legend}
      </legend>
      {props.children}
      <HintAndError id={id} hint={props.hint} error={props.error} />
    </fieldset>
  );
}

type Option<T> = readonly [value: T, label: string, note?: string | undefined];

/** One answer of several. `wanted`: the sheet was opened for it, so the one that is chosen takes the focus. */
export function Radios<T extends string>(
  props: Question & {
    readonly options: readonly Option<T>[];
    readonly chosen: T | null;
    readonly wanted?: boolean;
    readonly onChoose: (value: T) => void;
  },
): ReactNode {
  const { options, chosen, wanted = false, onChoose, ...question } = props;
  const name = useId();
  return (
    <Choices {...question}>
      {options.map(([value, label, note]) => (
        <Choice
          key={value}
          type="radio"
          name={name}
          label={label}
          note={note}
          checked={value === chosen}
          data-wanted={wanted && value === chosen ? '' : undefined}
          onChange={() => onChoose(value)}
        />
      ))}
    </Choices>
  );
}

export function Choice({
  label,
  note,
  type = 'checkbox',
  ...rest
}: {
  readonly label: string;
  readonly note?: string | undefined;
  readonly type?: 'radio' | 'checkbox';
} & Omit<ComponentProps<'input'>, 'type'>): ReactNode {
  const id = useId();
  return (
    <div className="line line-firm line-top choice">
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

/**
 * A time of the day, of 24 hours as everywhere in this window. The platform's own field speaks the language
 * of the system: "10:18 PM" stood beside "22:18".
 */
export function TimeField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
  /** What it shows at first, `18:00`. */
  readonly time: string;
  /** What was typed so far, which may be no time yet. */
  readonly onType?: (typed: string) => void;
  /** Minutes after midnight, once the field is left, or Enter pressed in it, with a time in it. */
  readonly onLeave?: (minute: number) => void;
}): ReactNode {
  const { label, hint, disabled, time, onType, onLeave } = props;
  const [typed, setTyped] = useState(time);
  const [isDone, setIsDone] = useState(false);
  const minute = minuteOfDay(typed);
  const end = (): void => {
    setIsDone(true);
    if (minute === null) return;
    setTyped(timeOfDay(minute));
    onLeave?.(minute);
  };
  return (
    <TextField
      label={label}
      hint={hint}
      disabled={disabled}
      inputMode="numeric"
      maxLength={5}
      value={typed}
      error={isDone && minute === null ? en.timeError : null}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        setIsDone(false);
        onType?.(value);
      }}
      onKeyDown={({ key }) => (key === 'Enter' ? end() : setIsDone(false))}
      onBlur={end}
    />
  );
}
