// The words of a check report: what a check found, what that means, and the answer below.
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';

type Verdict = readonly [word: string, means: string];

const verdicts: Readonly<Record<CheckReportView['outcome'], Verdict>> = {
  honoured: ['Works', 'The server accepts this token.'],
  lacks_scope: [
    'Works',
    'The server knows this token; this call needs a scope that it does not have.',
  ],
  refused: [
    'The server refuses this token here',
    'It expired early, was revoked, or its revocation has arrived. Other regions may still take it.',
  ],
  forbidden: [
    'The token was not refused, but this call was',
    'A server answers 403 when the permission of a token is not enough. A firewall may answer so too.',
  ],
  unclear: ['Unclear', 'It is not about the token, or does not say whether it works.'],
  no_answer: ['No answer came', 'Nothing is known about the token from this check.'],
};

const lacksTrade: Verdict = [
  'Works',
  'It can do what its scopes allow. Who-am-I itself is for tokens that can trade.',
];
const maybeLacksTrade: Verdict = [
  'The token was not refused, but this call was',
  'Who-am-I needs the Trade scope. This token does not have it, so a 403 was to be expected. It does not show whether the token works.',
];

/** What a check found, and what that means. */
export function verdictOn({
  outcome,
  needsTrade,
}: Pick<CheckReportView, 'outcome' | 'needsTrade'>): Verdict {
  if (needsTrade && outcome === 'lacks_scope') return lacksTrade;
  if (needsTrade && outcome === 'forbidden') return maybeLacksTrade;
  return verdicts[outcome];
}

export const checkReportWords = {
  title: 'Check report',
  evidence: (why: string) => `That is about the token: ${why}.`,
  checked: (when: string, ms: number) => `Checked ${when} · ${Math.round(ms)} ms`,
  details: 'Details',
  answer: 'Answer',
  empty: 'The answer was empty.',
  plain: 'The answer is not JSON. Its beginning:',
  masked: 'masked',
  more: 'more, not shown',
  items: (n: number) => (n === 1 ? '1 entry' : `${n} entries`),
  facts: {
    call: 'Call',
    host: 'Host',
    proxy: 'Proxy',
    status: 'Status',
    noStatus: 'none',
    duration: 'Took',
    type: 'Content type',
    size: 'Size',
    bytes: (n: number) => (n === 1 ? '1 byte' : `${n} bytes`),
    ms: (n: number) => `${Math.round(n)} ms`,
  },
} as const;
