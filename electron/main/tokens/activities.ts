// The calls under way right now, for the window to show progress by and to start nothing twice.
import type { CredentialId, TokenId } from '../domain/ids.ts';

export interface Activity {
  readonly call: 'token' | 'check' | 'revoke' | 'old_secret';
  readonly credentialId: CredentialId;
  readonly tokenId: TokenId | null;
  readonly startedAtMs: number;
}

export interface Activities {
  readonly ofCredential: (id: CredentialId) => readonly Activity[];
  readonly isRunning: (call: Activity['call'], tokenId: TokenId) => boolean;
  /** Notes an activity for as long as `work` runs. */
  readonly during: <T>(activity: Activity, work: () => Promise<T>) => Promise<T>;
}

export function createActivities(changed: () => void): Activities {
  const running = new Set<Activity>();
  return {
    ofCredential: (id) => [...running].filter((each) => each.credentialId === id),
    isRunning: (call, tokenId) =>
      [...running].some((each) => each.call === call && each.tokenId === tokenId),
    async during(activity, work) {
      running.add(activity);
      changed();
      try {
        return await work();
      } finally {
        running.delete(activity);
        changed();
      }
    },
  };
}
