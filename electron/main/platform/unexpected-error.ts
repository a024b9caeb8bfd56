// What nobody has caught, thrown or rejected: the vault is locked first, then the person is told. Electron only
// warns of a rejection that nobody handles, and would show message and stack of an error; both may hold anything.
import type { Clock } from '../domain/clock.ts';
import { within } from '../domain/time-limit.ts';

/** A lock takes less than this (vault-session.ts); one that went wrong itself must not keep the news. */
const LOCK_LIMIT_MS = 15_000;

interface UnexpectedErrorPorts {
  readonly process: {
    readonly on: (
      event: 'uncaughtException' | 'unhandledRejection',
      listener: (bug: unknown) => void,
    ) => unknown;
  };
  readonly clock: Pick<Clock, 'after'>;
  readonly lock: () => Promise<void>;
  /** @param kind the class of the error: never its message (S22). */
  readonly note: (kind: string) => void;
  /** Called once the vault is locked. May block until the person has read it. */
  readonly tell: () => void;
}

/** Several at once are told as one. */
export function watchUnexpectedErrors(ports: UnexpectedErrorPorts): void {
  let isTelling = false;

  async function handle(bug: unknown): Promise<void> {
    // SECURITY(S22): a message, a cause or a value that was thrown may hold a secret.
    ports.note(bug instanceof Error ? bug.name : 'unknown');
    if (isTelling) return;
    isTelling = true;
    const locked = Promise.resolve().then(ports.lock);
    await within(ports.clock, LOCK_LIMIT_MS, locked, null).catch((failed: unknown) => {
      ports.note(failed instanceof Error ? failed.name : 'unknown');
    });
    isTelling = false;
    ports.tell();
  }

  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    ports.process.on(event, (bug) => void handle(bug));
  }
}
