// Every way in which our client judges an answer otherwise than oauth4webapi 3.8.8, each looked at and meant
// (R22). A difference that no entry explains fails the test, and so does an entry that nothing needs.
import { NONE, type Oddness } from './judged-answers.ts';
import type { Difference } from './two-judges.ts';

export interface Reviewed {
  readonly about: string;
  /** Why ours is right. */
  readonly reason: string;
  readonly in: Difference['in'];
  readonly ours: RegExp;
  readonly theirs: RegExp;
  /** Some draws of a small run have no answer that needs it. */
  readonly isRare?: true;
  readonly when: (odd: Oddness) => boolean;
}

const TOKEN = /^token/;
const USABLE = /^token$/;
const ASIDE = /^token kept aside$/;
const REFUSED = /^refused$/;
const ERROR = /^error /;
const ANY = /^/;

const has = (text: string | undefined, words: RegExp): boolean => words.test(text ?? '');
const statusOf = ({ status = '' }: Oddness): number => Number(status);

export const reviewedDifferences: readonly Reviewed[] = [
  {
    about: 'a token in a success other than 200',
    reason:
      'A token that came may live: kept sealed, so that it can be revoked; never used (case 31).',
    in: 'outcome',
    ours: ASIDE,
    theirs: REFUSED,
    when: (odd) => statusOf(odd) > 200 && statusOf(odd) < 300,
  },
  {
    about: 'a token with characters that no header may carry',
    reason: 'RFC 6750 section 2.1. They would forge headers; the library passes them on (case 23).',
    in: 'outcome',
    ours: ASIDE,
    theirs: USABLE,
    when: ({ access_token: token }) => has(token, / |\\r|\\u00e9/),
  },
  {
    about: 'a token above 8 KiB',
    reason: 'No documented token comes near, and servers refuse such a header (case 24).',
    in: 'outcome',
    ours: ASIDE,
    theirs: USABLE,
    when: ({ access_token: token = '' }) => token.length > 8_192,
  },
  {
    about: 'a token_type that is missing or no bearer',
    reason: 'RFC 6749 section 7.1: not to be used. Lost, it would live on unseen (case 14).',
    in: 'outcome',
    ours: ASIDE,
    theirs: REFUSED,
    when: ({ token_type: type = '"Bearer"' }) => !/^"bearer"$/i.test(type),
  },
  {
    about: 'token_type DPoP',
    reason: 'We hold no DPoP key, so the token is of no use here; the library takes it (case 14).',
    in: 'outcome',
    ours: ASIDE,
    theirs: USABLE,
    when: ({ token_type: type }) => type === '"DPoP"',
  },
  {
    about: 'an expires_in that means no time, or one that has passed',
    reason:
      'It is optional (RFC 6749 section 5.1): the token is kept, its end unknown (cases 17, 18).',
    in: 'outcome',
    ours: TOKEN,
    theirs: REFUSED,
    when: ({ expires_in: said }) =>
      said !== undefined && /^(?:-1|1e999|"-5"|""|"Infinity"|\{\}|true|null)$/.test(said),
  },
  {
    about: 'a lifetime with a fraction',
    reason: 'Whole seconds, rounded down: never longer than the server said (case 19).',
    in: 'lifetime',
    ours: /^(?:3600|unknown)$/,
    theirs: /^(?:3600\.9|0\.5)$/,
    when: ({ expires_in: said }) => has(said, /^\d+\.\d+$/),
  },
  {
    about: 'a lifetime of nothing',
    reason: 'The server may honour it all the same, so the expiry is unknown (case 18).',
    in: 'lifetime',
    ours: /^unknown$/,
    theirs: /^0$/,
    when: ({ expires_in: said }) => said === '0',
  },
  {
    about: 'a lifetime beyond 30 days',
    reason: 'Absurd, so the expiry is unknown: the token counts as live (case 20).',
    in: 'lifetime',
    ours: /^unknown$/,
    theirs: /^\d{13,}$/,
    when: ({ expires_in: said }) => has(said, /^\d{13,}$/),
  },
  {
    about: 'an expires_in that only begins like a number',
    reason: 'parseFloat guesses: 3600abc as 3600, 0x10 as 0. A guess kills or overruns (case 17).',
    in: 'lifetime',
    ours: /^unknown$/,
    theirs: /^\d+$/,
    when: ({ expires_in: said }) => has(said, /^(?:"3600abc"|" 60 "|"0x10"|"1e3"|\[3600\])$/),
  },
  {
    about: 'a scope outside the grammar',
    reason: 'RFC 6749 section 3.3; nothing may be concluded from it (case 28).',
    in: 'scope',
    ours: /^unknown$/,
    theirs: ANY,
    when: ({ scope }) => has(scope, /^(?:""|"TRADER_READ {2}X"|"trader_read"|"A\\u0000")$/),
  },
  {
    about: 'a scope that is no text',
    reason: 'The token works all the same; what it was granted is unknown (case 28).',
    in: 'outcome',
    ours: TOKEN,
    theirs: REFUSED,
    when: ({ scope }) => has(scope, /^(?:\[|5|null)/),
  },
  {
    about: 'a refresh_token or id_token that is malformed or cannot be verified',
    reason:
      'RFC 6749 section 4.4.3: not meant here. Discarded unread, noted, the token kept (case 29).',
    in: 'outcome',
    ours: TOKEN,
    theirs: REFUSED,
    when: ({ more }) => has(more, /^"(?:refresh|id)_token"/),
  },
  {
    about: 'an error beside a token',
    reason: 'The answer contradicts itself; which half is true cannot be known (case 26).',
    in: 'outcome',
    ours: ASIDE,
    theirs: USABLE,
    when: ({ more }) => has(more, /^"error":(?:"|5)/),
  },
  {
    about: 'an error in a 200, without a token',
    reason: 'The server says what is wrong; the person is told it (case 31).',
    in: 'outcome',
    ours: ERROR,
    theirs: REFUSED,
    when: ({ status = '200', more }) => status.startsWith('2') && has(more, /^"error":"/),
  },
  {
    about: 'a member twice',
    reason:
      'RFC 8259 section 4: unpredictable. JSON.parse keeps the last; all are kept aside (case 26).',
    in: 'outcome',
    ours: ASIDE,
    theirs: USABLE,
    when: ({ more }) => has(more, /^"(?:access_token|token_type|expires_in|scope)"/),
  },
  {
    about: 'the lifetime of an ambiguous answer',
    reason: 'The first of two, of a token that is not used: shown, nothing more (case 26).',
    in: 'lifetime',
    ours: ANY,
    theirs: /^5$/,
    when: ({ more }) => has(more, /^"expires_in"/),
  },
  {
    about: 'the scope of an ambiguous answer',
    reason: 'The first of two, of a token that is not used: shown, nothing more (case 26).',
    in: 'scope',
    ours: ANY,
    theirs: /^ADMIN$/,
    when: ({ more }) => has(more, /^"scope"/),
  },
  {
    about: 'two errors',
    isRare: true,
    reason: 'The first counts, and may say nothing; either way nothing was issued.',
    in: 'outcome',
    ours: /^(?:refused|error )/,
    theirs: ERROR,
    when: ({ more }) => has(more, /^"error":"invalid_grant"/),
  },
  {
    about: 'bytes that are no UTF-8',
    reason: 'RFC 8259 section 8.1. Replaced characters would be another token (case 33).',
    in: 'outcome',
    ours: REFUSED,
    theirs: /^(?:token|error )/,
    when: ({ body }) => body === 'not UTF-8',
  },
  {
    about: 'a body above 64 KiB',
    reason: 'The library reads whatever comes, without an end (case 57).',
    in: 'outcome',
    ours: REFUSED,
    theirs: /^(?:token|error )/,
    when: ({ body }) => body === 'larger than 64 KiB',
  },
  {
    about: 'an error in a 5xx',
    reason:
      'server_error whatever the body says, with its code shown: the key is not to blame (case 40).',
    in: 'outcome',
    ours: ERROR,
    theirs: REFUSED,
    when: (odd) => statusOf(odd) >= 500,
  },
  {
    about: 'an error in JSON that is not called JSON',
    reason: 'It reads as one, so the person is told what the server said (case 39).',
    in: 'outcome',
    ours: ERROR,
    theirs: REFUSED,
    when: ({ type }) => type !== undefined && !type.startsWith('application/json;'),
  },
  {
    about: 'an error beside a challenge',
    reason: 'RFC 6749 section 5.2 asks for both with a 401; the library drops the body (case 34).',
    in: 'outcome',
    ours: ERROR,
    theirs: REFUSED,
    when: ({ challenge = NONE }) => challenge !== NONE,
  },
  {
    about: 'an error in a success to a revocation',
    reason: 'A body that names an error is no reason to believe the status (case 97).',
    in: 'outcome',
    ours: ERROR,
    theirs: /^(?:accepted|refused)/,
    when: ({ error }) => error !== undefined,
  },
  {
    about: 'a 202 to a revocation',
    reason: 'Not done yet is neither done nor refused: pending, and asked for again (case 99).',
    in: 'outcome',
    ours: /^pending$/,
    theirs: REFUSED,
    when: ({ status }) => status === '202',
  },
  {
    about: 'a 204 to a revocation',
    reason: 'A success without content is an acceptance, noted as unusual (case 99).',
    in: 'outcome',
    ours: /^accepted$/,
    theirs: REFUSED,
    when: ({ status }) => status === '204',
  },
];
