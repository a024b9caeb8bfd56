// Asks for passphrases about a vault that is open: the present one, as proof of who is there, and a new
// one that is strong and not the present one. A passphrase is held no longer than its question needs.
import type { Failure, FailureCode } from '../../shared/failures/failure.ts';
import { failureWords } from '../../shared/failures/failure-words.ts';
import { MIN_PASSPHRASE_BITS } from '../../shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../shared/unlock/passphrase-strength.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret, SecretPrompt } from '../secret-input/ports.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';
import type { AttemptDelay } from './attempt-delay.ts';

type Checked = Pick<UnlockedVault, 'checkPassphrase'>;

export type PassphraseQuestions = ReturnType<typeof createPassphraseQuestions>;

/** After these the person is asked again. */
const askedAgain: ReadonlySet<FailureCode> = new Set([
  'wrong_passphrase',
  'wrong_recovery_key',
  'recovery_key_mistyped',
  'too_many_attempts',
]);

interface Guess<T> {
  readonly ask: AskForSecret;
  readonly delay: AttemptDelay;
  readonly question: Pick<Parameters<AskForSecret>[0], 'purpose' | 'about'>;
  /** Takes what was typed, which is wiped afterwards; null: given up. */
  readonly work: (typed: SecretBytes) => Outcome<T | null>;
  /** What is told before the person is asked again. */
  readonly refused?: (why: Failure) => void;
}

/**
 * Asks until `work` takes what was typed; null when the window was closed. An unlocked window that somebody else found
 * must not become a place to guess at: wrong answers are slowed down everywhere.
 */
export async function askUntilRight<T>(guess: Guess<T>): Outcome<T | null> {
  const { ask, delay, question, work, refused } = guess;
  const isOfBackup = question.purpose === 'backup_passphrase';
  let problem: string | null = null;
  for (;;) {
    const typed = await ask({ ...question, problem, waitMs: delay.waitMs() });
    if (typed === null) return ok(null);
    const tooSoon = delay.obstacle();
    const working = tooSoon === null ? work(typed) : Promise.resolve(fail(tooSoon));
    const worked = await working.finally(() => typed.wipe());
    if (worked.ok) {
      // That of a backup may be an old one that others know.
      if (worked.value !== null && !isOfBackup) delay.right();
      return worked;
    }
    const { code } = worked.failure;
    if (!askedAgain.has(code)) return worked;
    // A slip in a recovery key shows by its check characters: it is no guess.
    if (code === 'wrong_passphrase' || code === 'wrong_recovery_key') delay.wrong();
    const why = delay.obstacle() ?? worked.failure;
    refused?.(why);
    problem = problemOf(why, isOfBackup);
  }
}

export function createPassphraseQuestions(ports: {
  readonly prompt: SecretPrompt;
  readonly delay: AttemptDelay;
}) {
  const { prompt, delay } = ports;

  /** Until `work` takes what was typed as the present one; null when the window was closed. */
  const withPresent = <T>(
    about: string,
    work: (typed: SecretBytes) => Outcome<T>,
  ): Outcome<T | null> =>
    prompt.askAgain((ask) =>
      askUntilRight({ ask, delay, question: { purpose: 'present_passphrase', about }, work }),
    );

  /** Until the present passphrase was typed; `about` says what it is needed for. */
  async function provePresent(vault: Checked, about: string): Outcome<'done' | 'cancelled'> {
    const proved = await withPresent(about, async (typed) => {
      const checked = await vault.checkPassphrase(typed);
      return checked.ok ? ok('done' as const) : checked;
    });
    return proved.ok ? ok(proved.value ?? 'cancelled') : proved;
  }

  /** A new passphrase, the caller's to wipe; null when the window was closed. */
  const takeNew = (vault: Checked, about: string): Outcome<SecretBytes | null> =>
    prompt.askAgain((ask) =>
      askUntilFit(ask, { purpose: 'next_passphrase', about }, async (typed) => {
        if (isWeak(typed)) return { code: 'passphrase_unfit' };
        // Asked of the vault, so that the present passphrase need not be held until now.
        const checked = await vault.checkPassphrase(typed);
        if (checked.ok) return { code: 'passphrase_unfit', facts: { about: 'unchanged' } };
        return checked.failure.code === 'wrong_passphrase' ? null : checked.failure;
      }),
    );

  return {
    withPresent,
    provePresent,
    takeNew,
    /** The present one as proof of who is there, then as `takeNew`. */
    async proveAndTakeNew(
      vault: Checked,
      about: { readonly present: string; readonly next: string },
    ): Outcome<SecretBytes | null> {
      const proof = await provePresent(vault, about.present);
      if (!proof.ok) return proof;
      return proof.value === 'cancelled' ? ok(null) : await takeNew(vault, about.next);
    },
  };
}

export const isWeak = (typed: SecretBytes): boolean =>
  typed.use(passphraseBits) < MIN_PASSPHRASE_BITS;

/** Asks until a new passphrase is fit, which is the caller's to wipe; null when the window was closed. */
export async function askUntilFit(
  ask: AskForSecret,
  question: Guess<never>['question'],
  obstacleTo: (typed: SecretBytes) => Promise<Failure | null>,
): Outcome<SecretBytes | null> {
  let problem: string | null = null;
  for (;;) {
    const typed = await ask({ ...question, problem });
    if (typed === null) return ok(null);
    const obstacle = await obstacleTo(typed);
    if (obstacle === null) return ok(typed);
    typed.wipe();
    if (obstacle.code !== 'passphrase_unfit') return fail(obstacle);
    problem = problemOf(obstacle);
  }
}

const WRONG_FOR_BACKUP = 'That passphrase does not open this backup.';

/** What the next question says about the last answer. */
function problemOf(failure: Failure, isOfBackup = false): string {
  const { what, todo } = failureWords(failure);
  const isWrong = isOfBackup && failure.code === 'wrong_passphrase';
  return `${isWrong ? WRONG_FOR_BACKUP : what} ${todo}`;
}
