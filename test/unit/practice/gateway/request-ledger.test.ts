// The practice gateway's ledger, apart from HTTP: its length, and the answer that comes late.
import { describe, expect, it } from 'vitest';
import { PracticeLedger } from '../../../../electron/main/practice/gateway/request-ledger.ts';

const asked = (count: number) => ({ method: 'GET', path: `/${count}`, query: '' });

describe('practice ledger', () => {
  it('holds the last 500 requests', () => {
    const ledger = new PracticeLedger();
    for (let count = 0; count < 501; count += 1) ledger.arrived(asked(count), count);
    expect([ledger.entries().length, ledger.entries()[0]?.path]).toEqual([500, '/1']);
  });

  it('adds the answer to its own request, in the order requests came', () => {
    const ledger = new PracticeLedger();
    const first = ledger.arrived(asked(1), 1);
    const second = ledger.arrived(asked(2), 2);
    second(200, 'second');
    first(401, 'first');
    expect(ledger.entries().map(({ status, note }) => [status, note])).toEqual([
      [401, 'first'],
      [200, 'second'],
    ]);
  });
});
