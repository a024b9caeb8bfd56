// The locked vault: one button, and, where the file is damaged, what is known and what to do about it.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { GateFailure } from '../../components/Failures.tsx';
import { Mark } from '../../components/Mark.tsx';
import { en } from '../../i18n/en.ts';
import { leaseSaid } from '../../i18n/en-said.ts';
import { clockTime } from '../../i18n/time.ts';
import { LeftAtLock, WithoutSaving } from './WithoutSaving.tsx';
import { useApp, usePending } from '../../state/app-context.tsx';
import { handOutAtLock } from '../../i18n/en-hand-out.ts';
import { lockedWords, lockingWords, keystoreWords } from './en-locked.ts';
import { recoveryKeyWords, vaultKeysWords } from './en-vault-keys.ts';

export function Locked(props: { readonly view: AppView; readonly children: ReactNode }): ReactNode {
  const { vault, autoLock, rescue, handOut, otherWays } = props.view;
  const { unprovenAtLock, restingAtLock, leasesAtLock, leftAtLock, clipboardKept } = props.view;
  const { call, ticker } = useApp();
  const pending = usePending('vaultUnlock');
  // Whoever locks what is locked closes it.
  const closing = usePending('vaultLock');
  const unlock = useRef<HTMLButtonElement>(null);
  useEffect(() => unlock.current?.focus(), []);
  const waysId = useId();
  const byKeystore = usePending('vaultUnlockByKeystore');
  const byRecoveryKey = usePending('vaultUnlockWithRecoveryKey');
  // A backup of a damaged file is offered: it is the way on, not the unlocking.
  const isRescued = rescue.offer !== null && rescue.offer !== 'none';
  const { state } = vault;
  // The window alone is locked, and the vault works on until then; null: it is closed.
  const worksUntilMs = state === 'locking' ? null : props.view.worksUntilMs;
  const words = state === 'locking' ? lockingWords : lockedWords;
  const programs = handOutAtLock(handOut, worksUntilMs !== null);
  return (
    <main className="gate">
      <div className="gate-card gate-narrow">
        <Mark size={40} />
        <h1>{words.title}</h1>
        <p className="gate-lead">
          {worksUntilMs === null
            ? words.lead
            : lockedWords.atWork(clockTime(worksUntilMs, ticker.nowMs()))}
        </p>
        {autoLock.lockedBy !== null && (
          <p className="secondary">{lockedWords.by[autoLock.lockedBy]}</p>
        )}
        {leasesAtLock !== null && (
          <p className="notice">{leaseSaid.atLock(leasesAtLock.ended, leasesAtLock.waiting)}</p>
        )}
        <LeftAtLock left={leftAtLock} />
        {programs !== '' && <p className="notice">{programs}</p>}
        {worksUntilMs !== null && (
          <div className="actions">
            <Button busy={closing} onClick={() => void call('vaultLock')}>
              {lockedWords.close}
            </Button>
          </div>
        )}
        {unprovenAtLock > 0 && <p className="notice">{lockedWords.unproven(unprovenAtLock)}</p>}
        {restingAtLock > 0 && <p className="notice">{lockedWords.resting(restingAtLock)}</p>}
        {clipboardKept && <p className="notice">{en.clipboard.kept}</p>}
        <GateFailure failure={vault.failure} />
        {props.children}
        <Button
          ref={unlock}
          look={isRescued ? 'plain' : 'primary'}
          className="button-large"
          busy={pending || state !== 'locked'}
          onClick={() => void call('vaultUnlock')}
        >
          {state === 'unlocking' ? lockedWords.unlocking : lockedWords.unlock}
        </Button>
        <p className="secondary">{lockedWords.note}</p>
        {otherWays.length > 0 && (
          <section className="section" aria-labelledby={waysId}>
            <h2 id={waysId}>{lockedWords.otherWays}</h2>
            <div className="actions">
              {otherWays.includes('os') && (
                <Button
                  busy={byKeystore || state !== 'locked'}
                  onClick={() => void call('vaultUnlockByKeystore')}
                >
                  {keystoreWords.unlock}
                </Button>
              )}
              {otherWays.includes('rk') && (
                <Button
                  busy={byRecoveryKey}
                  onClick={() =>
                    void call('vaultUnlockWithRecoveryKey', undefined, {
                      said: vaultKeysWords.passphrase.changed,
                    })
                  }
                >
                  {recoveryKeyWords.unlock}
                </Button>
              )}
            </div>
          </section>
        )}
        {worksUntilMs === null && <WithoutSaving beside busy={state !== 'locked'} />}
      </div>
    </main>
  );
}
