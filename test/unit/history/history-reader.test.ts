// Reading the history page by page, and finding things in it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CredentialId } from '../../../electron/main/domain/ids.ts';
import type { History } from '../../../electron/main/history/history.ts';
import type { HistoryQuery } from '../../../electron/main/history/history-reader.ts';
import { createTestHistory, event, type TestHistory } from '../../support/test-history.ts';

let test: TestHistory;
let history: History;
beforeEach(async () => {
  test = createTestHistory();
  history = await test.open();
});
afterEach(() => history.close());

const everything: HistoryQuery = { before: null, limit: 100, search: '', credentialId: null };

async function seqs(query: Partial<HistoryQuery>): Promise<readonly number[]> {
  const page = await history.page({ ...everything, ...query });
  if (!page.ok) throw new Error(page.failure.code);
  return page.value.events.map(({ seq }) => seq);
}

describe('a page of the history', () => {
  it('is the newest events first, and the next page goes on before it', async () => {
    for (let each = 1; each < 25; each += 1) history.recordEvent(event(`Desk ${each}`));
    await history.written();
    const first = await history.page({ ...everything, limit: 10 });
    expect(first).toMatchObject({ ok: true, value: { next: 16, total: 25 } });
    expect(await seqs({ limit: 10 })).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16]);
    expect(await seqs({ limit: 100, before: 4 })).toEqual([3, 2, 1]);
  });

  it('ends at the first event', async () => {
    const page = await history.page(everything);
    expect(page).toMatchObject({ ok: true, value: { next: null, total: 1 } });
  });

  it('finds label, fingerprint and words, in any case', async () => {
    history.recordEvent({ ...event('Desk A'), fingerprint: '4f05·02c1' });
    history.recordEvent(event('Desk B', 'secret_replaced'));
    history.recordEvent({ ...event('Desk C', 'token_request_failed'), failure: 'invalid_client' });
    await history.written();
    expect(await seqs({ search: 'desk b' })).toEqual([3]);
    expect(await seqs({ search: '4F05' })).toEqual([2]);
    expect(await seqs({ search: 'secret replaced' })).toEqual([3]);
    expect(await seqs({ search: 'no such thing' })).toEqual([]);
  });

  it('is of one credential where that is asked for', async () => {
    const id = 'credential-1' as CredentialId;
    history.recordEvent({ ...event('Desk A'), credentialId: id });
    history.recordEvent(event('Desk B'));
    await history.written();
    const page = await history.page({ ...everything, credentialId: id });
    expect(page).toMatchObject({ ok: true, value: { events: [{ seq: 2 }] } });
  });

  it('cannot be read once the vault is locked', async () => {
    await history.close();
    expect(await history.page(everything)).toMatchObject({
      ok: false,
      failure: { code: 'history_closed' },
    });
  });
});
