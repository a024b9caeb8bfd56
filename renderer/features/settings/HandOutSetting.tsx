// The switch that lets programs ask, and why they cannot where the door did not open.
import type { ReactNode } from 'react';
import { Choice } from '../../components/Field.tsx';
import { useApp, useView } from '../../state/app-context.tsx';
import { handOutWords } from '../hand-out/en-hand-out.ts';

export function HandOutSetting(props: { readonly on: boolean }): ReactNode {
  const { commands } = useApp();
  const door = useView(({ handOut }) => handOut.door) ?? 'closed';
  const trouble = props.on ? handOutWords.doors[door] : '';
  return (
    <Choice
      type="checkbox"
      label={handOutWords.label}
      note={trouble === '' ? handOutWords.note : trouble}
      checked={props.on}
      onChange={({ currentTarget: { checked } }) =>
        void commands.changeSettings({ handOutTokens: checked })
      }
    />
  );
}
