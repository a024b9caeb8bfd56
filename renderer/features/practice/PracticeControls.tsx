// How the practice gateway behaves: lifetimes, how long a revocation spreads, a slow first call, and
// wrong answers on demand. Within the bounds of the contract, said before main refuses.
import { useState, type FormEvent, type ReactNode } from 'react';
import type {
  PracticeFault,
  PracticeView,
} from '../../../electron/shared/practice/practice-view.ts';
import { Button } from '../../components/Button.tsx';
import { SelectField, TextField } from '../../components/Field.tsx';
import { faultWords, practiceWords as words } from './en-practice.ts';
import { useApp } from '../../state/app-context.tsx';

const fields = [
  ['traderLifetimeSeconds', words.traderLifetime, 5, 86_400],
  ['partnerLifetimeSeconds', words.partnerLifetime, 5, 86_400],
  ['propagationSeconds', words.propagation, 0, 600],
  ['slowFirstCallMs', words.slow, 0, 10_000],
] as const;
type Field = (typeof fields)[number][0];

const wrong = (text: string, min: number, max: number): boolean =>
  !/^\d{1,6}$/.test(text.trim()) || Number(text) < min || Number(text) > max;

export function PracticeControls(props: {
  readonly practice: PracticeView;
  readonly onChanged: (practice: PracticeView) => void;
}): ReactNode {
  const { practice, onChanged } = props;
  const { commands, feedback } = useApp();
  const [edited, setEdited] = useState<Partial<Record<Field, string>>>({});
  const [submitted, setSubmitted] = useState(false);
  const textOf = (field: Field): string => edited[field] ?? String(practice[field]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (fields.some(([field, , min, max]) => wrong(textOf(field), min, max))) return;
    const change = Object.fromEntries(fields.map(([field]) => [field, Number(textOf(field))]));
    const changed = await commands.changePractice(change);
    if (changed === null) return;
    setEdited({});
    onChanged(changed);
    feedback.say(words.applied);
  };
  const changeFault = async (fault: PracticeFault): Promise<void> => {
    const changed = await commands.changePractice({ fault });
    if (changed !== null) onChanged(changed);
  };
  return (
    <form noValidate className="practice-controls" onSubmit={(event) => void submit(event)}>
      {fields.map(([field, label, min, max]) => (
        <TextField
          key={field}
          label={label}
          inputMode="numeric"
          value={textOf(field)}
          error={submitted && wrong(textOf(field), min, max) ? words.range(min, max) : null}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setEdited((now) => ({ ...now, [field]: value }));
          }}
        />
      ))}
      <SelectField
        label={words.fault}
        value={practice.fault}
        onChange={(event) => void changeFault(event.currentTarget.value as PracticeFault)}
      >
        {Object.entries(faultWords).map(([fault, label]) => (
          <option key={fault} value={fault}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="practice-apply">
        <Button submit>{words.apply}</Button>
      </div>
    </form>
  );
}
