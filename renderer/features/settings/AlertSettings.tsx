// What is told by a notification while nobody looks at the window, when, and for which tags otherwise.
import type { ReactNode } from 'react';
import type {
  AlertSettingsChange,
  AlertSettingsView,
} from '../../../electron/shared/protection/protection-view.ts';
import type { TagAlertView } from '../../../electron/shared/renewal/renewal-view.ts';
import { Choice, Choices, Select, TimeField } from '../../components/Field.tsx';
import { alertWords as words } from '../alerts/en-alerts.ts';
import { secretDueWords as dueWords } from '../health/en-secret-due.ts';
import { timeOfDay } from '../../model/next-time.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { SETTINGS_SUBJECT } from '../../bridge/feedback.ts';
import { changeSettings } from '../../actions/shared-calls.ts';

const NIGHT = { from: 22 * 60, to: 7 * 60 };
const USUAL = 'usual';
const NO_TAGS: readonly TagAlertView[] = [];

const keyOf = (minutes: readonly number[]): string => minutes.join(' ');
const minutesOf = (key: string): number[] =>
  key === '' ? [] : key.split(' ').map((each) => Number(each));

export function AlertSettings({ alerts }: { readonly alerts: AlertSettingsView }): ReactNode {
  const { call } = useApp();
  const change = (part: AlertSettingsChange): void => void changeSettings(call, { alerts: part });
  const { quiet } = alerts;
  return (
    <>
      <Choices legend={words.title} titled>
        <Choice
          label={words.on}
          note={words.onNote}
          checked={alerts.on}
          onChange={({ currentTarget: { checked } }) => change({ on: checked })}
        />
        <Choice
          label={words.hideNames}
          note={words.hideNamesNote}
          disabled={!alerts.on}
          checked={alerts.hideNames}
          onChange={({ currentTarget: { checked } }) => change({ hideNames: checked })}
        />
        <Choice
          label={words.quiet}
          note={words.quietNote}
          disabled={!alerts.on}
          checked={quiet !== null}
          onChange={({ currentTarget: { checked } }) => change({ quiet: checked ? NIGHT : null })}
        />
        {quiet !== null && (
          <Choice
            label={words.urgent}
            disabled={!alerts.on}
            checked={alerts.urgentInQuiet}
            onChange={({ currentTarget: { checked } }) => change({ urgentInQuiet: checked })}
          />
        )}
      </Choices>
      {quiet !== null && (
        <div className="columns">
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
        words={words}
        disabled={!alerts.on}
        value={keyOf(alerts.minutesBefore)}
        onChange={(key) => change({ minutesBefore: minutesOf(key) })}
      />
      <Thresholds
        label={dueWords.before}
        hint={dueWords.beforeNote}
        words={dueWords}
        value={keyOf(alerts.daysBefore)}
        onChange={(key) => change({ daysBefore: minutesOf(key) })}
      />
      <TagThresholds disabled={!alerts.on} />
    </>
  );
}

/** How long before: `more`, what was set otherwise, and a choice of a few. */
function Thresholds(props: {
  readonly label: string;
  readonly hint?: string;
  readonly words: typeof words | typeof dueWords;
  readonly disabled?: boolean;
  readonly value: string;
  readonly more?: readonly (readonly [key: string, label: string])[];
  readonly onChange: (key: string) => void;
}): ReactNode {
  const { words: said, value, more = [], onChange, ...field } = props;
  const isKnown = [...more, ...said.presets].some(([key]) => key === value);
  const own = isKnown ? [] : [[value, said.own(minutesOf(value))] as const];
  return (
    <Select
      {...field}
      chosen={value}
      options={[...more, ...own, ...said.presets]}
      onChoose={onChange}
    />
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
        words={words}
        disabled={props.disabled}
        value={own === undefined ? USUAL : keyOf(own.minutesBefore)}
        more={[[USUAL, words.usual]]}
        onChange={(key) => change(tag, key)}
      />
    );
  });
}
