// What is told by a notification while nobody looks at the window, when, and for which tags otherwise.
import type { ReactNode } from 'react';
import type {
  AlertSettingsChange,
  AlertSettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import type { TagAlertView } from '../../../electron/shared/renewal/renewal-view.ts';
import { Choice, Choices, SelectField } from '../../components/Field.tsx';
import { TimeField } from '../../components/TimeField.tsx';
import { alertWords as words } from '../alerts/en-alerts.ts';
import { secretDueWords as dueWords } from '../health/en-secret-due.ts';
import { timeOfDay } from '../../model/next-time.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { SETTINGS_SUBJECT } from '../../bridge/feedback.ts';
import { changeSettings } from '../../actions/shared-calls.ts';

type Preset = keyof typeof words.presets;
const presets = ['60 15 5', '15 5', '5', ''] as const satisfies readonly Preset[];
const duePresets = [
  '30 7 1',
  '14 3',
  '7 1',
  '',
] as const satisfies readonly (keyof typeof dueWords.presets)[];
const NIGHT = { from: 22 * 60, to: 7 * 60 };
const USUAL = 'usual';
const NO_TAGS: readonly TagAlertView[] = [];

const keyOf = (minutes: readonly number[]): string => minutes.join(' ');
const minutesOf = (key: string): number[] =>
  key === '' ? [] : key.split(' ').map((each) => Number(each));

export function AlertSettings(props: { readonly alerts: AlertSettingsView }): ReactNode {
  const { alerts } = props;
  const { call } = useApp();
  const change = (part: AlertSettingsChange): void => void changeSettings(call, { alerts: part });
  const { quiet } = alerts;
  return (
    <>
      <Choices legend={words.title} titled>
        <Choice
          type="checkbox"
          label={words.on}
          note={words.onNote}
          checked={alerts.on}
          onChange={({ currentTarget: { checked } }) => change({ on: checked })}
        />
        <Choice
          type="checkbox"
          label={words.hideNames}
          note={words.hideNamesNote}
          disabled={!alerts.on}
          checked={alerts.hideNames}
          onChange={({ currentTarget: { checked } }) => change({ hideNames: checked })}
        />
        <Choice
          type="checkbox"
          label={words.quiet}
          note={words.quietNote}
          disabled={!alerts.on}
          checked={quiet !== null}
          onChange={({ currentTarget: { checked } }) => change({ quiet: checked ? NIGHT : null })}
        />
        {quiet !== null && (
          <Choice
            type="checkbox"
            label={words.urgent}
            disabled={!alerts.on}
            checked={alerts.urgentInQuiet}
            onChange={({ currentTarget: { checked } }) => change({ urgentInQuiet: checked })}
          />
        )}
      </Choices>
      {quiet !== null && (
        <div className="field-pair">
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={words[end]}
              disabled={!alerts.on}
              time={timeOfDay(quiet[end])}
              onLeave={(minute) => {
                if (minute !== quiet[end]) change({ quiet: { [end]: minute } });
              }}
            />
          ))}
        </div>
      )}
      <Thresholds
        label={words.before}
        disabled={!alerts.on}
        value={keyOf(alerts.minutesBefore)}
        onChange={(key) => change({ minutesBefore: minutesOf(key) })}
      />
      <SelectField
        label={dueWords.before}
        hint={dueWords.beforeNote}
        value={keyOf(alerts.daysBefore)}
        onChange={({ currentTarget }) => change({ daysBefore: minutesOf(currentTarget.value) })}
      >
        {!duePresets.some((each) => each === keyOf(alerts.daysBefore)) && (
          <option value={keyOf(alerts.daysBefore)}>{dueWords.own(alerts.daysBefore)}</option>
        )}
        {duePresets.map((each) => (
          <option key={each} value={each}>
            {dueWords.presets[each]}
          </option>
        ))}
      </SelectField>
      <TagThresholds disabled={!alerts.on} />
    </>
  );
}

function Thresholds(props: {
  readonly label: string;
  readonly disabled: boolean;
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { label, disabled, value, onChange } = props;
  const known = value === USUAL || presets.some((each) => each === value);
  return (
    <SelectField
      label={label}
      disabled={disabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {props.children}
      {!known && <option value={value}>{words.own(minutesOf(value))}</option>}
      {presets.map((each) => (
        <option key={each} value={each}>
          {words.presets[each]}
        </option>
      ))}
    </SelectField>
  );
}

function TagThresholds(props: { readonly disabled: boolean }): ReactNode {
  const { call } = useApp();
  const tagAlerts = useView((view) => view.tagAlerts) ?? NO_TAGS;
  const credentials = useView((view) => view.credentials) ?? [];
  const tags = [...new Set(credentials.flatMap((each) => each.tags))].toSorted();
  const change = (tag: string, key: string): void => {
    const minutesBefore = key === USUAL ? null : minutesOf(key);
    void call('tagAlertSet', { tag, minutesBefore }, { subject: SETTINGS_SUBJECT });
  };
  return tags.map((tag) => {
    const own = tagAlerts.find((each) => each.tag === tag);
    return (
      <Thresholds
        key={tag}
        label={words.tag(tag)}
        disabled={props.disabled}
        value={own === undefined ? USUAL : keyOf(own.minutesBefore)}
        onChange={(key) => change(tag, key)}
      >
        <option value={USUAL}>{words.usual}</option>
      </Thresholds>
    );
  });
}
