// The locked vault: one button, and, where the file is damaged, what is known and what to do about it.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { GateFailure } from '../../components/Failures.tsx';
import { Mark } from '../../components/Mark.tsx';
import { en } from '../../i18n/en.ts';
import { leaseSaid } from '../../i18n/en-said.ts';
import { clockTime } from '../../i18n/time.ts';
import { LeftAtLock, WithoutSaving } from './WithoutSaving.tsx';
import { RescueOffer } from '../backups/Rescue.tsx';
import { useApp } from '../../state/app-context.tsx';
import { handOutAtLock } from '../../i18n/en-hand-out.ts';
import { lockedWords, lockingWords, keystoreWords } from './en-locked.ts';
import { recoveryKeyWords, vaultKeysWords } from './en-vault-keys.ts';

export function Locked({ view }: { readonly view: AppView }): ReactNode {
  const { vault, autoLock, rescue, handOut, otherWays } = view;
  const { unprovenAtLock, restingAtLock, leasesAtLock, leftAtLock, clipboardKept } = view;
  const { ticker } = useApp();
  const unlock = useRef<HTMLButtonElement>(null);
  useEffect(() => unlock.current?.focus(), []);
  const waysId = useId();
  // A backup of a damaged file is offered: it is the way on, not the unlocking.
  const isRescued = rescue.offer !== null && rescue.offer !== 'none';
  const { state } = vault;
  // The window alone is locked, and the vault works on until then; null: it is closed.
  const worksUntilMs = state === 'locking' ? null : view.worksUntilMs;
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
            {/* Whoever locks what is locked closes it. */}
            <CallButton call="vaultLock">{lockedWords.close}</CallButton>
          </div>
        )}
        {unprovenAtLock > 0 && <p className="notice">{lockedWords.unproven(unprovenAtLock)}</p>}
        {restingAtLock > 0 && <p className="notice">{lockedWords.resting(restingAtLock)}</p>}
        {clipboardKept && <p className="notice">{en.clipboard.kept}</p>}
        <GateFailure failure={vault.failure} />
        <RescueOffer offer={rescue.offer} busy={state !== 'locked'} />
        <CallButton
          call="vaultUnlock"
          ref={unlock}
          look={isRescued ? 'plain' : 'primary'}
          className="button-large"
          busy={state !== 'locked'}
        >
          {state === 'unlocking' ? lockedWords.unlocking : lockedWords.unlock}
        </CallButton>
        <p className="secondary">{lockedWords.note}</p>
        {otherWays.length > 0 && (
          <section className="section" aria-labelledby={waysId}>
            <h2 id={waysId}>{lockedWords.otherWays}</h2>
            <div className="actions">
              {otherWays.includes('os') && (
                <CallButton call="vaultUnlockByKeystore" busy={state !== 'locked'}>
                  {keystoreWords.unlock}
                </CallButton>
              )}
              {otherWays.includes('rk') && (
                <CallButton
                  call="vaultUnlockWithRecoveryKey"
                  said={vaultKeysWords.passphrase.changed}
                >
                  {recoveryKeyWords.unlock}
                </CallButton>
              )}
            </div>
          </section>
        )}
        {worksUntilMs === null && <WithoutSaving beside busy={state !== 'locked'} />}
      </div>
    </main>
  );
}
