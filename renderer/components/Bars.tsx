// Numbers to be compared, a bar each, the longest as wide as there is room. Where a bar can be chosen, it is a button.
import type { ReactNode } from 'react';
import { whole } from '../../electron/shared/counts.ts';

interface Bar {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly onChoose?: () => void;
}

export function Bars(props: {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly chosen?: string | null;
}): ReactNode {
  const most = Math.max(1, ...props.bars.map(({ count }) => count));
  return (
    <ul className="bars" aria-label={props.label}>
      {props.bars.map(({ key, name, count, onChoose }) => {
        const face = (
          <>
            <span className="line wrap">{name}</span>
            <span className="meter" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
            <span className="figure">{whole(count)}</span>
          </>
        );
        return (
          <li key={key}>
            {onChoose === undefined ? (
              <div className="bar">{face}</div>
            ) : (
              <button
                type="button"
                className="bar"
                data-bar={key}
                aria-pressed={key === props.chosen}
                onClick={onChoose}
              >
                {face}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
