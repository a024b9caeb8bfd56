// The words of the map of who may do what.
import { counted, whole } from '../../../electron/shared/counts.ts';

export const accessWords = {
  title: 'Who can do what',
  trade: (may: number, all: number, never: number) =>
    `${whole(may)} of ${counted(all, 'key')} can trade or write${never === 0 ? '' : `; no such use of ${whole(never)} is recorded`}.`,
  key: 'Key',
  rights: {
    read: 'Read',
    trade: 'Trade',
    partner_read: 'Partner read',
    partner_write: 'Partner write',
  },
  uses: { live: 'used by a live token', had: 'used before', unused: 'no use recorded' },
  no: 'no',
  more: (count: number) => `and ${whole(count)} more`,
} as const;
