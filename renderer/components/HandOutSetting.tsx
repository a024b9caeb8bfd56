// The switch that lets programs ask for tokens, and why they cannot where the door did not open.
import type { ReactNode } from 'react';
import type { MachineView } from '../../electron/shared/protection/protection-view.ts';
import { Choice, Choices } from './Field.tsx';
import { useApp, useView } from '../state/app-context.tsx';
import { changeSettings } from '../actions/shared-calls.ts';
import { handOutWords as words } from '../i18n/en-hand-out.ts';

export function HandOutSetting(props: {
  readonly on: boolean;
  readonly system: MachineView['system'];
}): ReactNode {
  const { call } = useApp();
  const door = useView(({ handOut }) => handOut.door) ?? 'closed';
  if (props.system === 'windows') return <p className="secondary">{words.elsewhere}</p>;
  const trouble = props.on ? words.doors[door] : '';
  return (
    <Choices legend={words.title} titled>
      <Choice
        type="checkbox"
        label={words.label}
        note={trouble === '' ? words.note : trouble}
        checked={props.on}
        onChange={({ currentTarget: { checked } }) =>
          void changeSettings(call, { handOutTokens: checked })
        }
      />
    </Choices>
  );
}
