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

/** The other way in from the locked screen: the recovery key, asked for in a window of its own. */
function RecoveryUnlock(): ReactNode {
  const { call } = useApp();
  const busy = usePending('vaultUnlockWithRecoveryKey');
  return (
    <Button
      busy={busy}
      onClick={() =>
        void call('vaultUnlockWithRecoveryKey', undefined, {
          said: vaultKeysWords.passphrase.changed,
        })
      }
    >
      {recoveryKeyWords.unlock}
    </Button>
  );
}

/** On the locked screen: the other way in, where the vault has it. The passphrase stays the first. */
function KeystoreButton(props: { readonly busy: boolean }): ReactNode {
  const { call } = useApp();
  const pending = usePending('vaultUnlockByKeystore');
  return (
    <Button busy={pending || props.busy} onClick={() => void call('vaultUnlockByKeystore')}>
      {keystoreWords.unlock}
    </Button>
  );
}

export function Locked(props: {
  readonly vault: AppView['vault'];
  readonly lockedBy: AppView['autoLock']['lockedBy'];
  /** The window alone is locked, and the vault works on until then; null: it is closed. */
  readonly worksUntilMs: AppView['worksUntilMs'];
  /** Tokens whose revocation goes on once the vault is open. */
  readonly unproven: number;
  /** Credentials whose renewal rests until then. */
  readonly resting: number;
  /** What became of the leases that the lock ended. */
  readonly leases: AppView['leasesAtLock'];
  /** Tokens of a vault in memory that may live on. */
  readonly left: AppView['leftAtLock'];
  /** Tokens that programs hold, or held until they ended. */
  readonly handOut: AppView['handOut'];
  /** A backup of a damaged file is offered: it is the way on, not the unlocking. */
  readonly rescued: boolean;
  readonly otherWays: AppView['otherWays'];
  readonly clipboardKept: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const { call, ticker } = useApp();
  const pending = usePending('vaultUnlock');
  // Whoever locks what is locked closes it.
  const closing = usePending('vaultLock');
  const unlock = useRef<HTMLButtonElement>(null);
  useEffect(() => unlock.current?.focus(), []);
  const waysId = useId();
  const { state } = props.vault;
  const worksUntilMs = state === 'locking' ? null : props.worksUntilMs;
  const words = state === 'locking' ? lockingWords : lockedWords;
  const programs = handOutAtLock(props.handOut, worksUntilMs !== null);
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
        {props.lockedBy !== null && <p className="secondary">{lockedWords.by[props.lockedBy]}</p>}
        {props.leases !== null && (
          <p className="gate-open-run">
            {leaseSaid.atLock(props.leases.ended, props.leases.waiting)}
          </p>
        )}
        <LeftAtLock left={props.left} />
        {programs !== '' && <p className="gate-open-run">{programs}</p>}
        {worksUntilMs !== null && (
          <div className="actions">
            <Button busy={closing} onClick={() => void call('vaultLock')}>
              {lockedWords.close}
            </Button>
          </div>
        )}
        {props.unproven > 0 && (
          <p className="gate-open-run">{lockedWords.unproven(props.unproven)}</p>
        )}
        {props.resting > 0 && <p className="gate-open-run">{lockedWords.resting(props.resting)}</p>}
        {props.clipboardKept && <p className="gate-open-run">{en.clipboard.kept}</p>}
        <GateFailure failure={props.vault.failure} />
        {props.children}
        <Button
          ref={unlock}
          look={props.rescued ? 'plain' : 'primary'}
          className="button-large"
          busy={pending || state !== 'locked'}
          onClick={() => void call('vaultUnlock')}
        >
          {state === 'unlocking' ? lockedWords.unlocking : lockedWords.unlock}
        </Button>
        <p className="secondary">{lockedWords.note}</p>
        {props.otherWays.length > 0 && (
          <section className="gate-ways" aria-labelledby={waysId}>
            <h2 id={waysId}>{lockedWords.otherWays}</h2>
            <div className="actions">
              {props.otherWays.includes('os') && <KeystoreButton busy={state !== 'locked'} />}
              {props.otherWays.includes('rk') && <RecoveryUnlock />}
            </div>
          </section>
        )}
        {worksUntilMs === null && <WithoutSaving beside busy={state !== 'locked'} />}
      </div>
    </main>
  );
}
