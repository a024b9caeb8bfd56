// A vault in memory, from the first screen and from the locked one: the way to it, the band over it, and what is told
// of it once it is gone.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useApp } from '../../state/app-context.tsx';
import { inMemoryWords as words, leftAtLock } from '../../i18n/en-in-memory.ts';

/** @param beside a saved vault is there, and stays locked. */
export function WithoutSaving(props: {
  readonly beside?: boolean;
  readonly busy?: boolean;
}): ReactNode {
  const { beside = false, busy = false } = props;
  return (
    <div className="section">
      <p>
        <span className="secondary">{words.lead}</span>{' '}
        <CallButton call="vaultOpenInMemory" look="quiet" busy={busy}>
          {words.open}
        </CallButton>
      </p>
      <p className="secondary">
        {words.note} {beside && words.beside}
      </p>
    </div>
  );
}

export function InMemoryBand(): ReactNode {
  return <Notice name={words.label}>{words.band}</Notice>;
}

export function LeftAtLock({ left }: { readonly left: AppView['leftAtLock'] }): ReactNode {
  const { ticker } = useApp();
  return left && <p className="notice">{leftAtLock(left, ticker.nowMs())}</p>;
}
