// The first check: what the two addresses of an environment look like, before anything is asked. Pure.
import type { AccessType } from '../../shared/words.ts';
import { lookAlike, looksOf } from '../domain/host-looks.ts';
import { hostOf } from '../domain/place-words.ts';
import { facts, type Found } from './check-lines.ts';

export interface Addresses {
  readonly accessType: AccessType;
  readonly baseUrl: string;
  readonly tradeUrl: string;
  /** Hosts of the other environments in this vault, to be told apart from. */
  readonly otherHosts: readonly string[];
}

export function addressCheck({ accessType, baseUrl, tradeUrl, otherHosts }: Addresses): Found {
  const base = hostOf(baseUrl);
  const trade = hostOf(tradeUrl);
  const used = accessType === 'partner' ? [base] : [...new Set([base, trade])];
  const looks = used.map(looksOf);
  const foreign = looks.filter(({ unicode }) => unicode !== null);
  const pairs = used.flatMap((host, index) =>
    [...used.slice(index + 1), ...otherHosts].map((other) => [host, other] as const),
  );
  const alike = pairs.filter(([one, other]) => lookAlike(one, other));
  const known = facts({
    sent_as: used.join(', '),
    reads_as: foreign.map(({ unicode }) => unicode).join(', '),
    scripts: foreign.map(({ scripts }) => scripts.join(' + ')).join(', '),
    alike: alike.map(([one, other]) => `${one} / ${other}`).join(', '),
  });
  const amber = (finding: Found['finding']): Found => ({ verdict: 'amber', finding, facts: known });
  if (looks.some(({ mixed }) => mixed)) return { ...amber('host_mixed'), verdict: 'bad' };
  if (alike.length > 0) return amber('hosts_alike');
  if (foreign.length > 0) return amber('host_foreign');
  if (base === trade) return amber('hosts_equal');
  return { verdict: 'good', finding: 'addresses_plain', facts: known };
}
