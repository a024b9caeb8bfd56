// The words of one action on many credentials.
import { counted, whole } from '../../../electron/shared/counts.ts';
import type { BulkKind, BulkRunView } from '../../../electron/shared/bulk/bulk-view.ts';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import type { BulkStanding } from '../../model/bulk-plan.ts';
import { en } from '../../i18n/en.ts';

const done: Readonly<Record<BulkKind, string>> = {
  get: 'Token received',
  renew: 'New token received',
  check: 'Checked',
};

type Item = BulkRunView['items'][number];

function item(kind: BulkKind, { state, failure, outcome }: Item): string {
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'running':
      return 'Under way…';
    case 'left_alone':
      return 'Not begun';
    case 'failed':
      return failure === null ? 'Failed' : failureWords({ code: failure }).what;
    case 'done':
      return outcome === null ? done[kind] : `${done[kind]}: ${en.outcome[outcome]}`;
  }
}

export const bulkWords = {
  selection: 'Selection',
  selected: (n: number) => `${whole(n)} selected`,
  title: { get: 'Tokens asked for', renew: 'Renewals', check: 'Checks' },
  results: 'Results',
  starting: 'Started. The results follow.',
  standing: ({ done: ended, failed, all }: BulkStanding) =>
    `${whole(ended)} of ${whole(all)} done${failed > 0 ? `, ${whole(failed)} failed` : ''}`,
  begun: (all: number) => `${counted(all, 'call')} started.`,
  ended: ({ done: ended, failed, leftAlone }: BulkStanding) =>
    `Ended: ${whole(ended)} done, ${whole(failed)} failed, ${whole(leftAlone)} not started.`,
  item,
  left: {
    no_token: 'Left out: no token of it allows this',
    choose_scope: 'Left out: it can only trade, so choose the scope there',
    being_deleted: 'Left out: it is being deleted, and a new token would put that off',
  },
  gone: 'Key gone',
  cancel: 'Stop the queue',
  allBegun: 'Nothing waits any more; what is under way comes to its end.',
  again: (n: number) => `Try ${whole(n)} again`,
  putAway: 'Close run',
} as const;
