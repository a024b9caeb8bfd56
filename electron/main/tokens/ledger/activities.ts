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

export interface Activities {
  readonly ofCredential: (id: CredentialId) => readonly Activity[];
  readonly isRunning: (call: Activity['call'], tokenId: TokenId) => boolean;
  /** How many are under way. */
  readonly count: () => number;
  /** Notes an activity for as long as `work` runs. */
  readonly during: <T>(activity: Activity, work: () => Promise<T>) => Promise<T>;
}

export function createActivities(changed: () => void): Activities {
  const running = new Map<CredentialId, Set<Activity>>();
  const calls = new Map<TokenId, Activity[]>();
  let underWay = 0;

  function begin(activity: Activity): void {
    const { credentialId, tokenId } = activity;
    const group = running.get(credentialId) ?? new Set();
    underWay += 1;
    running.set(credentialId, group.add(activity));
    if (tokenId !== null) calls.set(tokenId, [...(calls.get(tokenId) ?? []), activity]);
    changed();
  }

  function end(activity: Activity): void {
    const { credentialId, tokenId } = activity;
    underWay -= 1;
    const group = running.get(credentialId);
    group?.delete(activity);
    if (group?.size === 0) running.delete(credentialId);
    if (tokenId !== null) {
      const others = calls.get(tokenId)?.filter((each) => each !== activity) ?? [];
      if (others.length > 0) calls.set(tokenId, others);
      else calls.delete(tokenId);
    }
    changed();
  }

  return {
    ofCredential: (id) => [...(running.get(id) ?? [])],
    isRunning: (call, tokenId) => calls.get(tokenId)?.some((each) => each.call === call) ?? false,
    count: () => underWay,
    async during(activity, work) {
      begin(activity);
      activity.left?.addEventListener('abort', changed);
      try {
        return await work();
      } finally {
        activity.left?.removeEventListener('abort', changed);
        end(activity);
      }
    },
  };
}
