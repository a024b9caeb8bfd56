// The words of the map of who may do what.
import { counted, whole } from '../../../electron/shared/counts.ts';

export const accessWords = {
  title: 'Who may do what',
  trade: (may: number, all: number, never: number) =>
    `${whole(may)} of ${counted(all, 'key')} may trade or write${never === 0 ? '' : `; of ${whole(never)} no such use is recorded`}.`,
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
