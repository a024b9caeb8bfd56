// Making a recovery key from the window: under way or not, and what to say when it is over.
import { callKey } from '../../bridge/commands.ts';
import { VAULT_KEYS_SUBJECT } from './vault-key-commands.ts';
import { recoveryKeyWords } from './en-vault-keys.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';

const KEY = callKey('vaultMakeRecoveryKey', VAULT_KEYS_SUBJECT);

export function useRecoveryKey(): {
  readonly busy: boolean;
  /** What was achieved, in words; null when cancelled or failed. */
  readonly make: () => Promise<string | null>;
} {
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(KEY));
  return {
    busy,
    async make() {
      const made = await commands.makeRecoveryKey();
      return made === null ? null : recoveryKeyWords.made[made];
    },
  };
}
