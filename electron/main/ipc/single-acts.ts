// What a person does to one credential needs no dialog of main, and a page that turned hostile could do it as often as it
// likes. So a few go unasked, and main asks about every further one (I6). A key that leaked gets a token only after a
// question.
import type { Environment } from '../domain/environment.ts';
import { isLeaked } from '../domain/leak-plan.ts';
import type { CredentialId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { environmentOf, fullName, isPractice } from '../domain/place-words.ts';
import type { Question } from '../secret-input/ports.ts';
import type { VaultContents } from '../vault/vault.ts';
import type { VaultServices } from './while-open.ts';

/**
 * `issue`: brings one more live token; `issue_anew`: with another secret than the one that may have leaked. `end`: ends
 * one, or keeps one from being renewed.
 */
type Kind = 'issue' | 'issue_anew' | 'end';

type Allowance = ReturnType<typeof createAllowance>;

/** @param perMs after so many milliseconds one counts no more. */
function createAllowance(most: number, perMs: number, nowMs: () => number) {
  let usedAtMs: readonly number[] = [];
  return {
    /** True: this one needs no question. It is counted. */
    take(): boolean {
      const sinceMs = nowMs() - perMs;
      usedAtMs = usedAtMs.filter((atMs) => atMs > sinceMs);
      if (usedAtMs.length >= most) return false;
      usedAtMs = [...usedAtMs, nowMs()];
      return true;
    },
    /** The person said yes to main. */
    renew(): void {
      usedAtMs = [];
    },
  };
}

const ISSUED_A_MINUTE = 10;
/** Since the app was started, or since the last yes. Neither time nor a lock gives more: a page can ask for a lock. */
export const ENDED_UNASKED = 3;

export type SingleActs = ReturnType<typeof createSingleActs>;

export function createSingleActs(
  vaultSession: VaultServices<{
    readonly session: { readonly vault: { readonly contents: () => VaultContents } };
  }>,
  nowMs: () => number,
) {
  const issue = createAllowance(ISSUED_A_MINUTE, 60_000, nowMs);
  const end = createAllowance(ENDED_UNASKED, Infinity, nowMs);
  const allowances: Readonly<Record<Kind, Allowance>> = { issue, issue_anew: issue, end };
  return {
    /**
     * The question about such an act on that credential, or null where it needs none. Of a credential that is not there
     * nothing is asked: its handler refuses. Practice tokens reach this machine alone.
     */
    ask(
      kind: Kind,
      id: CredentialId,
      question: (name: string, environment: Environment) => Question,
    ): Result<Question | null> {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const contents = open.value.session.vault.contents();
      const credential = contents.credentials.find((each) => each.id === id);
      const environment = environmentOf(contents, id);
      if (credential === undefined || environment === undefined) return ok(null);
      const name = fullName(credential, environment);
      // Only a yes to a question of main makes room for more.
      const confirmed = (): void => allowances[kind].renew();
      if (kind === 'issue' && isLeaked(contents.leakPlans, credential.id)) {
        return ok({ ...leakedQuestion(name), confirmed });
      }
      if (isPractice(environment) || allowances[kind].take()) return ok(null);
      return ok({ ...question(name, environment), confirmed });
    },
  };
}

const leakedQuestion = (name: string): Question => ({
  message: `Get a token of ${name}, whose key leaked?`,
  detail:
    'The plan for this leak is open: whoever has the key can use it. Whatever depends on the new token stops when the ' +
    'key is rotated or deleted.',
  choices: ['Get a token anyway'],
  serious: true,
});

/** Of further tokens, each on its own. */
export const anotherTokenQuestion = (name: string): Question => ({
  message: `Get another token of ${name}?`,
  detail:
    `More than ${ISSUED_A_MINUTE} tokens were asked for within a minute. Strongroom asks so that no program that ` +
    'took over the window gets tokens unseen.',
  choices: ['Get a token'],
});
