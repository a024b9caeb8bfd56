// The calls under way right now, for the window to show progress by and to start nothing twice.
import type { Failure } from '../../../shared/failures/failure.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';

export interface Activity {
  readonly call: 'token' | 'check' | 'revoke' | 'old_secret';
  readonly credentialId: CredentialId;
  readonly tokenId: TokenId | null;
  readonly startedAtMs: number;
  /** It failed, and waits: for how long, and why. */
  readonly nextTry?: { readonly atMs: number; readonly failure: Failure };
  /** Aborted: nobody wants it any more, and what was sent is let arrive. */
  readonly left?: AbortSignal | undefined;
}

export type Activities = ReturnType<typeof createActivities>;

export function createActivities(changed: () => void) {
  const running = new Set<Activity>();
  return {
    ofCredential: (id: CredentialId): readonly Activity[] =>
      [...running].filter(({ credentialId }) => credentialId === id),
    isRunning: (call: Activity['call'], tokenId: TokenId): boolean =>
      [...running].some((each) => each.tokenId === tokenId && each.call === call),
    /** How many are under way. */
    count: (): number => running.size,
    /** Notes an activity for as long as `work` runs. */
    async during<T>(activity: Activity, work: () => Promise<T>): Promise<T> {
      // One of its own, should the same be asked for twice.
      const own = { ...activity };
      running.add(own);
      own.left?.addEventListener('abort', changed);
      changed();
      try {
        return await work();
      } finally {
        own.left?.removeEventListener('abort', changed);
        running.delete(own);
        changed();
      }
    },
  };
}
