// The words of the card that says how far a credential reaches.
import { counted, whole } from '../../../../electron/shared/counts.ts';
import type { AccessType } from '../../../../electron/shared/words.ts';
import type { Reach } from './reach.ts';

const documentedLife: Readonly<Record<AccessType, string>> = {
  trader: 'By the specification a Trader token lives 24 hours',
  partner: 'By the specification a Partner token typically lives 2 hours',
};

export const reachWords = {
  heading: 'Reach',
  live: 'Live tokens may',
  from: 'From where',
  tokens: 'Live tokens',
  nothing: 'nothing',
  unknownScopes: 'what the key may do in the web app',
  fromWhere: {
    trader: 'any address, unless the web app restricts it',
    partner: 'any address; there is no restriction for this API',
  } satisfies Readonly<Record<AccessType, string>>,
  counted: ({ live, trading }: Reach) =>
    live === 0
      ? 'none'
      : trading === 0
        ? `${whole(live)}, none may trade`
        : live === 1
          ? '1, and it may trade'
          : `${whole(live)}, ${whole(trading)} of them may trade`,

  /** @param deadBy the moment of `deadByMs` in words; empty where there is none. */
  ifNothing: (reach: Reach, deadBy: string, accessType: AccessType): string => {
    if (reach.live === 0) return 'No live tokens here.';
    const known =
      deadBy === ''
        ? ''
        : reach.withoutEnd === 0
          ? `If you do nothing, every token here is dead by ${deadBy}.`
          : `If you do nothing, every token with a known end is dead by ${deadBy}.`;
    const unknown =
      reach.withoutEnd === 0
        ? ''
        : `It is not known when ${counted(reach.withoutEnd, 'token')} ${reach.withoutEnd === 1 ? 'ends' : 'end'}. ${documentedLife[accessType]}.`;
    return [known, unknown].filter((each) => each !== '').join(' ');
  },
  /** @param until empty where renewal has no end. */
  renewed: (until: string) =>
    until === ''
      ? 'Renewal is on: while the vault is unlocked, new tokens take their place until it is switched off.'
      : `Renewal is on: while the vault is unlocked, new tokens take their place until ${until}.`,
  secretStays: {
    trader: 'The secret does not end by itself: it gets new tokens until it is rotated.',
    partner:
      'The secret does not end by itself, and only the web app can revoke a Partner key: it gets new tokens until then.',
  } satisfies Readonly<Record<AccessType, string>>,
} as const;
