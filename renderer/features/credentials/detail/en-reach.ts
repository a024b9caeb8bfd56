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
  live: 'Live tokens can',
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
        ? `${whole(live)}, none can trade`
        : live === 1
          ? '1, and it can trade'
          : `${whole(live)}, ${whole(trading)} of them can trade`,

  /** @param deadBy the moment of `deadByMs` in words; empty where there is none. */
  ifNothing: (reach: Reach, deadBy: string, accessType: AccessType): string => {
    if (reach.live === 0) return 'No live tokens here.';
    const known =
      deadBy === ''
        ? ''
        : reach.withoutEnd === 0
          ? `All tokens expire by ${deadBy}.`
          : `All tokens with a known end expire by ${deadBy}.`;
    const unknown =
      reach.withoutEnd === 0
        ? ''
        : `It is not known when ${counted(reach.withoutEnd, 'token')} ${reach.withoutEnd === 1 ? 'ends' : 'end'}. ${documentedLife[accessType]}.`;
    return [known, unknown].filter((each) => each !== '').join(' ');
  },
  /** @param until empty where renewal has no end. */
  renewed: (until: string) =>
    until === ''
      ? 'Renewal is on. While the vault is unlocked, new tokens take their place until it is switched off.'
      : `Renewal is on: while the vault is unlocked, new tokens take their place until ${until}.`,
  secretStays: {
    trader: 'The secret keeps working until you rotate it.',
    partner: 'The secret keeps working until you revoke the key in the web app.',
  } satisfies Readonly<Record<AccessType, string>>,
} as const;
