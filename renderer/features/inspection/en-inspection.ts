// The words about a token from somewhere else: its form, who is asked, what the answer proves.
import { counted } from '../../../electron/shared/counts.ts';
import type {
  InspectionAnswerView,
  InspectionOutcome,
  InspectionSource,
} from '../../../electron/shared/inspection/inspection-view.ts';
import type { IntrospectionAuthentication } from '../../../electron/shared/words.ts';
import { inspectionSaid, questionWords } from '../../i18n/en-said.ts';

type Verdict = readonly [what: string, means: string];

const refusedAt = {
  'identity check':
    'It does not say why: expired, revoked and unknown here look the same. A Trader token without trade scope, or a Partner token, may be refused here too.',
  positions:
    'It does not say why: expired, revoked and unknown here look the same. A Trader token is refused here too.',
  introspection: '',
} as const;

export function verdictOf({ outcome, question }: InspectionAnswerView): Verdict {
  const verdicts: Readonly<Record<InspectionOutcome, Verdict>> = {
    honoured: ['The server accepts this token', 'It works there right now.'],
    refused: ['The server refuses this token', refusedAt[question]],
    lacks_scope: [
      'The server knows this token, but its scope is not enough',
      'It works there; the server says that it may not make this call.',
    ],
    unclear: [
      'Unclear',
      'It does not say clearly whether the token works, or contradicts itself. This is what the server answered.',
    ],
    no_answer: ['No answer came', 'Nothing is known about the token from this question.'],
    active: [
      'Introspection says: active',
      'The authorization server counts it as valid now. The rest is what it said, word for word.',
    ],
    inactive: [
      'Introspection says: not active',
      'Expired, revoked, unknown, or not for this client to know: it does not say which.',
    ],
    asker_refused: [
      'The server refused the key the question was asked with',
      'Nothing is known about the token from this.',
    ],
  };
  return verdicts[outcome];
}

export const authenticationWords: Readonly<
  Record<IntrospectionAuthentication, readonly [string, string]>
> = {
  client_secret_post: ['In the form', 'client_id and client_secret beside the token'],
  client_secret_basic: ['HTTP Basic', 'in the Authorization header'],
};

const sources: Readonly<Record<InspectionSource, string>> = {
  clipboard: 'the clipboard, cleared since',
  entry: 'typed in the separate window',
};

export const inspectWords = {
  title: 'Inspect a token',
  lead: 'For a token that came from somewhere else. It is kept in memory only, never saved. It is gone when you close this, lock or quit.',
  take: { clipboard: 'From the clipboard', entry: 'Type it in a separate window…' },
  another: 'Another token:',
  token: 'The token',
  facts: {
    fingerprint: 'Fingerprint',
    length: 'Length',
    source: 'From',
    bytes: (n: number) => counted(n, 'byte'),
    sources,
  },
  form: 'Form',
  plain: 'Nothing stands out.',
  opaque: 'The specification says only that a token is opaque: it is not decoded.',
  tidy: 'Leave that out',
  ours: {
    token: (label: string) => `This is one of your own tokens: it belongs to ${label}.`,
    tokenByFingerprint: (label: string) =>
      `It has the fingerprint of a token of ${label} whose text is no longer here.`,
    secret: (label: string) =>
      `This is not a token: it is the client secret of ${label}. It is not sent.`,
    open: (label: string) => `Open ${label}`,
  },
  unsendable: 'As it is, it cannot be put into a request.',
  ask: 'Ask a server',
  environment: 'Environment',
  question: 'Question',
  questions: {
    trader: ['Who am I', 'Trader: the identity check of the low-latency API'],
    partner: ['Positions', 'Partner: the positions of the account'],
    introspection: [
      'Introspection',
      'RFC 7662: asks the authorization server whether it is active',
    ],
  },
  notConfigured: 'Not configured for this environment; the information about it says how.',
  noAsker: 'Needs a key of this environment to ask with.',
  askAs: 'Asked as',
  askAsHint: 'Its client id and secret go to the introspection endpoint with the token.',
  submit: 'Ask',
  cancel: 'Stop asking',
  answer: 'Answer',
  earlier: 'Earlier answers',
  calls: questionWords,
  challenge: 'Challenge',
  line: (time: string, answer: InspectionAnswerView): string =>
    `${time} · ${inspectionSaid.answered(answer)}`,
} as const;

export const introspectionWords = {
  /** How a client proves itself where it is set up. */
  provesItself: (how: IntrospectionAuthentication) => authenticationWords[how].join(': '),
  title: 'Introspection',
  off: 'Off. The specification says that introspection follows RFC 7662. It shows neither its path nor how a client proves itself there.',
  builtIn: 'The practice gateway’s own. The real service may have another path.',
  path: 'Path',
  pathHint: 'Comes after the base address, such as /auth/oauth2/introspect.',
  authentication: 'Client authentication',
  setUp: 'Set up…',
  change: 'Change…',
  switchOff: 'Switch off',
  save: 'Save',
} as const;
