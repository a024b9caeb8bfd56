// Which environment something belongs to, and the way to add one where it is missed.
import { useRef, useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import { en, kindWords } from '../i18n/en.ts';
import { SelectField } from './Field.tsx';

/** No environment has such an id. */
const ADD = '+';
/** Keys that choose what the list points to; every other one only moves in it. */
const CHOOSING = new Set(['Enter', ' ', 'Tab', 'Escape']);
const words = en.environmentSelect;

export function EnvironmentSelect(props: {
  readonly environments: readonly EnvironmentView[];
  /** Empty: not chosen yet. */
  readonly value: string;
  readonly hint?: string;
  readonly error?: string | null;
  /** The sheet was opened for it: it takes the focus. */
  readonly wanted?: boolean;
  readonly onChange: (id: string) => void;
  readonly onAdd: () => void;
}): ReactNode {
  const moves = useRef(false);
  // Arrow keys in a closed list choose what they pass: a form must not open under them.
  const [pointsToAdd, setPointsToAdd] = useState(false);
  const add = (): void => {
    setPointsToAdd(false);
    props.onAdd();
  };
  return (
    <SelectField
      label={words.label}
      hint={pointsToAdd ? words.pressEnter : props.hint}
      error={props.error ?? null}
      value={pointsToAdd ? ADD : props.value}
      data-wanted={props.wanted === true ? '' : undefined}
      onPointerDown={() => {
        moves.current = false;
      }}
      onKeyDown={(event) => {
        moves.current = !CHOOSING.has(event.key);
        if (!pointsToAdd || event.key !== 'Enter') return;
        event.preventDefault();
        add();
      }}
      onBlur={() => setPointsToAdd(false)}
      onChange={({ currentTarget: { value } }) => {
        setPointsToAdd(value === ADD && moves.current);
        if (value !== ADD) props.onChange(value);
        else if (!moves.current) add();
      }}
    >
      <option value="">{words.choose}</option>
      {props.environments.map(({ id, name, kind }) => (
        <option key={id} value={id}>
          {name === kindWords[kind] ? name : `${name} (${kindWords[kind].toLowerCase()})`}
        </option>
      ))}
      <option value={ADD}>{words.add}</option>
    </SelectField>
  );
}
