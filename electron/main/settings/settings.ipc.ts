// The contract's calls about settings: what weakens protection is asked about first, in a dialog of
// main that says what it means. What only changes the look, or protects more, is done at once.
import { changedAlerts } from '../domain/alert-settings.ts';
import {
  weakenings,
  type ProtectionChange,
  type Weakening,
} from '../domain/protection-settings.ts';
import { ok, type Outcome } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';

/** What is asked about a weakening: the only choice is to do it. */
const weaker = (message: string, choice: string, detail: string): Question => ({
  message,
  detail,
  choices: [choice],
});

const asked: Readonly<Record<Exclude<Weakening, 'lock_later' | 'work_locked'>, Question>> = {
  copy_tokens: weaker(
    'Allow access tokens to be copied?',
    'Allow copying',
    'Every program on this machine can read a copied token. It is cleared 20 seconds later. ' +
      'Each copy is asked for again.',
  ),
  hand_out_tokens: weaker(
    'Let programs ask for access tokens?',
    'Let programs ask',
    'Strongroom then listens for programs that run as you. It asks before it gives one a token. ' +
      'Every program that runs as you can read a token that one was given.',
  ),
  hand_out_ends: weaker(
    'Stop giving tokens to programs?',
    'Stop, and revoke them',
    'Programs are no longer answered. Every token that a program holds is revoked, and the program stops working.',
  ),
  lock_never: weaker(
    'Never lock when idle?',
    'Never lock when idle',
    'Whoever finds this machine unattended can use every key in the vault.',
  ),
  open_on_suspend: weaker(
    'Stay unlocked when the machine goes to sleep?',
    'Stay unlocked',
    'Keys and open tokens stay in the memory of a sleeping machine.',
  ),
  open_on_screen_lock: weaker(
    'Stay unlocked when the screen is locked?',
    'Stay unlocked',
    'Whoever gets past the screen lock finds the vault open.',
  ),
  capture_allowed: weaker(
    'Allow this window in screenshots and shared screens?',
    'Allow capture',
    'Labels, client ids and addresses can then be recorded. Secrets are never shown.',
  ),
};

const LOGIN_START = weaker(
  'Start Strongroom when you log in?',
  'Start at login',
  'It starts locked and without a window. The passphrase is asked for when you open it.',
);

function questionOf(
  weakening: Weakening,
  { lockAfterMinutes: minutes, lockedWorkHours: hours }: ProtectionChange,
): Question {
  if (weakening === 'work_locked') {
    return weaker(
      `Keep working for ${hours} hours while locked?`,
      'Keep working while locked',
      'A lock then hides everything and asks for the passphrase. The keys and secrets stay in memory. Whoever can ' +
        'read the memory of this machine can take them. Renewals, proofs of death, alerts and programs go on until ' +
        'that time. Sleep, quitting and the end of the session close the vault in any case.',
    );
  }
  if (weakening !== 'lock_later') return asked[weakening];
  return weaker(
    `Lock only after ${minutes} minutes without use?`,
    `Lock after ${minutes} minutes`,
    'Whoever finds this machine unattended before then can use every key.',
  );
}

/** A window asks for one thing at a time; several at once are told one by one all the same. */
function questionAbout(found: readonly Weakening[], change: ProtectionChange): Question | null {
  const questions = found.map((each) => questionOf(each, change));
  if (questions.length < 2) return questions[0] ?? null;
  return {
    message: 'Change the protection in several ways?',
    detail: questions.map((each) => `${each.message} ${each.detail}`).join('\n\n'),
    choices: ['Change the protection'],
    serious: true,
  };
}

interface Parts extends Pick<HandlerParts<unknown>, 'settings' | 'changed'> {
  /** `system_refused`, `not_allowed` where it is not offered. */
  readonly loginStart: { readonly set: (on: boolean) => Outcome };
}

export function settingsHandlers({ settings, loginStart, changed }: Parts) {
  return handlersOf({
    loginStartSet: {
      ask: ({ on }) => ok(on ? LOGIN_START : null),
      async act({ on }) {
        const set = await loginStart.set(on);
        changed();
        return set;
      },
    },
    settingsChange: {
      // SECURITY(S28): a window that turned hostile must not weaken anything by itself (I6).
      ask: (change) => ok(questionAbout(weakenings(settings.current(), change), change)),
      act({ alerts, ...others }) {
        // With what they are now, not with what the window last heard: two changes may come at once.
        const wanted = alerts && changedAlerts(settings.current().alerts, alerts);
        const done = settings.change({ ...others, ...(wanted && { alerts: wanted }) });
        changed();
        return done;
      },
    },
  });
}
