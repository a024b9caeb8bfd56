// The words of the rotation assistant and of the plan for a leaked key. Where the web app has a thing is
// said in the words of the specification, and nothing is made up where it is silent.
import { counted } from '../../../electron/shared/counts.ts';
import type {
  OldTokensView,
  RotationView,
} from '../../../electron/shared/incident/rotation-view.ts';
import type { AccessType } from '../../../electron/shared/words.ts';
import type { PlanMark } from '../../model/leak-standing.ts';

/** Where the person acts (docs/service.md 2.1, 5.8, 5.9). */
const places: Readonly<Record<AccessType, string>> = {
  trader: 'in the web app, Trader API section',
  partner: 'in the web app, business section, API keys',
};

const whoWords = {
  you: (place: string) => `You, ${place}`,
  app: () => 'Strongroom, here',
  both: (place: string) => `You, then Strongroom, ${place}`,
} as const;
export type Who = keyof typeof whoWords;

/** Who does a step, and where. */
export const whoAndWhere = (who: Who, access: AccessType): string => whoWords[who](places[access]);

export const planWords: Readonly<Record<PlanMark, string>> = {
  proven: 'Proven here',
  done: 'Done',
  said: 'Your word',
  unproven: 'Cannot be proven',
  now: 'Next',
  waits: 'Server is asked',
  later: 'Later',
};

/** What became of tokens, in one line; empty parts are left out. */
export function tokensLine(old: OldTokensView): string {
  const parts = [
    old.waiting > 0 && `${counted(old.waiting, 'token')} still valid`,
    old.failed > 0 && `${counted(old.failed, 'token')} the server will not revoke`,
    old.underWay > 0 && `${old.underWay} being ended`,
    old.accepted > 0 && `${old.accepted} revoked, checking`,
    old.unproven > 0 && `${old.unproven} accepted, no call can prove the end`,
    old.dead > 0 && `${old.dead} dead`,
    old.outOfReach > 0 && `${old.outOfReach} out of reach: their text is not here`,
  ].filter((each) => each !== false);
  return parts.length === 0 ? 'No token of it is known.' : `${parts.join('; ')}.`;
}

const steps: Readonly<Record<RotationView['step'], string>> = {
  1: 'Take the new secret',
  2: 'Check the new secret',
  3: 'End the tokens of the old secret',
  4: 'Prove that the old secret is refused',
  5: 'Destroy the old secret',
};

export const rotationWords = {
  title: (label: string) => `Rotate the secret of ${label}`,
  lead: 'Five steps, minutes or days apart. Each is saved; close this whenever you like. The old secret stays stored until it is proven worthless.',
  begin: 'Start the rotation',
  beginNote: 'Nothing has been done yet. Starting sends nothing to the server.',
  steps,
  standing: (step: number, waitingFor: 'you' | 'server') =>
    `Rotation: step ${step} of 5, waiting for ${waitingFor === 'you' ? 'you' : 'the server'}`,
  short: (step: number) => `rotation ${step}/5`,
  take: {
    note: 'Create a new client secret there and hand it over. It is sealed beside the old one.',
    unknown:
      'The old secret may stop working as soon as you create the new one. Revoke first if its tokens must die.',
    revokeFirst: (n: number) => `Revoke ${counted(n, 'token')} first…`,
    revokeFirstNote: (n: number) =>
      `If ${n === 1 ? 'its live token' : `its ${n} live tokens`} must die, revoking before you create the new secret is the safe order. Programs stop until they have a new token.`,
    source: 'Where is the new secret?',
    submit: 'Take the new secret',
    again: 'Take another one',
    taken: 'Stored beside the old one, fingerprint',
  },
  check: {
    trader: 'Gets one token with the smallest scope. It stays in the list, for you to use.',
    partner: 'Gets one token and asks for positions with it. It stays in the list, for you to use.',
    submit: 'Check the new secret',
    done: 'It issues tokens, and they work. New tokens come from it from now on.',
    doneRead:
      'It issues tokens. No call can show more of a read-only token. New tokens come from it from now on.',
  },
  end: {
    question: 'What did the web app do with the old secret?',
    answers: {
      works: {
        label: 'It still works',
        note: 'Its tokens are revoked with it, before you remove it.',
      },
      stopped: {
        label: 'It stopped at once',
        note: 'Its tokens are revoked with the new secret: it is the same client.',
      },
    },
    unsure: 'Not sure',
    find: 'Try the old secret…',
    findNote: 'If it still works, one more token is issued, and revoked at once.',
    proven: {
      refused: 'Strongroom has seen that the old secret is refused.',
      still_mints: 'Strongroom has seen that the old secret still works.',
      unclear: 'The server did not say whether the old secret works.',
    },
    submit: (n: number, by: 'old' | 'new') =>
      `Revoke ${counted(n, 'token')} with the ${by} secret…`,
    partner:
      'No revoke call is documented for Partner tokens. Revoke or regenerate the key there. Then Strongroom asks with each token until it is refused.',
    partnerSubmit: (n: number) => `Ask with ${counted(n, 'token')} until refused…`,
    failed: (n: number) =>
      `The server refused to revoke ${counted(n, 'token')}. ${n === 1 ? 'It' : 'They'} may be live.`,
    failedOld:
      'The secret it was asked with was probably rotated away already. Say that it stopped at once, then revoke with the new one.',
    failedNew:
      'Neither secret is accepted for it. Delete the client in the web app, which revokes its tokens too. Or wait until they have expired.',
    outOfReach: 'Tokens out of reach end when they expire, or when the client is deleted.',
  },
  prove: {
    note: 'If the old secret still works, remove it there. Then let Strongroom try it.',
    submit: 'Try the old secret…',
    verdict: {
      refused: 'The server refused it:',
      still_mints:
        'It still works: one more token was just issued, which is being ended too. Remove the old secret in the web app, then try again.',
      unclear:
        'The server’s answer said neither that it works nor that it does not. Nothing is proven; try again later.',
    },
  },
  destroy: {
    note: 'The old secret is wiped from this vault and the new one takes its place. It cannot be brought back.',
    submit: 'Destroy the old secret…',
    unproven: 'Destroy it without proof…',
  },
  abandon: 'Abandon the rotation…',
  practice: {
    keep: 'Practice: create a secret, old one goes on',
    stop: 'Practice: create a secret, old one stops',
    remove: 'Practice: remove the old secret',
  },
} as const;
