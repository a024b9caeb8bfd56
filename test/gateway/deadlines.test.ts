// The budgets at their real length (docs/oauth-cases.md), on a clock the test moves: a millisecond
// before its end a call still waits, then it is over. Framing within shortened ones: framing.test.ts.
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeClock, settle, type FakeClock } from '../support/fake-clock.ts';
import {
  answer,
  callNames,
  failureCode,
  makeCall,
  tokenJson,
  type LabCall,
} from '../support/gateway-lab.ts';
import { openServerLab } from '../support/server-lab.ts';

const { server, target } = await openServerLab();

interface Begun {
  readonly clock: FakeClock;
  /** The code it ended with; null while it is under way. */
  readonly outcome: () => string | null;
}

function begin(name: LabCall, to: GatewayTarget): Begun {
  const clock = createFakeClock(Date.now());
  const gateway = createGateway({ clock, systemAuthorities: () => [] });
  let outcome: string | null = null;
  void makeCall(gateway, name, to).then((result) => (outcome = failureCode(result)));
  return { clock, outcome: () => outcome };
}

async function expectToEndAt({ clock, outcome }: Begun, ms: number, code: string): Promise<void> {
  await clock.advance(ms - 1);
  await settle();
  expect(outcome()).toBeNull();
  await clock.advance(1);
  await eventually(() => expect(outcome()).toBe(code));
}

describe('a call', () => {
  it('case 50: waits ten seconds for a handshake', async () => {
    let connections = 0;
    const mute = net.createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      // The first bytes of the client's part: the connection is up.
      socket.once('data', () => (connections += 1));
    });
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    const call = begin('trader token', { ...target, baseUrl: `https://127.0.0.1:${port}` });
    await eventually(() => expect(connections).toBe(2));
    await expectToEndAt(call, 10_000, 'connect_timeout');
    mute.close();
  });

  it.each(callNames)(
    'case 51: %s waits fifteen seconds for the head of an answer',
    async (name) => {
      server.answerWith((socket) => socket.write('HTTP/1.1 200 O'));
      const call = begin(name, target);
      await eventually(() => expect(server.requests).toHaveLength(1));
      await expectToEndAt(call, 15_000, 'answer_timeout');
    },
  );

  it('case 52: waits thirty seconds for the end of a body', async () => {
    server.answerWith((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{"access_token":"x'),
    );
    const call = begin('trader token', target);
    await eventually(() => expect(server.requests).toHaveLength(1));
    // The head has come once nothing ends at fifteen seconds any more.
    await eventually(() => expect(call.clock.timers()).toBe(1));
    await expectToEndAt(call, 30_000, 'answer_timeout');
  });

  it('case 53: takes an answer after eight seconds', async () => {
    let respond = (): void => undefined;
    server.answerWith((socket, request) => {
      respond = () => answer(200, tokenJson())(socket, request);
    });
    const call = begin('trader token', target);
    await eventually(() => expect(server.requests).toHaveLength(1));
    await call.clock.advance(8_000);
    expect(call.outcome()).toBeNull();
    respond();
    await eventually(() => expect(call.outcome()).toBe('ok'));
    expect(call.clock.timers()).toBe(0);
  });
});
