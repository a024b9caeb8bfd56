// Case 87: a request under way when everything is revoked. Its token is revoked as it arrives, and is
// never active; and nothing is minted by itself while the run is open.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import type { TokenAnswer } from '../../../../electron/main/gateway/gateway.ts';
import { removeCredential } from '../../../../electron/main/credentials/credentials.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addEnvironment, addTokens } from '../../../support/many-tokens.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../../support/test-room.ts';

const ALL = { kind: 'all' } as const;
const TRADE = ['TRADER_TRADE'] as const;

interface LateRoom extends TestRoom {
  /** The answer to the request that is under way. */
  readonly arrive: () => Promise<void>;
}

/** One token is there, and another was asked for. */
async function roomWithRequest(credentialId = TRADER): Promise<LateRoom> {
  const room = await createTestRoom();
  await addTokens(room, [{ id: 'there' }]);
  let answer: (value: TokenAnswer) => void = () => undefined;
  room.gateway.onToken(async () => ok(await new Promise<TokenAnswer>((give) => (answer = give))));
  void room.requests.request(credentialId, credentialId === TRADER ? TRADE : []);
  await settle();
  return {
    ...room,
    async arrive() {
      answer(room.gateway.issued());
      await settle();
    },
  };
}

const lateRevokes = ({ gateway }: TestRoom): readonly string[] =>
  gateway.calls.filter((call) => call.startsWith('revoke token-text'));

describe('a token that arrives after its credential was to be deleted (case 87)', () => {
  const deleted = async (credentialId = TRADER): Promise<LateRoom> => {
    const room = await roomWithRequest(credentialId);
    await removeCredential(room.room, credentialId);
    await room.arrive();
    return room;
  };

  it('is revoked as it arrives', async () => {
    const room = await deleted();
    expect(lateRevokes(room)).toHaveLength(1);
    expect(room.state(0)).toBe('propagating');
  });

  it('of a Partner starts its plan', async () => {
    const room = await deleted(PARTNER);
    expect(room.state(0)).toBe('needs_you');
  });
});

describe('a token that arrives after the press (case 87)', () => {
  it('is revoked as it arrives, and joins the run', async () => {
    const room = await roomWithRequest();
    await room.stops.start(ALL);
    await room.arrive();
    expect(lateRevokes(room)).toHaveLength(1);
    expect(room.state(0)).toBe('propagating');
    const [run] = room.vault.contents().stopRuns;
    expect(run?.tokenIds).toEqual(['there', room.token(0).id]);
  });

  it('is never active, not even when the disk refuses it at first', async () => {
    const room = await roomWithRequest();
    await room.stops.start(ALL);
    room.vault.failWith({ code: 'disk_full' });
    await room.arrive();
    expect(room.texts.list().map(({ revocation }) => revocation?.attempts)).toEqual([0]);
    expect(lateRevokes(room)).toEqual([]);
    room.vault.failWith(null);
    await room.clock.advance(5_000);
    expect(lateRevokes(room)).toHaveLength(1);
    expect(room.state(0)).toBe('propagating');
  });

  it('is revoked at the next unlock when the vault was locked meanwhile', async () => {
    const room = await roomWithRequest();
    await room.stops.start(ALL);
    const closed = room.close();
    await room.arrive();
    expect(lateRevokes(room)).toEqual([]);
    expect(room.token(0).revocation).toMatchObject({ attempts: 0 });
    const after = await room.restart(room.vault.copy());
    expect(lateRevokes(after)).toHaveLength(1);
    await room.clock.advance(5_000);
    await closed;
  });

  it('of a Partner starts its plan, and joins the run', async () => {
    const room = await roomWithRequest(PARTNER);
    await room.stops.start(ALL);
    await room.arrive();
    expect(room.state(0)).toBe('needs_you');
    expect(room.vault.contents().stopRuns[0]?.guidedTokenIds).toEqual([room.token(0).id]);
  });

  it('of a credential outside the scope stays active', async () => {
    const room = await createTestRoom();
    const other = await addEnvironment(room, 'other');
    await addTokens(room, [{ id: 'there' }]);
    let answer: (value: TokenAnswer) => void = () => undefined;
    room.gateway.onToken(async () => ok(await new Promise<TokenAnswer>((give) => (answer = give))));
    void room.requests.request(other, TRADE);
    await settle();
    await room.stops.start({ kind: 'credential', credentialId: TRADER });
    answer(room.gateway.issued());
    await settle();
    expect(room.state(0)).toBe('active');
  });

  it('stays when the run was called off before it came', async () => {
    const room = await roomWithRequest();
    const run = await room.stops.start(ALL);
    if (run.ok) await room.stops.cancel(run.value);
    await room.arrive();
    expect(room.state(0)).toBe('active');
  });

  it('stays when the person asked for it after the press', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'there' }]);
    await room.stops.start(ALL);
    await room.requests.request(TRADER, TRADE);
    expect(room.state(0)).toBe('active');
  });
});

describe('while a run is open', () => {
  it('nothing is minted by itself for what it covers', async () => {
    const room = await createTestRoom();
    const other = await addEnvironment(room, 'other');
    await addTokens(room, [{ id: 'there' }]);
    const run = await room.stops.start({ kind: 'credential', credentialId: TRADER });
    const asked = await room.requests.request(TRADER, TRADE, 'automatically');
    expect(asked).toEqual(fail({ code: 'renewals_frozen' }));
    expect((await room.requests.request(other, TRADE, 'automatically')).ok).toBe(true);
    if (run.ok) await room.stops.cancel(run.value);
    await room.clock.advance(1_000);
    expect((await room.requests.request(TRADER, TRADE, 'automatically')).ok).toBe(true);
  });

  it('nothing leaves that was about to when the key was pressed', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'there' }]);
    const [, asked] = await Promise.all([
      room.stops.start(ALL),
      room.requests.request(TRADER, TRADE, 'automatically'),
    ]);
    expect(asked).toEqual(fail({ code: 'renewals_frozen' }));
    expect(room.gateway.calls.filter((call) => call.startsWith('token'))).toEqual([]);
    expect(room.vault.contents().tokens).toHaveLength(1);
  });

  it('a selection freezes the credentials of the selected tokens', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: 'there' }]);
    await room.stops.start({ kind: 'selection', tokenIds: [room.token().id] });
    const asked = await room.requests.request(TRADER, TRADE, 'automatically');
    expect(asked).toEqual(fail({ code: 'renewals_frozen' }));
  });
});
