// The contract's calls about settings: what weakens protection is asked about first, in a dialog of
// main that says what it means. What only changes the look, or protects more, is done at once.
import type { Failure } from '../../shared/failures/failure.ts';
import { changedAlerts } from '../domain/alert-settings.ts';
import {
  weakenings,
  type ProtectionChange,
  type Weakening,
} from '../domain/protection-settings.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { handlersOf } from '../ipc/serve-contract.ts';

interface Asked {
  readonly message: string;
  readonly detail: string;
  readonly yes: string;
}

const asked: Readonly<Record<Exclude<Weakening, 'lock_later' | 'work_locked'>, Asked>> = {
  copy_tokens: {
    message: 'Allow access tokens to be copied?',
    detail:
      'A copied token can be read by every program on this machine until it is cleared, ' +
      '20 seconds later. Each copy is asked for again.',
    yes: 'Allow copying',
  },
  hand_out_tokens: {
    message: 'Let programs ask for access tokens?',
    detail:
      'Strongroom then listens for programs that run as you, and asks you before it gives one a token. ' +
      'A token that a program was given can be read by every program that runs as you.',
    yes: 'Let programs ask',
  },
  hand_out_ends: {
    message: 'Stop giving tokens to programs?',
    detail:
      'Programs are no longer answered. Every token that a program holds is revoked, and the program stops working.',
    yes: 'Stop, and revoke them',
  },
  lock_never: {
    message: 'Never lock when idle?',
    detail: 'Whoever finds this machine unattended can use every credential in the vault.',
    yes: 'Never lock when idle',
  },
  open_on_suspend: {
    message: 'Stay unlocked when the machine goes to sleep?',
    detail: 'Keys and open tokens stay in the memory of a sleeping machine.',
    yes: 'Stay unlocked',
  },
  open_on_screen_lock: {
    message: 'Stay unlocked when the screen is locked?',
    detail: 'Whoever gets past the screen lock finds the vault open.',
    yes: 'Stay unlocked',
  },
  capture_allowed: {
    message: 'Allow this window in screenshots and shared screens?',
    detail: 'Labels, client ids and addresses can then be recorded. Secrets are never shown.',
    yes: 'Allow capture',
  },
  unkept_live_on: {
    message: 'Leave tokens that are not kept alive at a lock?',
    detail:
      'After the lock nothing here knows of them, and they work until they expire. The locked screen ' +
      'says how many there are.',
    yes: 'Leave them alive',
  },
};

const LOGIN_START: Question = {
  message: 'Start Strongroom when you log in?',
  detail: 'It starts locked and without a window. The passphrase is asked for when you open it.',
  choices: ['Start at login'],
  serious: false,
};

function textOf(
  weakening: Weakening,
  { lockAfterMinutes: minutes, lockedWorkHours: hours }: ProtectionChange,
): Asked {
  if (weakening === 'work_locked') {
    return {
      message: `Keep working for ${hours} hours while locked?`,
      detail:
        'A lock then hides everything and asks for the passphrase, and the keys and secrets stay in memory: whoever can ' +
        'read the memory of this machine can take them. Renewals, proofs of death, alerts and programs go on until ' +
        'that time. Sleep, quitting and the end of the session close the vault in any case.',
      yes: 'Keep working while locked',
    };
  }
  if (weakening !== 'lock_later') return asked[weakening];
  return {
    message: `Lock only after ${minutes} minutes without use?`,
    detail: 'Whoever finds this machine unattended before then can use every credential.',
    yes: `Lock after ${minutes} minutes`,
  };
}

function questionAbout(found: readonly Weakening[], change: ProtectionChange): Question | null {
  const texts = found.map((each) => textOf(each, change));
  const [first, ...others] = texts;
  if (first === undefined) return null;
  if (others.length === 0) {
    const { message, detail, yes } = first;
    return { message, detail, choices: [yes], serious: false };
  }
  // A window asks for one thing at a time; several at once are told one by one all the same.
  const detail = texts.map((each) => `${each.message} ${each.detail}`).join('\n\n');
  return {
    message: 'Change the protection in several ways?',
    detail,
    choices: ['Change the protection'],
    serious: true,
  };
}

interface Parts extends Pick<HandlerParts<unknown>, 'settings' | 'changed'> {
  /** `system_refused`, `not_allowed` where it is not offered. */
  readonly loginStart: { readonly set: (on: boolean) => Promise<Result<void, Failure>> };
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
