// A time of the day, of 24 hours as everywhere in this window. The platform's own field speaks the language
// of the system: "10:18 PM" stood beside "22:18".
import { useState, type ReactNode } from 'react';
import { en } from '../i18n/en.ts';
import { minuteOfDay, timeOfDay } from '../model/next-time.ts';
import { TextField } from './Field.tsx';

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
