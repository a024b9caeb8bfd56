// The switch that lets programs ask for tokens, and why they cannot where the door did not open.
import type { ReactNode } from 'react';
import { Choice, Choices } from './Field.tsx';
import { useApp, useView } from '../state/app-context.tsx';
import { changeSettings } from '../actions/shared-calls.ts';
import { handOutWords as words } from '../i18n/en-hand-out.ts';

export function HandOutSetting(): ReactNode {
  const { call } = useApp();
  const door = useView(({ handOut }) => handOut.door) ?? 'closed';
  const on = useView(({ settings }) => settings.handOutTokens) ?? false;
  const system = useView(({ machine }) => machine.system);
  if (system === 'windows') return <p className="secondary">{words.elsewhere}</p>;
  const trouble = on ? words.doors[door] : '';
  return (
    <Choices legend={words.title} titled>
      <Choice
        label={words.label}
        note={trouble === '' ? words.note : trouble}
        checked={on}
        onChange={({ currentTarget: { checked } }) =>
          void changeSettings(call, { handOutTokens: checked })
        }
      />
    </Choices>
  );
}
