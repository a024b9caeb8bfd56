// Before main's first snapshot: nothing moves, and words appear only when it takes a while.
import type { ReactNode } from 'react';
import { Mark } from '../../components/Mark.tsx';
import { useElapsed } from '../../clock/use-elapsed.ts';
import { en } from '../../i18n/en.ts';

export function Starting(): ReactNode {
  const slow = useElapsed(true, 300);
  return (
    <main className="gate">
      <div className="gate-card gate-narrow">
        <Mark size={40} />
        <h1 className="visually-hidden">{en.product}</h1>
        <output>{slow ? en.starting : ''}</output>
      </div>
    </main>
  );
}
