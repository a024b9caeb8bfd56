// Asks for passphrases about a vault that is open: the present one, as proof of who is there, and a new
// one that is strong and not the present one. A passphrase is held no longer than its question needs.
import type { Failure } from '../../shared/failures/failure.ts';
import { failureWords } from '../../shared/failures/failure-words.ts';
import { MIN_PASSPHRASE_BITS } from '../../shared/unlock/entry-contract.ts';
import { passphraseBits } from '../../shared/unlock/passphrase-strength.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { AskForSecret, SecretPrompt } from '../secret-input/ports.ts';
import type { UnlockedVault } from '../vault/vault.ts';
import type { AttemptDelay } from './attempt-delay.ts';

type Checked = Pick<UnlockedVault, 'checkPassphrase'>;

export interface PassphraseQuestions {
  /** Until the present passphrase was typed; `about` says what it is needed for. */
  readonly provePresent: (
    vault: Checked,
    about: string,
  ) => Promise<Result<'done' | 'cancelled', Failure>>;
  /** Until `work` takes what was typed as the present one; null when the window was closed. */
  readonly withPresent: <T>(
    about: string,
    work: (typed: SecretBytes) => Promise<Result<T, Failure>>,
  ) => Promise<Result<T | null, Failure>>;
  /** A new passphrase, the caller's to wipe; null when the window was closed. */
  readonly takeNew: (vault: Checked, about: string) => Promise<Result<SecretBytes | null, Failure>>;
}

/** `prompt` for an attempt to open the vault: what comes after an answer is told apart from what came before. */
export function answering(prompt: SecretPrompt, answered: () => void): SecretPrompt {
  const telling =
    (ask: AskForSecret): AskForSecret =>
    async (question) => {
      const typed = await ask(question);
      if (typed !== null) answered();
      return typed;
    };
  return {
    ask: telling(prompt.ask),
    askAgain: (work) => prompt.askAgain((ask, close) => work(telling(ask), close)),
  };
}

export function createPassphraseQuestions(ports: {
  readonly prompt: SecretPrompt;
  readonly delay: AttemptDelay;
}): PassphraseQuestions {
  // An unlocked window that somebody else found must not become a place to guess at.
  const { prompt, delay } = ports;

  const withPresent: PassphraseQuestions['withPresent'] = (about, work) =>
    prompt.askAgain(async (ask) => {
      let problem: string | null = null;
      for (;;) {
        const waitMs = delay.waitMs();
        const typed = await ask({ purpose: 'present_passphrase', about, problem, waitMs });
        if (typed === null) return ok(null);
        const tooSoon = delay.obstacle();
        if (tooSoon !== null) {
          typed.wipe();
          problem = problemOf(tooSoon);
          continue;
        }
        const worked = await work(typed);
        typed.wipe();
        if (worked.ok) {
          delay.right();
          return worked;
        }
        if (worked.failure.code !== 'wrong_passphrase') return worked;
        delay.wrong();
        problem = problemOf(delay.obstacle() ?? worked.failure);
      }
    });

  return {
    withPresent,
    async provePresent(vault, about) {
      const proved = await withPresent(about, async (typed) => {
        const checked = await vault.checkPassphrase(typed);
        return checked.ok ? ok('done' as const) : checked;
      });
      return proved.ok ? ok(proved.value ?? 'cancelled') : proved;
    },

    takeNew: (vault, about) =>
      prompt.askAgain(async (ask) => {
        let problem: string | null = null;
        for (;;) {
          const typed = await ask({ purpose: 'next_passphrase', about, problem });
          if (typed === null) return ok(null);
          const obstacle = await obstacleTo(vault, typed);
          if (obstacle === null) return ok(typed);
          typed.wipe();
          if (obstacle.code !== 'passphrase_too_weak' && obstacle.code !== 'passphrase_unchanged') {
            return fail(obstacle);
          }
          problem = problemOf(obstacle);
        }
      }),
  };
}

async function obstacleTo(vault: Checked, next: SecretBytes): Promise<Failure | null> {
  if (next.use(passphraseBits) < MIN_PASSPHRASE_BITS) return { code: 'passphrase_too_weak' };
  // Asked of the vault, so that the present passphrase need not be held until now.
  const checked = await vault.checkPassphrase(next);
  if (checked.ok) return { code: 'passphrase_unchanged' };
  return checked.failure.code === 'wrong_passphrase' ? null : checked.failure;
}

/** What the next question says about the last answer. */
export function problemOf(failure: Failure): string {
  const words = failureWords(failure);
  return `${words.what} ${words.todo}`;
}
