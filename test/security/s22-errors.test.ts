// S22: what goes wrong says nothing it should not.
import { describe, expect, it } from 'vitest';
import { callNames } from '../../electron/shared/ipc-contract.ts';
import { createContractServer } from '../support/contract-server.ts';

const CANARY = 'canary-3f9a02c1';

describe('a bug in main', () => {
  it('reaches the window as a code and a correlation id', async () => {
    const server = await createContractServer();
    server.breakHandlersWith(new TypeError(CANARY, { cause: { token: CANARY } }));
    const answer = await server.call('tokenCheck', { tokenId: 't' });
    expect(answer).toMatchObject({
      ok: false,
      failure: { code: 'internal_error', facts: { correlationId: expect.any(String) } },
    });
    expect(JSON.stringify([answer, server.logged])).not.toContain(CANARY);
  });

  it('is logged by its class alone', async () => {
    const server = await createContractServer();
    server.breakHandlersWith(new TypeError(CANARY));
    await server.call('tokenCheck', { tokenId: 't' });
    expect(server.logged).toMatchObject([{ name: 'internal_error', kind: 'TypeError' }]);
  });
});

describe('wrong input', () => {
  it('is refused on every channel without being repeated', async () => {
    const server = await createContractServer();
    const taking = callNames.filter((name) => !/^(view|vault|clipboard|practiceC.*t$)/.test(name));
    for (const name of taking) {
      const answer = await server.call(name, { [CANARY]: CANARY });
      expect([name, JSON.stringify(answer)]).not.toContain(CANARY);
      expect([name, answer]).toMatchObject([name, { ok: false }]);
    }
  });

  it('with one field too many is refused', async () => {
    const server = await createContractServer();
    const answer = await server.call('tokenRevoke', { tokenId: 't', also: 1 });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid_input' } });
  });
});
