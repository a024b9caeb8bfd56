// The screens before the vault is open: first run, locked, starting, and what backups there are of a vault that is missing
// or damaged. Nothing is restored or made unasked; the passphrase is asked for in a window of its own.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { GateFailure } from '../../components/Failures.tsx';
import { Mark } from '../../components/Mark.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { firstRunWords, lockedWords, lockingWords, keystoreWords, STARTING } from './en-locked.ts';
import { backupWords, savedAt } from '../backups/en-backups.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { en } from '../../i18n/en.ts';
import { leaseSaid } from '../../i18n/en-said.ts';
import { clockTime } from '../../i18n/time.ts';
import { handOutAtLock } from '../../i18n/en-hand-out.ts';
import { recoveryKeyWords, vaultKeysWords } from './en-vault-keys.ts';
import { LASTING_AFTER_MS } from '../../bridge/ask-until-answered.ts';
import { useElapsed } from '../../components/use-time.ts';
import { Button } from '../../components/Button.tsx';
import { Unanswered, Notice } from '../../components/Notice.tsx';
import { unanswered } from '../../i18n/en-unanswered.ts';
import { useStore } from '../../bridge/create-store.ts';
import { inMemoryWords, leftAtLock } from '../../i18n/en-in-memory.ts';
import type { FoundBackupsView, RescueView } from '../../../electron/shared/backups/backup-view.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { BackupsSheet } from '../backups/BackupsSheet.tsx';

/**
 * The button that makes a vault: main asks for the passphrase. A recovery key is offered after the first success with
 * it, once the person has seen what there is to lose.
 */
function CreateVault(props: {
  readonly look: 'primary' | 'quiet';
  readonly children: string;
}): ReactNode {
  const { window: store } = useApp();
  return (
    <CallButton
      {...props}
      call="vaultCreate"
      className={props.look === 'primary' ? 'button-large' : ''}
      onDone={() => store.patch({ offersRecovery: true })}
    />
  );
}

export function FirstRun({ view }: { readonly view: AppView }): ReactNode {
  return (
    <main className="gate gate-first">
      <div className="gate-card">
        <Mark size={40} />
        <h1>{firstRunWords.title}</h1>
        <p className="gate-lead">{firstRunWords.lead}</p>
        <ul className="rows">
          {firstRunWords.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <GateFailure failure={view.vault.failure} />
        <CreateVault look="primary">{firstRunWords.choose}</CreateVault>
        <p className="secondary">{firstRunWords.note}</p>
        <LeftAtLock left={view.leftAtLock} />
        {/* The way back to a vault of another machine, or to a copy of it. Main asks for the file. */}
        <p>
          <span className="secondary">{backupWords.fromFileHint}</span>{' '}
          <CallButton call="backupRestoreFile" look="quiet">
            {backupWords.fromFile}
          </CallButton>
        </p>
        <WithoutSaving />
      </div>
      <Picture />
    </main>
  );
}

/** Four keys as the list shows them. It says nothing that the words beside it do not. */
function Picture(): ReactNode {
  return (
    <div className="gate-picture" aria-hidden="true">
      {firstRunWords.picture.map(([name, state, time]) => (
        <div key={name} className="line">
          <StateShape state={state} />
          <b>{name}</b>
          <span className="secondary figure">{time}</span>
        </div>
      ))}
    </div>
  );
}

/** The locked vault: one button, and, where the file is damaged, what is known and what to do about it. */
export function Locked({ view }: { readonly view: AppView }): ReactNode {
  const { vault, autoLock, rescue, handOut, otherWays } = view;
  const { unprovenAtLock, restingAtLock, leasesAtLock, clipboardKept } = view;
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
        <LeftAtLock left={view.leftAtLock} />
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

/**
 * Nothing moves, words appear only when it takes a while, and what lasts is explained.
 * `vault`: main looks whether there is one.
 * `parts`: files of the open vault's screen.
 */
export function Starting({
  waitsFor,
}: {
  readonly waitsFor: 'view' | 'vault' | 'parts';
}): ReactNode {
  const slow = useElapsed(true, 300);
  const lasting = useElapsed(waitsFor !== 'view', LASTING_AFTER_MS);
  return (
    <main className="gate">
      <div className="gate-card gate-narrow">
        <Mark size={40} />
        <h1 className="visually-hidden">{en.product}</h1>
        <output>{slow ? STARTING : ''}</output>
        {waitsFor === 'view' && <NoView />}
        {waitsFor === 'vault' && lasting && <Unanswered words={unanswered.vault} />}
        {waitsFor === 'parts' && lasting && (
          <Unanswered words={unanswered.parts}>
            <LockButton />
          </Unanswered>
        )}
      </div>
    </main>
  );
}

function NoView(): ReactNode {
  const { views } = useApp();
  const why = useStore(views.lacking, (held) => held);
  if (why === null) return null;
  return (
    <Unanswered words={unanswered.view[why]}>
      <Button onClick={views.askAgain}>{unanswered.tryAgain}</Button>
    </Unanswered>
  );
}

/** Locking makes main load the window anew. */
export function LockButton(): ReactNode {
  return <CallButton call="vaultLock">{unanswered.lock}</CallButton>;
}

/**
 * The way to a vault in memory.
 * @param beside a saved vault is there, and stays locked. */
function WithoutSaving(props: { readonly beside?: boolean; readonly busy?: boolean }): ReactNode {
  const { beside = false, busy = false } = props;
  return (
    <div className="section">
      <p>
        <span className="secondary">{inMemoryWords.lead}</span>{' '}
        <CallButton call="vaultOpenInMemory" look="quiet" busy={busy}>
          {inMemoryWords.open}
        </CallButton>
      </p>
      <p className="secondary">
        {inMemoryWords.note} {beside && inMemoryWords.beside}
      </p>
    </div>
  );
}

export function InMemoryBand(): ReactNode {
  return <Notice name={inMemoryWords.label}>{inMemoryWords.band}</Notice>;
}

function LeftAtLock({ left }: { readonly left: AppView['leftAtLock'] }): ReactNode {
  const { ticker } = useApp();
  return left && <p className="notice">{leftAtLock(left, ticker.nowMs())}</p>;
}

const foundWords = backupWords.found;

/** The vault's file is missing: its backups come first, and a new vault beside them is asked about by main. */
export function MissingVault(props: {
  readonly found: FoundBackupsView;
  /** Of what was tried last: a restore leaves this screen, and the sheet it was asked for in, while it runs. */
  readonly failure: Failure | null;
}): ReactNode {
  const { found, failure } = props;
  const { count, newest } = found;
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  return (
    <main className="gate">
      <div className="gate-card">
        <Mark size={40} />
        <h1>{foundWords.title}</h1>
        <p className="gate-lead">{foundWords.lead(count)}</p>
        <p className="figure">
          {newest === null ? foundWords.noneWhole : foundWords.newest(savedAt(newest.savedAtMs))}
        </p>
        <GateFailure failure={failure} />
        <div className="actions">
          {newest !== null && (
            <CallButton call="backupRestore" input={{ backupId: newest.id }} look="primary">
              {foundWords.restore}
            </CallButton>
          )}
          <Button onClick={() => store.show({ kind: 'backups' })}>{backupWords.all}</Button>
          <CreateVault look="quiet">{foundWords.create}</CreateVault>
        </div>
        {newest !== null && <p className="secondary">{foundWords.advice}</p>}
      </div>
      {sheet?.kind === 'backups' && <BackupsSheet />}
    </main>
  );
}

/**
 * On the locked screen of a damaged vault: the newest backup that opens, by date and contents. Nothing
 * is restored before the person asks for it and main's dialog is answered.
 */
function RescueOffer(props: {
  readonly offer: RescueView['offer'];
  readonly busy: boolean;
}): ReactNode {
  const { offer, busy } = props;
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  if (offer === null) return null;
  return (
    <section className="section" aria-labelledby="rescue-title">
      <h2 id="rescue-title">{backupWords.offerTitle}</h2>
      {offer === 'none' ? (
        <p>{backupWords.noOffer}</p>
      ) : (
        <>
          <p className="figure">{backupWords.offer(savedAt(offer.savedAtMs), offer)}</p>
          <p className="secondary">{backupWords.offerNote}</p>
        </>
      )}
      <div className="actions">
        {offer !== 'none' && (
          <CallButton
            call="backupRestore"
            input={{ backupId: offer.id }}
            look="primary"
            busy={busy}
          >
            {backupWords.restore}
          </CallButton>
        )}
        <Button look="quiet" onClick={() => store.show({ kind: 'backups' })}>
          {backupWords.all}
        </Button>
      </div>
      {sheet?.kind === 'backups' && <BackupsSheet />}
    </section>
  );
}
