// The ways into a vault over fakes: a person who types given answers, a vault that knows one
// passphrase, and backups that are only counted.
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Question, SecretPrompt } from '../../electron/main/intake/ports.ts';
import { createWaysIn, type WaysIn } from '../../electron/main/keeper/ways-in.ts';
import type { UnlockedVault } from '../../electron/main/vault/vault-access.ts';
import type { VaultFailure } from '../../electron/main/vault/vault.ts';
import { unlockedOver } from './fake-vault-store.ts';
import { createTestRoom } from './test-room.ts';

export const PRESENT = 'correct horse battery staple lagoon 93';
export const NEXT = 'umbrella copper tangent violin mosaic 41';

type Asked = Parameters<SecretPrompt['ask']>[0];

export interface TestWays {
  readonly ways: WaysIn;
  readonly asked: Asked[];
  readonly typed: SecretBytes[];
  readonly questions: Question[];
  readonly done: string[];
  readonly passphrase: () => string;
  readonly answerWith: (choice: number | null) => void;
  readonly haveStale: (count: number) => void;
  readonly failAfterChange: (failure: VaultFailure) => void;
  readonly lock: () => void;
}

const textOf = (secret: SecretBytes): string => secret.use((bytes) => bytes.toString());

/** @param answers what the person types, in turn; null closes the window. */
export async function createTestWays(
  answers: readonly (string | null)[],
  given: Partial<UnlockedVault> = {},
): Promise<TestWays> {
  const room = await createTestRoom();
  const rest = [...answers];
  const asked: Asked[] = [];
  const typed: SecretBytes[] = [];
  const questions: Question[] = [];
  const done: string[] = [];
  let passphrase = PRESENT;
  let choice: number | null = null;
  let stale = 0;
  let failure: VaultFailure | null = null;
  let locked = false;
  const settle = (how: string) => () => {
    done.push(how);
    stale = 0;
    return Promise.resolve(ok({ count: 0 }));
  };
  const vault = unlockedOver(room.vault, {
    checkPassphrase: (tried) =>
      Promise.resolve(textOf(tried) === passphrase ? ok() : fail({ code: 'wrong_passphrase' })),
    changePassphrase(next) {
      passphrase = textOf(next);
      return Promise.resolve(failure === null ? ok({ count: stale }) : fail(failure));
    },
    staleBackups: () => Promise.resolve(ok({ count: stale })),
    rewriteBackups: settle('rewrite'),
    purgeBackups: settle('purge'),
    ...given,
  });
  const ways = createWaysIn({
    keeper: { opened: () => (locked ? null : vault) },
    prompt: {
      ask(question) {
        asked.push(question);
        const next = rest.shift() ?? null;
        const secret = next === null ? null : SecretBytes.take(Buffer.from(next));
        if (secret !== null) typed.push(secret);
        return Promise.resolve(secret);
      },
    },
    dialogs: {
      ask(question) {
        questions.push(question);
        return Promise.resolve(choice);
      },
      chooseFile: () => Promise.resolve(null),
    },
    clock: room.clock,
    changed: () => undefined,
  });
  return {
    ways,
    asked,
    typed,
    questions,
    done,
    passphrase: () => passphrase,
    answerWith(next) {
      choice = next;
    },
    haveStale(count) {
      stale = count;
    },
    failAfterChange(next) {
      failure = next;
    },
    lock() {
      locked = true;
    },
  };
}
