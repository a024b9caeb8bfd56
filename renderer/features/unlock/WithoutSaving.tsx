// A vault in memory, from the first screen and from the locked one: the way to it, the band over it, and what is told
// of it once it is gone.
import type { ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useApp, usePending } from '../../state/app-context.tsx';
import { inMemoryWords as words, leftAtLock } from '../../i18n/en-in-memory.ts';

/** @param beside a saved vault is there, and stays locked. */
export function WithoutSaving(props: {
  readonly beside?: boolean;
  readonly busy?: boolean;
}): ReactNode {
  const { beside = false, busy = false } = props;
  const { call } = useApp();
  const pending = usePending('vaultOpenInMemory');
  return (
    <div className="section">
      <p>
        <span className="secondary">{words.lead}</span>{' '}
        <Button look="quiet" busy={pending || busy} onClick={() => void call('vaultOpenInMemory')}>
          {words.open}
        </Button>
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
