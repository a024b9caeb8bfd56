// What opens and closes with the vault, in its order.
import { madeOnce } from '../../shared/made-once.ts';
import type { SessionLifecycle } from '../session/session-lifecycle.ts';
import type { AppParts } from './parts.ts';

/** `prepare` reads what only an open vault needs, so that the first unlock need not wait for it. */
export function lifecycleOf(parts: AppParts): SessionLifecycle & { readonly prepare: () => void } {
  const { clock, log, entry, history, practice, drills, backups, autoLock, otherWays } = parts;
  const { handOuts } = parts.handOutDesk;
  const sessions = madeOnce(async () => (await import('./sessions.ts')).createSessions(clock));
  return {
    prepare: () => void sessions(),
    prompt: entry,
    missing: backups.lookAround,
    damaged: backups.reevaluate,
    async openSession(vault, isNew) {
      const openSession = await sessions();
      const services = await openSession({
        ...history.open(vault, isNew),
        targetOf: (environment) => practice.targetOf(environment),
        changed() {
          handOuts.reevaluate();
          parts.changed();
        },
        beforeRun: () => handOuts.freeze(),
        async beforeResuming(session) {
          await practice.open(session);
          await drills.recover(session);
        },
        ...parts.leaseEvents.forSession(vault.inMemory),
        alerts: parts.alerts,
      });
      if (isNew) await practice.addSamples(services.session);
      log.event(isNew ? 'vault_created' : 'vault_unlocked');
      autoLock.opened();
      // Once it is the open session: this is called from its opening.
      clock.after(0, () => {
        if (vault.inMemory) return;
        parts.leaseEvents.opened();
        handOuts.opened();
      });
      return services;
    },
    workMs: () => parts.preferences.current().lockedWorkHours * 3_600_000,
    atWork(is) {
      if (is === 'unlocked') {
        history.tell('vault_unlocked', 'passphrase');
        return autoLock.opened();
      }
      history.tell('window_locked', autoLock.state().lockedBy ?? 'asked');
      log.event('window_locked', { kind: autoLock.state().lockedBy ?? 'asked' });
    },
    async beforeLock() {
      // First: it reaches out, and nothing after it may keep it from that.
      const cleared = parts.clipboard.clear();
      autoLock.closed();
      parts.realInput.forget();
      entry.dismiss();
      parts.questions.close();
      parts.handOutDesk.requests.forget();
      parts.appWindow.reload();
      await cleared;
    },
    wipe: history.wipe,
    async afterLock() {
      drills.forget();
      backups.forget();
      parts.saved.forget();
      await practice.close();
      if (!parts.vaultSession.isEnding()) await otherWays.reevaluate();
      log.event('vault_locked', { kind: autoLock.state().lockedBy ?? 'asked' });
    },
  };
}
